import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { useStepHeading } from "../../../ui/page/use-step-heading";
import { Banner } from "../../../ui/status/banner";
import { completeWizard, saveTemplate } from "../api/account-requests";
import { useSessionChanges } from "../hooks/use-session";
import { useSettingsCache } from "../hooks/use-settings-cache";
import { useTemplateDraft } from "../hooks/use-template-draft";
import { TemplateEditor } from "./template-editor";
import { WizardFacts } from "./wizard-facts";

/** Second step: the template, which may stay empty. Finishing opens the app. */
export function WizardTemplateStep({ settings, onBack }: { settings: Settings; onBack: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const heading = useStepHeading();
  const draft = useTemplateDraft(settings.template_message);
  const cacheSettings = useSettingsCache();
  const { refreshSession } = useSessionChanges();
  const empty = draft.text.trim() === "";
  const finish = useMutation({
    mutationFn: async () => {
      if (!empty) await saveTemplate(draft.text);
      return completeWizard();
    },
    onSuccess: async (answer) => {
      draft.clearStored();
      cacheSettings(answer);
      // The route guard opens the app once the session says that the wizard is done.
      await refreshSession();
    },
  });
  return (
    <section className="stack stack-loose">
      <div className="stack stack-tight">
        <h1 ref={heading} tabIndex={-1}>
          {t(($) => $.account.wizard.templateTitle)}
        </h1>
        <p className="prose">{t(($) => $.account.wizard.templateLead)}</p>
      </div>
      <UnsavedChangesGuard when={draft.changed && !finish.isPending && !finish.isSuccess} onLeave={draft.discard} />
      <TemplateEditor draft={draft} assistantFirst />
      <WizardFacts cv={settings.cv} />
      {finish.isError && (
        <Banner tone="bad" alert>
          {errorText(finish.error)}
        </Banner>
      )}
      <div className="row row-spread step-actions">
        <Button look="quiet" icon="back" onClick={onBack}>
          {t(($) => $.common.back)}
        </Button>
        {empty && <span className="soft small empty-note">{t(($) => $.account.wizard.emptyNote)}</span>}
        <Button
          look={empty ? "quiet" : "primary"}
          busy={finish.isPending}
          disabled={draft.improving}
          onClick={() => finish.mutate()}
        >
          {empty ? t(($) => $.account.wizard.finishEmpty) : t(($) => $.account.wizard.finish)}
        </Button>
      </div>
    </section>
  );
}
