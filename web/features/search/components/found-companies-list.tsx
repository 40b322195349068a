import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MailCheck } from "../../../../worker/contract/companies";
import type { FoundCompany } from "../../../../worker/contract/search";
import { formatCompanyName, toReadableHost } from "../../../lib/company-name";
import { toReadableDomain } from "../../../lib/readable-domain";
import { splitList } from "../../../lib/split-list";
import { ExternalLink } from "../../../ui/button/external-link";
import { Attribution } from "../../../ui/company/attribution";
import { renderContactButton } from "../../../ui/company/contact-button";
import { ContactSourcesDialog } from "../../../ui/company/contact-sources-dialog";
import { TypedEmailForm } from "../../../ui/company/typed-email-form";
import { Checkbox } from "../../../ui/form/checkbox";
import { Icon } from "../../../ui/graphics/icon";
import { Spinner } from "../../../ui/status/spinner";
import { Tag } from "../../../ui/status/tag";
import { Table } from "../../../ui/table/table";
import "./found-cards.css";
import type { Column } from "../../../ui/table/table-row";
import { listAddable } from "../model/rules-search";

interface FoundCompaniesListProps {
  companies: FoundCompany[];
  live: boolean;
  /** Whether companies can be selected for adding. */
  choosing: boolean;
  unticked: ReadonlySet<string>;
  onChange: (unticked: ReadonlySet<string>) => void;
  /** Saves an address that the user typed. */
  onEmail: (
    company: FoundCompany,
    email: string,
    replaces: string | undefined,
  ) => Promise<{ company: FoundCompany; mail_check: MailCheck }>;
}

/** The companies found, before they are added to the dashboard. */
export function FoundCompaniesList({
  companies,
  live,
  choosing,
  unticked,
  onChange,
  onEmail,
}: FoundCompaniesListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<FoundCompany>();
  const saveEmail = async (company: FoundCompany, email: string, replaces: string | undefined) => {
    const answer = await onEmail(company, email, replaces);
    setOpen(answer.company);
    return answer;
  };
  const offered = listAddable(companies);
  const flip = (id: string) => {
    const next = new Set(unticked);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const all = {
    label: t(($) => $.search.found.all),
    checked: unticked.size === 0,
    mixed: unticked.size < offered.length,
    onChange: (ticked: boolean) => onChange(new Set(ticked ? [] : offered.map(({ id }) => id))),
  };
  const tick: Column<FoundCompany> = {
    key: "tick",
    bare: true,
    className: "tick",
    header: <Checkbox bare {...all} />,
    cell: ({ id, name, duplicate }) =>
      !duplicate && (
        <Checkbox
          bare
          label={t(($) => $.search.found.choose, { name })}
          checked={!unticked.has(id)}
          onChange={() => flip(id)}
        />
      ),
  };
  const columns: Column<FoundCompany>[] = [
    ...(choosing ? [tick] : []),
    {
      key: "name",
      header: t(($) => $.search.found.column.name),
      bare: true,
      className: "found-who",
      cell: (company) => <NameCell company={company} />,
    },
    { key: "city", header: t(($) => $.search.found.column.city), className: "found-city", cell: ({ city }) => city },
    {
      key: "email",
      header: t(($) => $.search.found.column.email),
      cell: (company) => <EmailCell company={company} canAdd={choosing} onOpen={setOpen} />,
    },
    {
      key: "phone",
      header: t(($) => $.search.found.column.phone),
      className: "found-phone",
      cell: (company) => <PhoneCell company={company} onOpen={setOpen} />,
    },
  ];
  return (
    <section className="stack stack-tight found">
      <h3>{t(($) => $.search.found.title)}</h3>
      {live && <p className="soft small">{t(($) => $.search.found.live)}</p>}
      {/* Cards have no header row with a checkbox. */}
      {choosing && offered.length > 0 && (
        <div className="found-all">
          <Checkbox {...all} />
        </div>
      )}
      <Table caption={t(($) => $.search.found.title)} columns={columns} rows={companies} />
      <Attribution rows={companies} />
      {open && (
        <ContactSourcesDialog
          company={open}
          action={
            choosing &&
            !open.duplicate && (
              <TypedEmailForm
                addresses={splitList(open.email)}
                onSave={(email, replaces) => saveEmail(open, email, replaces)}
              />
            )
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function NameCell({ company }: { company: FoundCompany }) {
  const { t } = useTranslation();
  const { website, redirected_from: from, duplicate, known, apply_elsewhere: elsewhere } = company;
  return (
    <span className="row found-name">
      <ExternalLink href={website} title={toReadableHost(website)}>
        {formatCompanyName(company)}
      </ExternalLink>
      {duplicate && <Tag>{known ? t(($) => $.search.found.known) : t(($) => $.search.found.duplicate)}</Tag>}
      {elsewhere && (
        <ExternalLink className="tag warn" href={elsewhere.url}>
          <Icon name="external" />
          {t(($) => $.search.found.elsewhere)}
        </ExternalLink>
      )}
      {from !== null && (
        <span className="soft small">
          {toReadableHost(website)}, {t(($) => $.common.contacts.redirected, { from: toReadableDomain(from) })}
        </span>
      )}
    </span>
  );
}

interface ContactCellProps {
  company: FoundCompany;
  onOpen: (company: FoundCompany) => void;
}

function EmailCell({ company, canAdd, onOpen }: ContactCellProps & { canAdd: boolean }) {
  const { t } = useTranslation();
  const [best, ...others] = splitList(company.email);
  if (best !== undefined)
    return renderContactButton(t, {
      name: formatCompanyName(company),
      first: best,
      more: others.length,
      onOpen: () => onOpen(company),
    });
  if (!company.finished)
    return (
      <span className="row soft">
        <Spinner />
        {t(($) => $.search.found.reading)}
      </span>
    );
  // Duplicates are not crawled, so it is unknown whether they have an address.
  if (company.duplicate) return null;
  return (
    <span className="row found-name">
      <span className="soft">{t(($) => $.search.found.noEmail)}</span>
      {canAdd &&
        renderContactButton(t, {
          name: formatCompanyName(company),
          first: t(($) => $.common.typedEmail.open),
          more: 0,
          onOpen: () => onOpen(company),
        })}
    </span>
  );
}

function PhoneCell({ company, onOpen }: ContactCellProps) {
  const { t } = useTranslation();
  const [best, ...others] = splitList(company.phone);
  if (best !== undefined)
    return renderContactButton(t, {
      name: formatCompanyName(company),
      first: best,
      more: others.length,
      onOpen: () => onOpen(company),
    });
  return company.finished && !company.duplicate && <span className="soft">{t(($) => $.search.found.noPhone)}</span>;
}
