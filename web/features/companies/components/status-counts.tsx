import { useTranslation } from "react-i18next";
import { formatCount } from "../../../i18n/typography";
import { useShownLanguage } from "../../../i18n/use-language";
import "./dashboard.css";
import type { Dashboard } from "../hooks/use-dashboard";
import { STATE_FILTERS, type StateFilter } from "../model/company-status";

/** The number of companies in each state; pressing one filters the table. */
export function StatusCounts({ dashboard: { counts, total, state, setState } }: { dashboard: Dashboard }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const formatState = (each: StateFilter) => formatCount(each === "all" ? total : counts[each], language);
  const offered = STATE_FILTERS.filter((each) => each === "all" || each === state || counts[each] > 0);
  return (
    <div className="states" role="group" aria-label={t(($) => $.companies.filter.status)}>
      {offered.map((each) => (
        <button
          key={each}
          type="button"
          className={`state ${each}`}
          aria-pressed={each === state}
          onClick={() => setState(each)}
        >
          <span className="state-number numbers">{formatState(each)}</span>{" "}
          <span>{t(($) => $.companies.filter[each])}</span>
        </button>
      ))}
    </div>
  );
}
