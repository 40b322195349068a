import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { formatDay, nameOf } from "../../lib/format";
import { Button, IconButton } from "../../ui/button";
import { ContactsDialog } from "../../ui/contacts-dialog";
import { ConfirmDialog } from "../../ui/dialog";
import { Sources } from "../../ui/sources";
import { Table } from "../../ui/table";
import type { Column } from "../../ui/table-rows";
import { useCompanyColumns } from "./company-columns";
import { Names } from "./names";
import { together } from "./rules";
import { SelectAll, useSelectColumn } from "./select-column";
import { SelectionBar } from "./selection-bar";
import { statusCell } from "./status-cell";
import { useMove } from "./use-moves";
import { useSelectWhole } from "./use-select-whole";
import { useSelection } from "./use-selection";

interface ArchiveTableProps {
  /** As far as they are loaded. */
  companies: readonly Company[];
  total: number;
  /** Brings the rest. @returns all of them; throws when they do not come */
  loadAll: () => Promise<readonly Company[]>;
  /** The same function as long as it puts the same into a row. */
  messageCell: (company: Company) => ReactNode;
  contactsAction: (company: Company) => ReactNode;
}

/** Companies put aside: bring them back, or delete them after being asked once more. */
export function ArchiveTable({ companies, total, loadAll, messageCell, contactsAction }: ArchiveTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const byId = useMemo(() => together(companies), [companies]);
  const selection = useSelection(
    companies,
    useCallback((id) => byId.has(id), [byId]),
  );
  const selectAll = useSelectWhole(selection, companies, loadAll);
  const [origin, setOrigin] = useState<Company | null>(null);
  const [doomed, setDoomed] = useState<readonly string[]>([]);
  const restore = useMove("restored");
  const remove = useMove("deleted");
  const shared = useCompanyColumns(setOrigin);
  const select = useSelectColumn(selection.press);
  const { mutate: bringBack } = restore;
  const returning = restore.isPending ? restore.variables : undefined;

  const columns = useMemo(
    (): Column<Company>[] => [
      select,
      shared.website,
      shared.types,
      shared.place,
      shared.emails,
      shared.phones,
      { key: "message", header: t(($) => $.companies.column.message), className: "company-message", cell: messageCell },
      {
        key: "status",
        header: t(($) => $.companies.column.status),
        className: "company-status",
        cell: (company) =>
          statusCell(company, t, language, {
            detail:
              company.archived_at !== null &&
              t(($) => $.companies.archive.since, { date: formatDay(company.archived_at, language) }),
          }),
      },
      {
        key: "actions",
        header: t(($) => $.companies.column.actions),
        bare: true,
        className: "company-actions",
        cell: ({ id, ...company }) => (
          <>
            <IconButton
              icon="restore"
              size="small"
              label={t(($) => $.companies.row.restore, { name: nameOf(company) })}
              busy={returning?.includes(id) ?? false}
              onClick={() => bringBack([id])}
            />
            <IconButton
              icon="trash"
              size="small"
              label={t(($) => $.companies.row.delete, { name: nameOf(company) })}
              onClick={() => setDoomed([id])}
            />
          </>
        ),
      },
    ],
    [t, language, select, shared, messageCell, returning, bringBack],
  );
  return (
    <>
      {selection.ids.length === 0 && (
        <div className="row">
          <Button size="small" look="quiet" onClick={() => selectAll.mutate()}>
            {t(($) => $.companies.row.selectAll)}
          </Button>
        </div>
      )}
      <SelectionBar selection={selection} wanting={selectAll.isPending}>
        <Button icon="restore" busy={restore.isPending} onClick={() => restore.mutate(selection.ids)}>
          {t(($) => $.companies.selection.restore)}
        </Button>
        <Button icon="trash" look="danger" onClick={() => setDoomed(selection.ids)}>
          {t(($) => $.companies.selection.delete)}
        </Button>
      </SelectionBar>
      <div className="companies-table">
        <Names companies={companies}>
          <Table
            caption={t(($) => $.companies.archive.caption)}
            columns={columns}
            rows={companies}
            selected={selection.has}
            total={total}
            heads={{ select: <SelectAll selection={selection} rows={companies} onAll={selectAll.mutate} /> }}
          />
        </Names>
      </div>
      <Sources rows={companies} />
      {doomed.length > 0 && (
        <ConfirmDialog
          title={t(($) => $.companies.archive.deleteTitle, { count: doomed.length })}
          confirm={t(($) => $.companies.archive.deleteConfirm)}
          busy={remove.isPending}
          text={
            <p>
              {doomed.length === 1
                ? t(($) => $.companies.archive.deleteText)
                : t(($) => $.companies.archive.deleteTextMany)}
            </p>
          }
          onConfirm={() => remove.mutate(doomed, { onSettled: () => setDoomed([]) })}
          onClose={() => setDoomed([])}
        />
      )}
      {origin && <ContactsDialog company={origin} action={contactsAction(origin)} onClose={() => setOrigin(null)} />}
    </>
  );
}
