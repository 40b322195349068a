import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../i18n/use-error-text";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { UnsavedGuard } from "../../ui/unsaved-guard";
import { useStepHeading } from "../../ui/use-step-heading";
import { completeWizard, saveTemplate } from "./api";
import { useSessionChanges } from "./session";
import { useSettingsCache } from "./settings-cache";
import { TemplateEditor } from "./template-editor";
import { useTemplate } from "./use-template";

/** Second step: the template, which may stay empty. Finishing opens the app. */
export function WizardTemplate({ saved, onBack }: { saved: string; onBack: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const heading = useStepHeading();
  const draft = useTemplate(saved);
  const keep = useSettingsCache();
  const { refresh } = useSessionChanges();
  const empty = draft.text.trim() === "";
  const finish = useMutation({
    mutationFn: async () => {
      if (!empty) await saveTemplate(draft.text);
      return completeWizard();
    },
    onSuccess: async (answer) => {
      draft.discard();
      keep(answer);
      // The guard lets the user in as soon as the session says the wizard is done.
      await refresh();
    },
  });
  return (
    <section className="stack stack-loose">
      <div className="stack stack-tight">
        <p className="soft small">{t(($) => $.account.wizard.progress, { step: 2 })}</p>
        <h1 ref={heading} tabIndex={-1}>
          {t(($) => $.account.wizard.templateTitle)}
        </h1>
        <p className="prose">{t(($) => $.account.wizard.templateLead)}</p>
      </div>
      <UnsavedGuard when={draft.changed && !finish.isPending && !finish.isSuccess} onLeave={draft.discard} />
      <TemplateEditor draft={draft} mayGenerate />
      {finish.isError && (
        <Banner tone="bad" alert>
          {errorText(finish.error)}
        </Banner>
      )}
      {empty && <p className="soft small">{t(($) => $.account.wizard.emptyNote)}</p>}
      <div className="row row-spread">
        <Button look="quiet" icon="back" onClick={onBack}>
          {t(($) => $.common.back)}
        </Button>
        <Button look="primary" busy={finish.isPending} disabled={draft.improving} onClick={() => finish.mutate()}>
          {empty ? t(($) => $.account.wizard.finishEmpty) : t(($) => $.account.wizard.finish)}
        </Button>
      </div>
    </section>
  );
}
