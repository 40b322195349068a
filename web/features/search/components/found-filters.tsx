import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatKilometres } from "../../../lib/format";
import { Switch } from "../../../ui/form/checkbox";
import { SelectField } from "../../../ui/form/field";
import { countFilters, type FilterOptions, FOUND_SORTS, type FoundFilter, type FoundSort } from "../model/found-view";

interface FoundFiltersProps {
  options: FilterOptions;
  filter: FoundFilter;
  sort: FoundSort;
  /** The name of a category on screen. */
  nameActivity: (gcid: string) => string;
  onFilter: (filter: FoundFilter) => void;
  onSort: (sort: FoundSort) => void;
}

/** Order and filters of the results; a filter appears where the results differ in it. */
export function FoundFilters({ options, filter, sort, nameActivity, onFilter, onSort }: FoundFiltersProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const any = (label: string) => ({ value: "", label });
  const change = (part: Partial<FoundFilter>) => onFilter({ ...filter, ...part });
  const filters = countFilters(filter);
  const active = [
    ...(sort === "found" ? [] : [t(($) => $.search.found.sorted[sort])]),
    ...(filters === 0 ? [] : [t(($) => $.search.found.filter.active, { count: filters })]),
  ];
  return (
    <details className="found-filters">
      <summary>
        {t(($) => $.search.found.filter.title)}
        {active.length > 0 && <span className="soft numbers"> · {active.join(" · ")}</span>}
      </summary>
      <div className="found-filter-fields">
        <SelectField
          label={t(($) => $.search.found.filter.sort)}
          value={sort}
          options={FOUND_SORTS.filter((each) => each !== "distance" || options.distancesKm.length > 0).map((each) => ({
            value: each,
            label: t(($) => $.search.found.sorted[each]),
          }))}
          onChange={(value) => onSort(FOUND_SORTS.find((each) => each === value) ?? "found")}
        />
        {options.activities.length > 1 && (
          <SelectField
            label={t(($) => $.search.found.filter.activity)}
            value={filter.activity}
            options={[
              any(t(($) => $.search.found.filter.allActivities)),
              ...options.activities.map((gcid) => ({ value: gcid, label: nameActivity(gcid) })),
            ]}
            onChange={(activity) => change({ activity })}
          />
        )}
        {options.distancesKm.length > 0 && (
          <SelectField
            label={t(($) => $.search.found.filter.distance)}
            value={String(filter.maxKm ?? "")}
            options={[
              any(t(($) => $.search.found.filter.anyDistance)),
              ...options.distancesKm.map((km) => ({
                value: String(km),
                label: t(($) => $.search.found.filter.within, { distance: formatKilometres(km, language) }),
              })),
            ]}
            onChange={(value) => change({ maxKm: value === "" ? null : Number(value) })}
          />
        )}
        {options.sizes.length > 0 && (
          <SelectField
            label={t(($) => $.search.found.filter.size)}
            value={filter.size}
            options={[
              any(t(($) => $.search.found.filter.anySize)),
              ...options.sizes.map((size) => ({ value: size, label: t(($) => $.search.found.size, { size }) })),
            ]}
            onChange={(size) => change({ size })}
          />
        )}
        {options.sectors.length > 0 && (
          <SelectField
            label={t(($) => $.search.found.filter.sector)}
            value={filter.sector}
            options={[
              any(t(($) => $.search.found.filter.anySector)),
              ...options.sectors.map((sector) => ({ value: sector, label: sector })),
            ]}
            onChange={(sector) => change({ sector })}
          />
        )}
        <Switch
          label={t(($) => $.search.found.filter.withEmail)}
          checked={filter.withEmail}
          onChange={(withEmail) => change({ withEmail })}
        />
        {options.known > 0 && (
          <Switch
            label={t(($) => $.search.found.filter.known, { count: options.known })}
            checked={filter.known}
            onChange={(known) => change({ known })}
          />
        )}
      </div>
    </details>
  );
}
