import type { TFunction } from "i18next";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";
import { formatPhone } from "../../../lib/phone-text";
import { splitList } from "../../../lib/split-list";
import { ExternalLink } from "../../../ui/button/external-link";
import { renderContactButton } from "../../../ui/company/contact-button";
import { Icon } from "../../../ui/graphics/icon";
import { Tag } from "../../../ui/status/tag";
import type { Column } from "../../../ui/table/table-row";
import "./companies.css";
import "./company-cards.css";
import { toCompanyPath } from "../model/company-order";
import { useCountryName, useTypeName } from "./type-names-context";

/** The columns shared by dashboard and archive, memoized. Needs a `TypeNamesProvider` around the table. */
export function useCompanyColumns(
  onContacts: (company: Company) => void,
  { canAddEmail, onOpen }: { canAddEmail: boolean; /** Opens the page of a company. */ onOpen?: OpenCompany },
): Record<"website" | "place" | "contacts", Column<Company>> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      website: {
        key: "name",
        header: t(($) => $.companies.column.website),
        bare: true,
        className: "company-name",
        sortable: true,
        cell: (company) => renderNameCell(company, t, onOpen),
      },
      place: {
        key: "place",
        header: t(($) => $.companies.column.place),
        className: "company-place",
        cell: (company) => <PlaceCell company={company} />,
      },
      contacts: {
        key: "contacts",
        header: t(($) => $.companies.column.contacts),
        className: "company-contacts",
        cell: (company) => renderContactsCell(company, t, onContacts, canAddEmail),
      },
    }),
    [t, onContacts, canAddEmail, onOpen],
  );
}

type Translate = TFunction;
type OpenCompany = (company: Company) => void;

// Plain functions instead of components without state: a screen renders a hundred cells.

function renderNameCell(company: Company, t: Translate, onOpen: OpenCompany | undefined): ReactNode {
  const { website, apply_elsewhere: elsewhere } = company;
  const name = formatCompanyName(company);
  return (
    <span className="name-cell">
      {onOpen ? (
        <a
          href={toCompanyPath(company.id)}
          onClick={(event) => {
            // With a key it opens in a tab of its own.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(company);
          }}
        >
          <strong title={name}>{name}</strong>
        </a>
      ) : (
        <strong title={name}>{name}</strong>
      )}
      <span className="name-site">
        {URL.canParse(website) ? (
          <ExternalLink href={website} title={t(($) => $.companies.row.visit, { name })}>
            {toReadableHost(website)}
          </ExternalLink>
        ) : (
          <span className="soft">{website || t(($) => $.companies.row.noWebsite)}</span>
        )}
        {elsewhere && (
          <ExternalLink className="tag warn elsewhere" href={elsewhere.url} title={t(($) => $.companies.row.elsewhere)}>
            <Icon name="external" />
            <span>{t(($) => $.companies.row.elsewhere)}</span>
          </ExternalLink>
        )}
      </span>
    </span>
  );
}

/** The first business type and the number of others; the title lists all. */
function TypesCell({ types }: { types: string }) {
  const names = splitList(types).map(useTypeName());
  const [first, ...more] = names;
  if (first === undefined) return null;
  return (
    <span className="tags" title={names.join(", ")}>
      <Tag>{first}</Tag>
      {more.length > 0 && (
        <>
          <span className="soft numbers" aria-hidden="true">
            +{more.length}
          </span>
          <span className="visually-hidden">{more.join(", ")}</span>
        </>
      )}
    </span>
  );
}

/** What the company does, and where. */
function PlaceCell({ company: { business_type: types, city, country } }: { company: Company }) {
  const name = useCountryName();
  return (
    <span className="name-cell">
      <TypesCell types={types} />
      <span className="soft" title={[city, name(country)].filter((part) => part !== "").join(", ")}>
        {city || name(country)}
      </span>
    </span>
  );
}

/** The address, or the way to add one, above the telephone number; pressing it shows all contacts and their sources. */
function renderContactsCell(
  company: Company,
  t: Translate,
  onOpen: (company: Company) => void,
  canAddEmail: boolean,
): ReactNode {
  const emails = splitList(company.email);
  const [phone, ...otherPhones] = splitList(company.phone);
  const email = company.recipient ?? emails[0];
  const maySay = canAddEmail && company.send_status !== "sending";
  const number = phone === undefined ? undefined : formatPhone(company, phone, t);
  if (email === undefined && number === undefined && !maySay)
    return <span className="soft">{t(($) => $.companies.row.noEmail)}</span>;
  const first = email ?? (maySay ? t(($) => $.common.typedEmail.open) : number) ?? "";
  const more = emails.length + otherPhones.length - (email === undefined ? 0 : 1);
  return renderContactButton(t, company, onOpen, first, more, first === number ? undefined : number);
}
