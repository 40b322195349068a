import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { MODE_PATHS, type SearchMode } from "../../model/search-mode";

/** Search in the directory, or companies of one's own. */
export function SearchModes({ mode }: { mode: SearchMode }) {
  const { t } = useTranslation();
  return (
    <nav className="search-modes" aria-label={t(($) => $.search.modes.label)}>
      {(["directory", "own"] as const).map((each) => (
        <Link key={each} to={MODE_PATHS[each]} aria-current={each === mode ? "page" : undefined}>
          {t(($) => $.search.modes[each])}
        </Link>
      ))}
    </nav>
  );
}
