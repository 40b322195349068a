import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { formatShortDate } from "../../../lib/format";
import { Button, IconButton } from "../../../ui/button/button";
import { Attribution } from "../../../ui/company/attribution";
import { ContactSourcesDialog } from "../../../ui/company/contact-sources-dialog";
import { ConfirmDialog } from "../../../ui/dialog/dialog";
import { Table } from "../../../ui/table/table";
import type { Column } from "../../../ui/table/table-row";
import { useArchiveAction } from "../hooks/use-archive-actions";
import { useSelectAllPages } from "../hooks/use-select-all-pages";
import { useSelection } from "../hooks/use-selection";
import { ROW_HEIGHTS_PX } from "../model/stored-density";
import { indexCompaniesById } from "../model/table-filter";
import { useCompanyColumns } from "./company-columns";
import { SelectionBar } from "./selection-bar";
import { SelectAllCheckbox, useSelectionColumn } from "./selection-column";
import { renderStatusCell } from "./status-cell";
import { TypeNamesProvider } from "./type-names-context";

interface ArchiveTableProps {
  /** The companies loaded so far. */
  companies: readonly Company[];
  total: number;
  /**
   * Loads the remaining pages.
   * @returns all companies; throws when loading fails
   */
  loadAll: () => Promise<readonly Company[]>;
  /** Memoized: a new function renders all rows again. */
  messageCell: (company: Company) => ReactNode;
  contactsAction: (company: Company) => ReactNode;
  /** Enter on a row. */
  onOpen: (company: Company) => void;
}

/** The archived companies, to restore or to delete after a confirmation. */
export function ArchiveTable({ companies, total, loadAll, messageCell, contactsAction, onOpen }: ArchiveTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const byId = useMemo(() => indexCompaniesById(companies), [companies]);
  const selection = useSelection(
    companies,
    useCallback((id) => byId.has(id), [byId]),
  );
  const selectAll = useSelectAllPages(selection, companies, loadAll);
  const [origin, setOrigin] = useState<Company | null>(null);
  const [idsToDelete, setIdsToDelete] = useState<readonly string[]>([]);
  const firstToDelete = byId.get(idsToDelete[0] ?? "");
  const nameToDelete = firstToDelete ? formatCompanyName(firstToDelete) : "";
  const restore = useArchiveAction("restored");
  const remove = useArchiveAction("deleted");
  const shared = useCompanyColumns(setOrigin, { canAddEmail: false });
  const select = useSelectionColumn(selection.press);
  const { mutate: restoreIds } = restore;
  const restoringIds = restore.isPending ? restore.variables : undefined;

  const columns = useMemo(
    (): Column<Company>[] => [
      select,
      shared.website,
      shared.place,
      shared.contacts,
      { key: "message", header: t(($) => $.companies.column.message), className: "company-message", cell: messageCell },
      {
        key: "status",
        header: t(($) => $.companies.column.status),
        className: "company-status",
        cell: (company) =>
          renderStatusCell(company, t, language, {
            detail:
              company.archived_at !== null &&
              t(($) => $.archive.since, { date: formatShortDate(company.archived_at, language) }),
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
              label={t(($) => $.companies.row.restore, { name: formatCompanyName(company) })}
              busy={restoringIds?.includes(id) ?? false}
              onClick={() => restoreIds([id])}
            />
            <IconButton
              icon="trash"
              size="small"
              label={t(($) => $.companies.row.delete, { name: formatCompanyName(company) })}
              onClick={() => setIdsToDelete([id])}
            />
          </>
        ),
      },
    ],
    [t, language, select, shared, messageCell, restoringIds, restoreIds],
  );
  return (
    <>
      {selection.ids.length === 0 && (
        <div className="row select-all">
          <Button size="small" look="quiet" onClick={() => selectAll.mutate()}>
            {t(($) => $.companies.row.selectAll)}
          </Button>
        </div>
      )}
      <SelectionBar selection={selection} loading={selectAll.isPending}>
        <Button icon="restore" busy={restore.isPending} onClick={() => restore.mutate(selection.ids)}>
          {t(($) => $.companies.selection.restore)}
        </Button>
        <Button icon="trash" look="danger" onClick={() => setIdsToDelete(selection.ids)}>
          {t(($) => $.companies.selection.delete)}
        </Button>
      </SelectionBar>
      <div className="companies-table archived-companies">
        <TypeNamesProvider companies={companies}>
          <Table
            rowHeight={ROW_HEIGHTS_PX.regular}
            caption={t(($) => $.archive.caption)}
            columns={columns}
            rows={companies}
            selected={selection.has}
            total={total}
            nameRow={formatCompanyName}
            onOpen={onOpen}
            heads={{ select: <SelectAllCheckbox selection={selection} rows={companies} onAll={selectAll.mutate} /> }}
          />
        </TypeNamesProvider>
      </div>
      <Attribution rows={companies} />
      {idsToDelete.length > 0 && (
        <ConfirmDialog
          title={t(($) => $.archive.deleteTitle, { count: idsToDelete.length, name: nameToDelete })}
          confirm={t(($) => $.archive.deleteConfirm)}
          busy={remove.isPending}
          text={<p>{idsToDelete.length === 1 ? t(($) => $.archive.deleteText) : t(($) => $.archive.deleteTextMany)}</p>}
          onConfirm={() => remove.mutate(idsToDelete, { onSettled: () => setIdsToDelete([]) })}
          onClose={() => setIdsToDelete([])}
        />
      )}
      {origin && (
        <ContactSourcesDialog company={origin} action={contactsAction(origin)} onClose={() => setOrigin(null)} />
      )}
    </>
  );
}
