import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FoundCompany } from "../../../worker/contract/search";
import { nameOf, shownHost } from "../../lib/format";
import { readableDomain } from "../../lib/idn";
import { Checkbox } from "../../ui/checkbox";
import { contactButton } from "../../ui/contact-button";
import { ContactsDialog } from "../../ui/contacts-dialog";
import { Icon } from "../../ui/icon";
import { OutsideLink } from "../../ui/outside-link";
import { Sources } from "../../ui/sources";
import { Spinner } from "../../ui/spinner";
import { Table } from "../../ui/table";
import type { Column } from "../../ui/table-rows";
import { Tag } from "../../ui/tag";
import "./found-cards.css";
import { addable } from "./rules";

interface FoundListProps {
  companies: FoundCompany[];
  live: boolean;
  /** Whether one can choose what will be added. */
  choosing: boolean;
  unticked: ReadonlySet<string>;
  onChange: (unticked: ReadonlySet<string>) => void;
}

/** What a search has found, before it joins the dashboard. */
export function FoundList({ companies, live, choosing, unticked, onChange }: FoundListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<FoundCompany>();
  const offered = addable(companies);
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
      cell: (company) => <Name company={company} />,
    },
    { key: "city", header: t(($) => $.search.found.column.city), className: "found-city", cell: ({ city }) => city },
    {
      key: "email",
      header: t(($) => $.search.found.column.email),
      cell: (company) => <Email company={company} onOpen={setOpen} />,
    },
    {
      key: "phone",
      header: t(($) => $.search.found.column.phone),
      className: "found-phone",
      cell: (company) => <Phone company={company} onOpen={setOpen} />,
    },
  ];
  return (
    <section className="stack stack-tight found">
      <h3>{t(($) => $.search.found.title)}</h3>
      {live && <p className="soft small">{t(($) => $.search.found.live)}</p>}
      {/* A phone's cards have no header to tick. */}
      {choosing && offered.length > 0 && (
        <div className="found-all">
          <Checkbox {...all} />
        </div>
      )}
      <Table caption={t(($) => $.search.found.title)} columns={columns} rows={companies} />
      <Sources rows={companies} />
      {open && <ContactsDialog company={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function Name({ company }: { company: FoundCompany }) {
  const { t } = useTranslation();
  const { website, redirected_from: from, duplicate, known, apply_elsewhere: elsewhere } = company;
  return (
    <span className="row found-name">
      <OutsideLink href={website} title={shownHost(website)}>
        {nameOf(company)}
      </OutsideLink>
      {duplicate && <Tag>{known ? t(($) => $.search.found.known) : t(($) => $.search.found.duplicate)}</Tag>}
      {elsewhere && (
        <OutsideLink className="tag warn" href={elsewhere.url}>
          <Icon name="external" />
          {t(($) => $.search.found.elsewhere)}
        </OutsideLink>
      )}
      {from !== null && (
        <span className="soft small">
          {shownHost(website)}, {t(($) => $.common.contacts.redirected, { from: readableDomain(from) })}
        </span>
      )}
    </span>
  );
}

interface ContactProps {
  company: FoundCompany;
  onOpen: (company: FoundCompany) => void;
}

const split = (values: string) => values.split(";").filter((value) => value !== "");

function Email({ company, onOpen }: ContactProps) {
  const { t } = useTranslation();
  const [best, ...others] = split(company.email);
  if (best !== undefined)
    return contactButton(t, { name: nameOf(company), first: best, more: others.length, onOpen: () => onOpen(company) });
  if (!company.finished)
    return (
      <span className="row soft">
        <Spinner />
        {t(($) => $.search.found.reading)}
      </span>
    );
  // No site is read for a double, so nobody knows that it has no address.
  if (company.duplicate) return null;
  return <span className="soft">{t(($) => $.search.found.noEmail)}</span>;
}

function Phone({ company, onOpen }: ContactProps) {
  const { t } = useTranslation();
  const [best, ...others] = split(company.phone);
  if (best !== undefined)
    return contactButton(t, { name: nameOf(company), first: best, more: others.length, onOpen: () => onOpen(company) });
  return company.finished && !company.duplicate && <span className="soft">{t(($) => $.search.found.noPhone)}</span>;
}
