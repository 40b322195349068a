import { useTranslation } from "react-i18next";
import type { Search } from "../../../../worker/contract/search";
import { formatCount } from "../../../i18n/typography";
import { useShownLanguage } from "../../../i18n/use-language";

/** The counters of a search. */
export function SearchCounters({ search }: { search: Search }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const counts = [
    ["total", search.total_companies],
    ["new", search.new_companies],
    // Only of a kept search that was run again.
    ...(search.seen_companies > 0 ? [["seen", search.seen_companies] as const] : []),
    ...(search.known_companies > 0 ? [["known", search.known_companies] as const] : []),
    ["duplicates", search.duplicate_companies - search.known_companies],
    ["emails", search.total_emails],
    ["sites", search.scraped_websites_count],
    ["contacts", search.processed_contacts_count],
  ] as const;
  return (
    <dl className="counts" aria-label={t(($) => $.search.counts.label)}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{t(($) => $.search.counts[name])}</dt>
          <dd className="numbers">{formatCount(count, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
