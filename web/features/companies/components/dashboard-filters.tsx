import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSingleKeys } from "../../../lib/use-single-keys";
import { Button } from "../../../ui/button/button";
import { Switch } from "../../../ui/form/checkbox";
import { SelectField, TextField } from "../../../ui/form/field";
import "./dashboard.css";
import { type Dashboard, MAX_FILTER_LENGTH } from "../hooks/use-dashboard";
import { LISTING_BY_SORT, SORTS, toSort } from "../model/stored-sort-and-filter";

/** Filters by text and favourites, the order, and a button to select all. */
export function DashboardFilters({ dashboard, onSelectAll }: { dashboard: Dashboard; onSelectAll: () => void }) {
  const { t } = useTranslation();
  const { text, setText, listing, setListing } = dashboard;
  const section = useRef<HTMLElement>(null);
  useSingleKeys({ "/": () => section.current?.querySelector<HTMLInputElement>("input[type=search]")?.select() });
  return (
    <section ref={section} className="filter-row" aria-label={t(($) => $.companies.filter.label)}>
      <TextField
        type="search"
        aria-keyshortcuts="/"
        label={t(($) => $.companies.filter.text)}
        placeholder={t(($) => $.companies.filter.placeholder)}
        maxLength={MAX_FILTER_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label={t(($) => $.companies.filter.sort)}
        value={toSort(listing)}
        options={SORTS.map((value) => ({ value, label: t(($) => $.companies.filter.sorted[value]) }))}
        onChange={(value) => {
          const sort = SORTS.find((each) => each === value);
          if (sort) setListing({ ...listing, ...LISTING_BY_SORT[sort] });
        }}
      />
      <Switch
        label={t(($) => $.companies.filter.favorites)}
        checked={listing.favorites}
        onChange={(favorites) => setListing({ ...listing, favorites })}
      />
      <Button size="small" look="quiet" onClick={onSelectAll}>
        {t(($) => $.companies.row.selectAll)}
      </Button>
    </section>
  );
}
