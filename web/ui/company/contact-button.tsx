import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { formatCompanyName } from "../../lib/company-name";
import "./contacts.css";

/**
 * One contact of a company, a second one below it and the number of others; pressing it shows their sources. A plain
 * function, as a screen renders many.
 */
export function renderContactButton<C extends Parameters<typeof formatCompanyName>[0]>(
  t: TFunction,
  company: C,
  onOpen: (company: C) => void,
  first: string,
  more = 0,
  second?: string,
): ReactNode {
  return (
    <button
      type="button"
      className="contact-button"
      onClick={() => onOpen(company)}
      title={t(($) => $.common.contacts.origin, { name: formatCompanyName(company) })}
    >
      <span>{first}</span>
      {second !== undefined && <span className="soft numbers contact-second"> {second}</span>}
      {more > 0 && <span className="soft numbers"> {t(($) => $.common.contacts.more, { count: more })}</span>}
    </button>
  );
}
