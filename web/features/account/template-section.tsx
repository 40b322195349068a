import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../i18n/use-error-text";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Section } from "../../ui/section";
import { notify } from "../../ui/toast";
import { UnsavedGuard } from "../../ui/unsaved-guard";
import { saveTemplate } from "./api";
import { useSettingsCache } from "./settings-cache";
import { TemplateEditor } from "./template-editor";
import { useTemplate } from "./use-template";

export function TemplateSection({ saved }: { saved: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const draft = useTemplate(saved);
  const keep = useSettingsCache();
  const save = useMutation({
    mutationFn: saveTemplate,
    onSuccess: (answer) => {
      keep(answer);
      notify.success(t(($) => $.account.template.saved));
    },
  });
  const blank = draft.text.trim() === "";
  const { changed } = draft;
  return (
    <Section title={t(($) => $.account.template.title)} lead={t(($) => $.account.template.lead)}>
      <UnsavedGuard when={changed} onLeave={draft.discard} />
      <TemplateEditor draft={draft} mayGenerate={false} />
      {save.isError && (
        <Banner tone="bad" alert>
          {errorText(
            save.error,
            t(($) => $.account.template.templateSaveError),
          )}
        </Banner>
      )}
      <div className="row">
        <Button
          look={changed ? "primary" : "plain"}
          busy={save.isPending}
          disabled={draft.improving}
          disabledReason={blank ? t(($) => $.errors.template_required) : undefined}
          onClick={() => save.mutate(draft.text)}
        >
          {t(($) => $.account.template.save)}
        </Button>
        {changed && !blank && <span className="soft small">{t(($) => $.account.template.unsaved)}</span>}
      </div>
    </Section>
  );
}
