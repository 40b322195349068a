import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { listProfiles } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { SETTINGS_ANCHORS } from "../../../lib/source-url";
import { Button } from "../../../ui/button/button";
import { UnsavedChangesGuard } from "../../../ui/dialog/unsaved-changes-guard";
import { Section } from "../../../ui/page/section";
import { Banner } from "../../../ui/status/banner";
import { notify } from "../../../ui/toast/notify";
import { saveTemplate } from "../api/account-requests";
import { useSettingsCache } from "../hooks/use-settings-cache";
import { useTemplateDraft } from "../hooks/use-template-draft";
import { TemplateEditor } from "./template-editor";

/** @param profileId undefined for the default profile */
export function TemplateSection({ saved, profileId }: { saved: string; profileId?: string | undefined }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const draft = useTemplateDraft(saved, profileId);
  const cacheSettings = useSettingsCache();
  const save = useMutation({
    mutationFn: (text: string) => saveTemplate(text, profileId),
    onSuccess: async (answer) => {
      cacheSettings(answer);
      await client.invalidateQueries({ queryKey: toQueryKey(listProfiles) });
      notify.success(t(($) => $.account.template.saved));
    },
  });
  const blank = draft.text.trim() === "";
  const { changed } = draft;
  return (
    <Section
      anchor={SETTINGS_ANCHORS.template}
      title={t(($) => $.account.template.title)}
      lead={t(($) => $.account.template.lead)}
    >
      <UnsavedChangesGuard when={changed} onLeave={draft.discard} />
      <TemplateEditor draft={draft} />
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
