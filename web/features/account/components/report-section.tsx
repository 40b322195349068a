import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getButtonClass } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";
import { Section } from "../../../ui/page/section";

/** The way to the record of applications, for those who look for it beside the export. */
export function ReportSection() {
  const { t } = useTranslation();
  return (
    <Section title={t(($) => $.account.settings.reportTitle)} lead={t(($) => $.account.settings.reportLead)}>
      <div>
        <Link to="/report" className={getButtonClass()}>
          <Icon name="file" />
          <span>{t(($) => $.account.settings.report)}</span>
        </Link>
      </div>
    </Section>
  );
}
