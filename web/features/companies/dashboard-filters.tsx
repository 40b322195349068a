import { useTranslation } from "react-i18next";
import { SelectField, TextField } from "../../ui/field";
import { Switch } from "../../ui/checkbox";
import "./companies.css";
import { type Listing, STATES } from "./rules";
import type { Dashboard } from "./use-dashboard";

const SORTS = ["created_at_desc", "created_at_asc", "website_asc", "website_desc"] as const;
const sortings: Record<(typeof SORTS)[number], Pick<Listing, "by" | "order">> = {
  created_at_desc: { by: "created_at", order: "desc" },
  created_at_asc: { by: "created_at", order: "asc" },
  website_asc: { by: "website", order: "asc" },
  website_desc: { by: "website", order: "desc" },
};

/** Narrows the table: by state, each with its number; by text; to favourites. And its order. */
export function DashboardFilters({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const { counts, total, state, setState, text, setText, listing, setListing } = dashboard;
  const offered = STATES.filter((each) => each === "all" || each === state || counts[each] > 0);
  const shownSort = SORTS.find((sort) => sortings[sort].by === listing.by && sortings[sort].order === listing.order) ?? "created_at_desc";
  return (
    <section className="filters" aria-label={t(($) => $.companies.filter.label)}>
      <div className="states" role="group" aria-label={t(($) => $.companies.filter.status)}>
        {offered.map((each) => (
          <button key={each} type="button" className="state" aria-pressed={each === state} onClick={() => setState(each)}>
            <span className="numbers">{each === "all" ? total : counts[each]}</span> {t(($) => $.companies.filter[each])}
          </button>
        ))}
      </div>
      <div className="filter-row">
        <TextField type="search" label={t(($) => $.companies.filter.text)} placeholder={t(($) => $.companies.filter.placeholder)} value={text} onChange={(event) => setText(event.target.value)} />
        <SelectField
          label={t(($) => $.companies.filter.sort)} value={shownSort} options={SORTS.map((value) => ({ value, label: t(($) => $.companies.filter.sorted[value]) }))}
          onChange={(value) => { const sort = SORTS.find((each) => each === value); if (sort) setListing({ ...listing, ...sortings[sort] }); }}
        />
        <Switch label={t(($) => $.companies.filter.favorites)} checked={listing.favorites} onChange={(favorites) => setListing({ ...listing, favorites })} />
      </div>
    </section>
  );
}
