import { useTranslation } from "../../i18n/use-translation";
import { exportData } from "../../../worker/contract/account";
import { buttonLook } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Section } from "../../ui/section";

/** All that is kept, to take away. The browser writes it to disk as it comes: it may be large. */
export function DataSection() {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.account.settings.dataTitle)} lead={t(($) => $.account.settings.dataLead)}>
      <div><a className={buttonLook()} href={`/api${exportData.path}`} download><Icon name="download" /><span>{t(($) => $.account.settings.export)}</span></a></div>
    </Section>
  );
}
