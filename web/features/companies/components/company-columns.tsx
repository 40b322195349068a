import type { TFunction } from "i18next";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";
import { getPhoneText } from "../../../lib/phone-text";
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
): Record<"website" | "types" | "place" | "emails" | "phones", Column<Company>> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      website: {
        key: "website",
        header: t(($) => $.companies.column.website),
        bare: true,
        className: "company-name",
        sortable: true,
        cell: (company) => renderNameCell(company, t, onOpen),
      },
      types: {
        key: "types",
        header: t(($) => $.companies.column.types),
        className: "company-types",
        cell: ({ business_type }) => <TypesCell types={business_type} />,
      },
      place: {
        key: "place",
        header: t(($) => $.companies.column.place),
        className: "company-place",
        cell: ({ city, country }) => <PlaceCell city={city} country={country} />,
      },
      emails: {
        key: "emails",
        header: t(($) => $.companies.column.emails),
        className: "company-emails",
        cell: (company) => renderContactsCell(company, "email", t, onContacts, canAddEmail),
      },
      phones: {
        key: "phones",
        header: t(($) => $.companies.column.phones),
        className: "company-phones",
        cell: (company) => renderContactsCell(company, "phone", t, onContacts),
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

function PlaceCell({ city, country }: { city: string; country: string }) {
  const name = useCountryName();
  return (
    <span className="name-cell">
      <span title={city}>{city}</span>
      <span className="soft">{name(country)}</span>
    </span>
  );
}

/** The first contact and the number of others; pressing it shows their sources. */
function renderContactsCell(
  company: Company,
  kind: "email" | "phone",
  t: Translate,
  onOpen: (company: Company) => void,
  canAdd = false,
): ReactNode {
  const all = splitList(kind === "email" ? company.email : company.phone);
  const first = kind === "email" ? (company.recipient ?? all[0]) : all[0];
  if (first === undefined && canAdd && company.send_status !== "sending")
    return renderContactButton(
      t,
      company,
      onOpen,
      t(($) => $.common.typedEmail.open),
    );
  if (first === undefined)
    return (
      <span className="soft">
        {kind === "email" ? t(($) => $.companies.row.noEmail) : t(($) => $.companies.row.noPhone)}
      </span>
    );
  const text = kind === "email" ? first : getPhoneText(company, first);
  return renderContactButton(t, company, onOpen, text, all.length - 1);
}
