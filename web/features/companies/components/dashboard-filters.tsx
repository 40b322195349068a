import { useTranslation } from "react-i18next";
import type { Listing } from "../../../../worker/contract/dashboard-preload";
import { Button } from "../../../ui/button/button";
import { Switch } from "../../../ui/form/checkbox";
import { SelectField, TextField } from "../../../ui/form/field";
import "./dashboard.css";
import type { Dashboard } from "../hooks/use-dashboard";
import type { Density } from "../model/stored-density";
import { ExportCsvButton } from "./export-csv-button";

const SORT_OPTIONS = ["created_at_desc", "created_at_asc", "website_asc", "website_desc"] as const;
type SortOption = (typeof SORT_OPTIONS)[number];
const sortByOption: Record<SortOption, Pick<Listing, "by" | "order">> = {
  created_at_desc: { by: "created_at", order: "desc" },
  created_at_asc: { by: "created_at", order: "asc" },
  website_asc: { by: "website", order: "asc" },
  website_desc: { by: "website", order: "desc" },
};

/** No tag is empty. */
const ANY_TAG = "";

interface DashboardFiltersProps {
  dashboard: Dashboard;
  density: Density;
  onDensity: (density: Density) => void;
  onSelectAll: () => void;
}

/** Filters by text, tag and favourites, the order, the height of rows; on a phone, which has no header, a button to
 * select all. */
export function DashboardFilters({ dashboard, density, onDensity, onSelectAll }: DashboardFiltersProps) {
  const { t } = useTranslation();
  const { text, setText, listing, setListing, loaded, byTag } = dashboard;
  return (
    <section className="filter-row" aria-label={t(($) => $.companies.filter.label)}>
      <TextField
        type="search"
        label={t(($) => $.companies.filter.text)}
        placeholder={t(($) => $.companies.filter.placeholder)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label={t(($) => $.companies.filter.sort)}
        value={`${listing.by}_${listing.order}` satisfies SortOption}
        options={SORT_OPTIONS.map((value) => ({ value, label: t(($) => $.companies.filter.sorted[value]) }))}
        onChange={(value) => {
          const sort = SORT_OPTIONS.find((each) => each === value);
          if (sort) setListing({ ...listing, ...sortByOption[sort] });
        }}
      />
      {byTag.tags.length > 0 && (
        <SelectField
          label={t(($) => $.companies.filter.tag)}
          value={byTag.tag ?? ANY_TAG}
          options={[
            { value: ANY_TAG, label: t(($) => $.companies.filter.anyTag) },
            ...byTag.tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          onChange={(tag) => byTag.setTag(tag === ANY_TAG ? null : tag)}
        />
      )}
      <Switch
        label={t(($) => $.companies.filter.favorites)}
        checked={listing.favorites}
        onChange={(favorites) => setListing({ ...listing, favorites })}
      />
      <Button size="small" look="quiet" className="select-all" onClick={onSelectAll}>
        {t(($) => $.companies.row.selectAll)}
      </Button>
      <span className="density">
        <Switch
          label={t(($) => $.companies.filter.compact)}
          checked={density === "compact"}
          onChange={(compact) => onDensity(compact ? "compact" : "regular")}
        />
      </span>
      <ExportCsvButton listing={listing} loaded={loaded} />
    </section>
  );
}
