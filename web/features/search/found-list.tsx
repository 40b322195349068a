import { useTranslation } from "react-i18next";
import type { FoundCompany } from "../../../worker/contract/search";
import { hostOf } from "../../lib/format";
import { Checkbox } from "../../ui/checkbox";
import { Spinner } from "../../ui/spinner";
import { type Column, Table } from "../../ui/table";
import { Tag } from "../../ui/tag";
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
  const offered = addable(companies);
  const flip = (id: string) => {
    const next = new Set(unticked);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const tick: Column<FoundCompany> = {
    key: "tick", bare: true, className: "tick",
    header: (
      <Checkbox
        bare label={t(($) => $.search.found.all)} checked={unticked.size === 0} mixed={unticked.size < offered.length}
        onChange={(all) => onChange(new Set(all ? [] : offered.map(({ id }) => id)))}
      />
    ),
    cell: ({ id, name, duplicate }) => !duplicate && <Checkbox bare label={t(($) => $.search.found.choose, { name })} checked={!unticked.has(id)} onChange={() => flip(id)} />,
  };
  const columns: Column<FoundCompany>[] = [
    ...(choosing ? [tick] : []),
    { key: "name", header: t(($) => $.search.found.column.name), bare: true, cell: (company) => <Name company={company} /> },
    { key: "city", header: t(($) => $.search.found.column.city), cell: ({ city }) => city },
    { key: "email", header: t(($) => $.search.found.column.email), cell: (company) => <Email company={company} /> },
    { key: "phone", header: t(($) => $.search.found.column.phone), cell: ({ phone, finished }) => phone.split(";")[0] || (finished && <span className="soft">{t(($) => $.search.found.noPhone)}</span>) },
  ];
  return (
    <section className="stack stack-tight found">
      <h3>{t(($) => $.search.found.title)}</h3>
      {live && <p className="soft small">{t(($) => $.search.found.live)}</p>}
      <Table caption={t(($) => $.search.found.title)} columns={columns} rows={companies} rowKey={({ id }) => id} />
      <p className="soft small"><a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">{t(($) => $.search.found.attribution)}</a></p>
    </section>
  );
}

function Name({ company }: { company: FoundCompany }) {
  const { t } = useTranslation();
  return (
    <span className="row found-name">
      {company.website === "" ? company.name : <a href={company.website} target="_blank" rel="noreferrer" title={hostOf(company.website)}>{company.name}</a>}
      {company.duplicate && <Tag>{t(($) => $.search.found.duplicate)}</Tag>}
      {company.apply_elsewhere && <Tag tone="warn">{t(($) => $.search.found.elsewhere)}</Tag>}
    </span>
  );
}

function Email({ company }: { company: FoundCompany }) {
  const { t } = useTranslation();
  const [best, ...others] = company.email.split(";").filter((address) => address !== "");
  if (best !== undefined) return <span className="address" title={[best, ...others].join(", ")}>{best}{others.length > 0 && <span className="soft numbers"> +{others.length}</span>}</span>;
  if (!company.finished) return <span className="row soft"><Spinner />{t(($) => $.search.found.reading)}</span>;
  return <span className="soft">{t(($) => $.search.found.noEmail)}</span>;
}
