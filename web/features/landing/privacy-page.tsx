import { useTranslation } from "../../i18n/use-translation";
import { contactAddress } from "./contact";
import { LegalFrame } from "./legal-frame";

const parts = ["kept", "log", "gmail", "others", "browser", "time", "rights"] as const;

export function PrivacyPage() {
  const { t } = useTranslation();
  const sections = parts.map((part) => ({
    title: t(($) => $.legal.privacy.sections[part].title), text: t(($) => $.legal.privacy.sections[part].text, { contact: contactAddress() }),
  }));
  return (
    <LegalFrame title={t(($) => $.legal.privacy.title)} lead={t(($) => $.legal.privacy.lead)} sections={sections}>
      <p><a href="/objection">{t(($) => $.legal.privacy.companies)}</a></p>
    </LegalFrame>
  );
}
