import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { useErrorText } from "../../../i18n/use-error-text";
import { Switch } from "../../../ui/form/checkbox";
import { Section } from "../../../ui/page/section";
import { notify } from "../../../ui/toast/toast";
import { setAttachCv } from "../api/account-requests";
import { useSettingsCache } from "../hooks/use-settings-cache";
import { CvUpload } from "./cv-upload";

export function CvSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cacheSettings = useSettingsCache();
  const attach = useMutation({
    mutationFn: setAttachCv,
    onSuccess: cacheSettings,
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.account.settings.saveError),
        ),
      ),
  });
  return (
    <Section title={t(($) => $.account.cv.title)} lead={t(($) => $.account.cv.lead)}>
      <CvUpload settings={settings} />
      <Switch
        label={t(($) => $.account.cv.attach)}
        checked={attach.isPending ? attach.variables : settings.attach_cv}
        onChange={(on) => attach.mutate(on)}
      />
    </Section>
  );
}
