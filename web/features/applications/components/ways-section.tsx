import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { toReadableHost } from "../../../lib/company-name";
import { formatDate } from "../../../lib/format";
import { formatPhone } from "../../../lib/phone-text";
import { ExternalLink } from "../../../ui/button/external-link";
import { Icon } from "../../../ui/graphics/icon";
import { listWaysToApply, type WayToApply } from "../model/application-ways";

interface WaysSectionProps {
  company: Company;
  /** Opens the ways without e-mail. */
  action: ReactNode;
}

/** How one can apply to a company: by e-mail, by telephone, with its form, on its page about jobs. */
export function WaysSection({ company, action }: WaysSectionProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { recipient, applied } = company;
  const ways = listWaysToApply(company);
  return (
    <section className="company-part" aria-labelledby="company-ways">
      <h2 id="company-ways">{t(($) => $.company.ways.title)}</h2>
      {recipient === null && ways.length === 0 && <p className="soft">{t(($) => $.company.ways.none)}</p>}
      <ul className="ways">
        {applied && (
          <li>
            <Icon name="check" />
            <span>{t(($) => $.applications.appliedOn[applied.way], { date: formatDate(applied.at, language) })}</span>
          </li>
        )}
        {recipient !== null && (
          <li>
            <Icon name="envelope" />
            <span>{t(($) => $.company.ways.email, { address: recipient })}</span>
          </li>
        )}
        {ways.map((way) => (
          <li key={`${way.way} ${way.target}`}>
            <Icon name={way.way === "phone" ? "phone" : "external"} />
            <Way way={way} company={company} />
          </li>
        ))}
      </ul>
      {ways.length > 0 && action && <div className="row">{action}</div>}
    </section>
  );
}

function Way({ way: { way, target }, company }: { way: WayToApply; company: Company }) {
  const { t } = useTranslation();
  if (way === "phone") {
    const number = formatPhone(company, target, t);
    return (
      <a className="numbers" href={`tel:${target}`}>
        {t(($) => $.company.ways.phone, { number })}
      </a>
    );
  }
  return (
    <span>
      <ExternalLink href={target}>
        {way === "form" ? t(($) => $.company.ways.form) : t(($) => $.company.ways.careers)}
      </ExternalLink>{" "}
      <span className="soft small">{toReadableHost(target)}</span>
    </span>
  );
}
