import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useShownLanguage } from "../../i18n/use-language";
import { nameOf } from "../../lib/format";
import { Button, IconButton } from "../../ui/button";
import { Drawing } from "../../ui/drawing";
import { Empty } from "../../ui/empty";
import { LoadMore } from "../../ui/load-more";
import { onDemand } from "../../ui/on-demand";
import { Sources } from "../../ui/sources";
import { Table } from "../../ui/table";
import type { Column } from "../../ui/table-rows";
import { useCompanyColumns } from "./company-columns";
import { Names } from "./names";
import { nextSort } from "./rules";
import { SelectAll, useSelectColumn } from "./select-column";
import { statusCell } from "./status-cell";
import type { Dashboard } from "./use-dashboard";
import { useFavorite, useMove } from "./use-moves";

const ContactsDialog = onDemand(async () => (await import("../../ui/contacts-dialog")).ContactsDialog);

interface DashboardTableProps {
  dashboard: Dashboard;
  /** What other rooms put into a row: the same functions as long as they put in the same. */
  messageCell: (company: Company) => ReactNode;
  sendAction: (company: Company) => ReactNode;
  contactsAction: (company: Company) => ReactNode;
  onSelectAll: () => void;
}

/** The companies, one a row; more come as the end is scrolled near. */
export function DashboardTable({
  dashboard,
  messageCell,
  sendAction,
  contactsAction,
  onSelectAll,
}: DashboardTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { rows, loaded, selection, listing, setListing, filtered, list } = dashboard;
  const [origin, setOrigin] = useState<Company | null>(null);
  const { mutate: flip } = useFavorite();
  const { mutate: archive, isPending, variables } = useMove("archived");
  const leaving = isPending ? variables : undefined;
  const shared = useCompanyColumns(setOrigin);
  const select = useSelectColumn(selection.press);
  const columns = useMemo(
    (): Column<Company>[] => [
      select,
      {
        key: "favorite",
        label: t(($) => $.companies.column.favorite),
        bare: true,
        later: "all",
        className: "company-star",
        header: <span className="visually-hidden">{t(($) => $.companies.column.favorite)}</span>,
        cell: (company) => (
          <IconButton
            icon="star"
            size="small"
            className={company.favorited ? "favorite on" : "favorite"}
            onClick={() => flip(company)}
            label={
              company.favorited
                ? t(($) => $.companies.row.unfavorite, { name: nameOf(company) })
                : t(($) => $.companies.row.favorite, { name: nameOf(company) })
            }
          />
        ),
      },
      shared.website,
      shared.types,
      shared.place,
      shared.emails,
      shared.phones,
      {
        key: "message",
        header: t(($) => $.companies.column.message),
        later: "all",
        className: "company-message",
        cell: messageCell,
      },
      {
        key: "status",
        header: t(($) => $.companies.column.status),
        later: "part",
        className: "company-status",
        cell: (company, _, whole) => statusCell(company, t, language, { marked: whole }),
      },
      {
        key: "actions",
        header: t(($) => $.companies.column.actions),
        bare: true,
        later: "all",
        className: "company-actions",
        cell: (company) => (
          <>
            {sendAction(company)}
            <IconButton
              icon="archive"
              size="small"
              label={t(($) => $.companies.row.archive, { name: nameOf(company) })}
              busy={leaving?.includes(company.id) ?? false}
              disabledReason={
                company.send_status === "sending" ? t(($) => $.companies.blocked.archiveSending) : undefined
              }
              onClick={() => archive([company.id])}
            />
          </>
        ),
      },
    ],
    [t, language, select, shared, messageCell, sendAction, flip, archive, leaving],
  );
  if (rows.length === 0 && !list.hasNextPage && !list.isPending) {
    const clear = <Button onClick={dashboard.clearFilters}>{t(($) => $.companies.empty.clear)}</Button>;
    return (
      <Empty
        picture={<Drawing name="lens" />}
        title={t(($) => $.companies.empty.filteredTitle)}
        text={t(($) => $.companies.empty.filteredText)}
        action={clear}
      />
    );
  }
  return (
    <>
      <div className="companies-table">
        <Names companies={loaded}>
          <Table
            caption={t(($) => $.companies.caption)}
            columns={columns}
            rows={rows}
            selected={selection.has}
            heads={{ select: <SelectAll selection={selection} rows={rows} onAll={onSelectAll} /> }}
            total={filtered ? undefined : dashboard.total}
            sort={listing}
            onSort={() => setListing(nextSort(listing, "website"))}
          />
        </Names>
      </div>
      <p className="soft small numbers" role="status">
        {filtered || list.hasNextPage
          ? t(($) => $.companies.loaded, { shown: rows.length, total: dashboard.total })
          : t(($) => $.companies.total, { count: dashboard.total })}
      </p>
      {list.isPending ? (
        <LoadMore busy onMore={() => undefined} />
      ) : (
        list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      <Sources rows={loaded} />
      {origin && <ContactsDialog company={origin} action={contactsAction(origin)} onClose={() => setOrigin(null)} />}
    </>
  );
}
