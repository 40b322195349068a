import { useTranslation } from "react-i18next";
import type { Settings } from "../../../../worker/contract/account";
import type { Profile } from "../../../../worker/contract/profiles";
import { Switch } from "../../../ui/form/checkbox";
import { WaitingMailsNotice } from "../../../ui/mail/waiting-mails-notice";
import { Section } from "../../../ui/page/section";
import { useSavePreferences } from "../hooks/use-save-preferences";
import { CvUpload } from "./cv-upload";

export function CvSection({
  settings,
  profile,
  shownProfileId,
}: {
  settings: Settings;
  /** Whose CV it is; the default one unless named. */
  profile?: Profile | undefined;
  /** Also of the default one; undefined where it is the only one. */
  shownProfileId?: string | undefined;
}) {
  const { t } = useTranslation();
  const preferences = useSavePreferences(settings);
  const cv = profile ? profile.cv : settings.cv;
  return (
    <Section title={t(($) => $.account.cv.title)} lead={t(($) => $.account.cv.lead)}>
      <CvUpload key={profile?.id} settings={{ ...settings, cv }} profileId={profile?.id} />
      {cv !== null && preferences.shown.attach_cv && <WaitingMailsNotice isOfOneCv cvProfileId={shownProfileId} />}
      <Switch
        label={t(($) => $.account.cv.attach)}
        checked={preferences.shown.attach_cv}
        onChange={(on) => preferences.save({ attach_cv: on })}
      />
    </Section>
  );
}
