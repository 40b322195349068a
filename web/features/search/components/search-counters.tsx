import { useTranslation } from "react-i18next";
import type { FoundCompany, Search } from "../../../../worker/contract/search";
import { formatCount } from "../../../i18n/typography";
import { useShownLanguage } from "../../../i18n/use-language";
import { countFound } from "../model/found-view";
import { isFinished } from "../model/rules-search";

interface SearchCountersProps {
  search: Search;
  companies: readonly FoundCompany[];
}

/** How many companies a search has found, and of which kind they are. */
export function SearchCounters({ search, companies }: SearchCountersProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (
    <dl className="counts" aria-label={t(($) => $.search.counts.label)}>
      {countFound(search, companies)
        .filter(([name, count]) => count > 0 || name === "total" || !isFinished(search))
        .map(([name, count]) => (
          <div key={name}>
            <dt>{t(($) => $.search.counts[name], { count })}</dt>
            <dd className="numbers">{formatCount(count, language)}</dd>
          </div>
        ))}
    </dl>
  );
}
