import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ListField, ListPreview } from "../../../../../worker/contract/own-lists";
import { useErrorText } from "../../../../i18n/use-error-text";
import { toReadableHost } from "../../../../lib/company-name";
import { splitList } from "../../../../lib/split-list";
import { Button } from "../../../../ui/button/button";
import { Banner } from "../../../../ui/status/banner";
import { Table } from "../../../../ui/table/table";
import type { Column } from "../../../../ui/table/table-row";

interface ListPreviewPanelProps {
  preview: ListPreview;
  start: { isPending: boolean; isError: boolean; error: unknown };
  onStart: () => void;
  /** A change is being read. */
  busy?: boolean;
  /** What can be changed about how the list is read. */
  children?: ReactNode;
}

/** What a list gives: how many companies, which lines are not taken and why, and the first companies. */
export function ListPreviewPanel({ preview, start, onStart, busy = false, children }: ListPreviewPanelProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { total, first, lists, problems, companies } = preview;
  const refused = new Set(problems.filter((problem) => problem.refused).map(({ line }) => line)).size;
  return (
    <section className="stack list-preview" aria-busy={busy || undefined}>
      <h3 ref={heading} tabIndex={-1}>
        {t(($) => $.search.own.preview.title)}
      </h3>
      {children}
      <div role="status" className="stack stack-tight">
        <p>
          <strong>{t(($) => $.search.own.preview.total, { count: total })}</strong>
          {refused > 0 && <> · {t(($) => $.search.own.preview.refused, { count: refused })}</>}
        </p>
        {lists > 1 && <p className="soft">{t(($) => $.search.own.preview.lists, { count: lists })}</p>}
      </div>
      <div className="row">
        <Button
          look="primary"
          icon="search"
          busy={start.isPending || busy}
          disabledReason={total === 0 ? t(($) => $.errors.list_empty) : undefined}
          onClick={onStart}
        >
          {t(($) => $.search.own.preview.start, { count: first })}
        </Button>
      </div>
      {start.isError && (
        <Banner tone="bad" alert>
          {errorText(
            start.error,
            t(($) => $.search.errors.searchError),
          )}
        </Banner>
      )}
      {problems.length > 0 && <LineProblems problems={problems} />}
      {companies.length > 0 && <FirstCompanies companies={companies} total={total} />}
    </section>
  );
}

/** Every line and every value that is not taken. */
function LineProblems({ problems }: Pick<ListPreview, "problems">) {
  const { t } = useTranslation();
  const rows = problems.map((problem, at) => ({ ...problem, id: String(at) }));
  type Row = (typeof rows)[number];
  const columns = [
    {
      key: "line",
      header: t(($) => $.search.own.problems.line),
      className: "numbers list-line",
      cell: ({ line }: Row) => line,
    },
    {
      key: "value",
      header: t(($) => $.search.own.problems.value),
      className: "list-value",
      cell: ({ value, field }: Row) => value || (field ? t(($) => $.search.own.field[field]) : ""),
    },
    {
      key: "reason",
      header: t(($) => $.search.own.problems.reason),
      cell: ({ reason, refused, first_line: line }: Row) => (
        <>
          {t(($) => $.search.own.reason[reason], { line })}
          {!refused && <span className="soft"> ({t(($) => $.search.own.problems.leftOut)})</span>}
        </>
      ),
    },
  ];
  return (
    <section className="stack stack-tight">
      <h4>{t(($) => $.search.own.problems.title)}</h4>
      <Table caption={t(($) => $.search.own.problems.title)} columns={columns} rows={rows} />
    </section>
  );
}

function FirstCompanies({ companies, total }: Pick<ListPreview, "companies" | "total">) {
  const { t } = useTranslation();
  const rows = companies.map((company, at) => ({ ...company, id: String(at) }));
  type Row = (typeof rows)[number];
  const columns: (Column<Row> & { key: ListField })[] = [
    {
      key: "name",
      header: t(($) => $.search.own.field.name),
      className: "list-value list-name",
      cell: ({ name }: Row) => name,
    },
    {
      key: "website",
      header: t(($) => $.search.own.field.website),
      className: "list-value",
      cell: ({ website }: Row) => (website === "" ? "" : toReadableHost(website)),
    },
    {
      key: "email",
      header: t(($) => $.search.own.field.email),
      className: "list-value",
      cell: ({ email }: Row) => splitList(email).join(", "),
    },
    {
      key: "phone",
      header: t(($) => $.search.own.field.phone),
      className: "numbers list-phone",
      cell: ({ phone }: Row) => splitList(phone).join(", "),
    },
    { key: "town", header: t(($) => $.search.own.field.town), cell: ({ town }: Row) => town },
  ];
  const title =
    total > companies.length
      ? t(($) => $.search.own.preview.first, { count: companies.length })
      : t(($) => $.search.own.preview.companies);
  const filled = columns.filter(({ key }) => rows.some((row) => row[key] !== ""));
  return (
    <section className="stack stack-tight">
      <h4>{title}</h4>
      <Table caption={title} columns={filled} rows={rows} />
    </section>
  );
}
