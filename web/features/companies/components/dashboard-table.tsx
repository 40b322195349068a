import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Company } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { useEventCallback } from "../../../lib/use-event-callback";
import { useUrlDialog } from "../../../lib/use-url-state";
import { Button, IconButton } from "../../../ui/button/button";
import { LoadMore } from "../../../ui/button/load-more";
import { Attribution } from "../../../ui/company/attribution";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { Illustration } from "../../../ui/graphics/illustration";
import { EmptyState } from "../../../ui/status/empty-state";
import { Table } from "../../../ui/table/table";
import type { Column } from "../../../ui/table/table-row";
import { setCompanyEmail } from "../api/company-requests";
import { useFavorite, useArchiveAction } from "../hooks/use-archive-actions";
import { useCompanyCache } from "../hooks/use-company-cache";
import type { Dashboard } from "../hooks/use-dashboard";
import { useNamedCompany } from "../hooks/use-named-company";
import { keepCompanyOrder, toCompanyPath } from "../model/company-order";
import { getShownState } from "../model/company-status";
import { type Density, ROW_HEIGHTS_PX } from "../model/stored-density";
import { toggleSort } from "../model/table-filter";
import { useCompanyColumns } from "./company-columns";
import { SelectAllCheckbox, useSelectionColumn } from "./selection-column";
import { renderStatusCell } from "./status-cell";
import { TypeNamesProvider } from "./type-names-context";

const ContactsDialog = createLazyDialog(
  async () => (await import("../../../ui/company/contact-sources-dialog")).ContactSourcesDialog,
);

interface DashboardTableProps {
  dashboard: Dashboard;
  density: Density;
  /** Cells of other features. Memoized: a new function renders all rows again. */
  messageCell: (company: Company) => ReactNode;
  sendAction: (company: Company) => ReactNode;
  contactsAction: (company: Company) => ReactNode;
  onSelectAll: () => void;
  /** Enter on a row. */
  onOpen: (company: Company) => void;
}

/** The companies, one per row; more load when the end is scrolled near. */
export function DashboardTable({
  dashboard,
  density,
  messageCell,
  sendAction,
  contactsAction,
  onSelectAll,
  onOpen,
}: DashboardTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const { rows, loaded, query, selection, listing, setListing, filtered, list, isBlocked } = dashboard;
  const contacts = useUrlDialog("contacts");
  const origin = useNamedCompany(contacts.id, { loaded, isReady: query.isSuccess }, contacts.close);
  const openContacts = useEventCallback((company: Company) => contacts.open(company.id));
  const cache = useCompanyCache();
  const saveEmail = async (email: string | undefined, replaces: string | undefined) => {
    const answer = await setCompanyEmail(origin?.id ?? "", email, replaces);
    cache.put(answer.company);
    return answer;
  };
  const { mutate: toggleFavorite } = useFavorite();
  const { mutate: archive, isPending, variables } = useArchiveAction("archived");
  const archivingIds = isPending ? variables : undefined;
  const [, navigate] = useLocation();
  const openCompany = useEventCallback(({ id }: Company) => {
    keepCompanyOrder(rows, id);
    navigate(toCompanyPath(id));
  });
  const shared = useCompanyColumns(openContacts, { canAddEmail: true, onOpen: openCompany });
  const select = useSelectionColumn(selection.press);
  const columns = useMemo(
    (): Column<Company>[] => [
      select,
      {
        key: "favorite",
        label: t(($) => $.companies.column.favorite),
        bare: true,
        afterFirstPaint: "all",
        className: "company-star",
        header: <span className="visually-hidden">{t(($) => $.companies.column.favorite)}</span>,
        cell: (company) => (
          <IconButton
            icon="star"
            size="small"
            className={company.favorited ? "favorite on" : "favorite"}
            onClick={() => toggleFavorite(company)}
            label={
              company.favorited
                ? t(($) => $.companies.row.unfavorite, { name: formatCompanyName(company) })
                : t(($) => $.companies.row.favorite, { name: formatCompanyName(company) })
            }
          />
        ),
      },
      shared.website,
      shared.place,
      shared.contacts,
      {
        key: "message",
        header: t(($) => $.companies.column.message),
        afterFirstPaint: "all",
        className: "company-message",
        cell: messageCell,
      },
      {
        key: "status",
        header: t(($) => $.companies.column.status),
        afterFirstPaint: "part",
        className: "company-status",
        cell: (company, _, complete) =>
          renderStatusCell(company, t, language, {
            blocked: getShownState(company, isBlocked) === "blocked",
            marked: complete,
          }),
      },
      {
        key: "actions",
        header: t(($) => $.companies.column.actions),
        bare: true,
        afterFirstPaint: "all",
        className: "company-actions",
        cell: (company) => (
          <>
            {sendAction(company)}
            <IconButton
              icon="archive"
              size="small"
              label={t(($) => $.companies.row.archive, { name: formatCompanyName(company) })}
              busy={archivingIds?.includes(company.id) ?? false}
              disabledReason={
                company.send_status === "sending" ? t(($) => $.companies.blocked.archiveSending) : undefined
              }
              onClick={() => archive([company.id])}
            />
          </>
        ),
      },
    ],
    [t, language, isBlocked, select, shared, messageCell, sendAction, toggleFavorite, archive, archivingIds],
  );
  if (rows.length === 0 && !list.hasNextPage && !list.isPending) {
    const clear = <Button onClick={dashboard.clearFilters}>{t(($) => $.companies.empty.clear)}</Button>;
    return (
      <EmptyState
        picture={<Illustration name="lens" />}
        title={t(($) => $.companies.empty.filteredTitle)}
        text={t(($) => $.companies.empty.filteredText)}
        action={clear}
      />
    );
  }
  return (
    <>
      <div className={`companies-table ${density}`}>
        <TypeNamesProvider companies={loaded}>
          <Table
            // Rows of another height are measured anew.
            key={density}
            rowHeight={ROW_HEIGHTS_PX[density]}
            caption={t(($) => $.companies.caption)}
            columns={columns}
            rows={rows}
            selected={selection.has}
            heads={{ select: <SelectAllCheckbox selection={selection} rows={rows} onAll={onSelectAll} /> }}
            total={filtered ? undefined : dashboard.total}
            sort={listing}
            nameRow={formatCompanyName}
            onOpen={onOpen}
            onSort={() => setListing(toggleSort(listing, "name"))}
          />
        </TypeNamesProvider>
      </div>
      <p className="soft small" role="status">
        {filtered || list.hasNextPage
          ? t(($) => $.companies.loaded, { shown: rows.length, total: dashboard.total })
          : t(($) => $.companies.total, { count: dashboard.total })}
      </p>
      <LoadMore list={list} />
      <Attribution rows={loaded} />
      {origin && (
        <ContactsDialog
          company={origin}
          blocked={isBlocked(origin)}
          onEmail={origin.send_status === "sent" || origin.send_status === "sending" ? undefined : saveEmail}
          action={contactsAction(origin)}
          onClose={contacts.close}
        />
      )}
    </>
  );
}
