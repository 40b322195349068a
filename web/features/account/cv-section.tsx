import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Settings } from "../../../worker/contract/account";
import { useErrorText } from "../../i18n/use-error-text";
import { Switch } from "../../ui/checkbox";
import { Section } from "../../ui/section";
import { notify } from "../../ui/toast";
import { setAttachCv } from "./api";
import { CvUpload } from "./cv-upload";
import { useSettingsCache } from "./settings-cache";

export function CvSection({ given }: { given: Settings }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keep = useSettingsCache();
  const attach = useMutation({
    mutationFn: setAttachCv,
    onSuccess: keep,
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
      <CvUpload given={given} />
      <Switch
        label={t(($) => $.account.cv.attach)}
        checked={attach.isPending ? attach.variables : given.attach_cv}
        onChange={(on) => attach.mutate(on)}
      />
    </Section>
  );
}
