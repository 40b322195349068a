import { type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation";
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
import { useSelectColumn } from "./select-column";
import { SelectionBar } from "./selection-bar";
import { StatusTag } from "./status-tag";
import { useMove } from "./use-moves";
import { useSelection } from "./use-selection";
import { useTypeNames } from "./use-type-names";

interface ArchiveTableProps {
  companies: readonly Company[];
  messageCell: (company: Company) => ReactNode;
  contactsAction: (company: Company) => ReactNode;
}

/** Companies put aside: bring them back, or delete them after being asked once more. */
export function ArchiveTable({ companies, messageCell, contactsAction }: ArchiveTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const order = companies.map(({ id }) => id);
  const selection = useSelection(order, new Set(order));
  const [origin, setOrigin] = useState<Company | null>(null);
  const [doomed, setDoomed] = useState<readonly string[]>([]);
  const restore = useMove("restored");
  const remove = useMove("deleted");
  const shared = useCompanyColumns({ typeName: useTypeNames(companies), onContacts: setOrigin });
  const select = useSelectColumn(selection, companies, () => selection.set(order));

  const columns: Column<Company>[] = [
    select, shared.website, shared.types, shared.place, shared.emails, shared.phones,
    { key: "message", header: t(($) => $.companies.column.message), className: "company-message", cell: messageCell },
    {
      key: "status", header: t(($) => $.companies.column.status), className: "company-status",
      cell: (company) => (
        <StatusTag company={company} detail={company.archived_at !== null && t(($) => $.companies.archive.since, { date: formatDay(company.archived_at, language) })} />
      ),
    },
    {
      key: "actions", header: t(($) => $.companies.column.actions), bare: true, className: "company-actions",
      cell: ({ id, ...company }) => (
        <>
          <IconButton icon="restore" size="small" label={t(($) => $.companies.row.restore, { name: nameOf(company) })} busy={restore.isPending && restore.variables.includes(id)} onClick={() => restore.mutate([id])} />
          <IconButton icon="trash" size="small" label={t(($) => $.companies.row.delete, { name: nameOf(company) })} onClick={() => setDoomed([id])} />
        </>
      ),
    },
  ];
  return (
    <>
      {selection.ids.length === 0 && <div className="row"><Button size="small" look="quiet" onClick={() => selection.set(order)}>{t(($) => $.companies.row.selectAll)}</Button></div>}
      <SelectionBar selection={selection}>
        <Button icon="restore" busy={restore.isPending} onClick={() => restore.mutate(selection.ids)}>{t(($) => $.companies.selection.restore)}</Button>
        <Button icon="trash" look="danger" onClick={() => setDoomed(selection.ids)}>{t(($) => $.companies.selection.delete)}</Button>
      </SelectionBar>
      <div className="companies-table">
        <Table caption={t(($) => $.companies.archive.caption)} columns={columns} rows={companies} rowKey={({ id }) => id} selected={({ id }) => selection.has(id)} />
      </div>
      <Sources rows={companies} />
      {doomed.length > 0 && (
        <ConfirmDialog
          title={t(($) => $.companies.archive.deleteTitle, { count: doomed.length })} confirm={t(($) => $.companies.archive.deleteConfirm)} busy={remove.isPending}
          text={<p>{doomed.length === 1 ? t(($) => $.companies.archive.deleteText) : t(($) => $.companies.archive.deleteTextMany)}</p>}
          onConfirm={() => remove.mutate(doomed, { onSettled: () => setDoomed([]) })} onClose={() => setDoomed([])}
        />
      )}
      {origin && <ContactsDialog company={origin} action={contactsAction(origin)} onClose={() => setOrigin(null)} />}
    </>
  );
}
