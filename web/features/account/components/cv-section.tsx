import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import { Switch } from "../../../ui/form/checkbox";
import { Section } from "../../../ui/page/section";
import { useSavePreferences } from "../hooks/use-save-preferences";
import { CvUpload } from "./cv-upload";

export function CvSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const preferences = useSavePreferences(settings);
  return (
    <Section title={t(($) => $.account.cv.title)} lead={t(($) => $.account.cv.lead)}>
      <CvUpload settings={settings} />
      <Switch
        label={t(($) => $.account.cv.attach)}
        checked={preferences.shown.attach_cv}
        onChange={(on) => preferences.save({ attach_cv: on })}
      />
    </Section>
  );
}
