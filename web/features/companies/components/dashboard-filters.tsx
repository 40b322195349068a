import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useOutcomeName } from "../../../i18n/use-outcome-name";
import { useSingleKeys } from "../../../lib/use-single-keys";
import { Button } from "../../../ui/button/button";
import { Switch } from "../../../ui/form/checkbox";
import { SelectField, TextField } from "../../../ui/form/field";
import { Icon } from "../../../ui/graphics/icon";
import "./dashboard.css";
import { type Dashboard, MAX_FILTER_LENGTH } from "../hooks/use-dashboard";
import { OUTCOME_FILTERS } from "../model/company-status";
import type { Density } from "../model/stored-density";
import { LISTING_BY_SORT, SORTS, toSort } from "../model/stored-sort-and-filter";
import { ExportCsvButton } from "./export-csv-button";

const ANY_OUTCOME = "";
/** No tag is empty. */
const ANY_TAG = "";

interface DashboardFiltersProps {
  dashboard: Dashboard;
  density: Density;
  onDensity: (density: Density) => void;
  onSelectAll: () => void;
}

/**
 * Filters by text, outcome, tag and favourites, the order, the height of rows; on a phone, which has no header, a
 * button to select all.
 */
export function DashboardFilters({ dashboard, density, onDensity, onSelectAll }: DashboardFiltersProps) {
  const { t } = useTranslation();
  const nameOutcome = useOutcomeName();
  const { text, setText, listing, setListing, loaded, byTag } = dashboard;
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
      {/* They come later: only the field before them gives room. */}
      {(dashboard.hasApplications || dashboard.outcome !== null) && (
        <SelectField
          label={t(($) => $.companies.filter.outcome)}
          value={dashboard.outcome ?? ANY_OUTCOME}
          options={[
            { value: ANY_OUTCOME, label: t(($) => $.companies.filter.anyOutcome) },
            ...OUTCOME_FILTERS.map((value) => ({ value, label: nameOutcome(value) })),
          ]}
          onChange={(value) => dashboard.setOutcome(OUTCOME_FILTERS.find((each) => each === value) ?? null)}
        />
      )}
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
        label={
          <>
            <Icon name="star" />
            <span>{t(($) => $.companies.filter.favorites)}</span>
          </>
        }
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
