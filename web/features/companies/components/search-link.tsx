import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getButtonClass } from "../../../ui/button/button";
import { Icon } from "../../../ui/graphics/icon";

/** Link to the search. */
export function SearchLink({ primary = false }: { primary?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to="/search" className={`${getButtonClass({ look: primary ? "primary" : "plain" })} search-link`}>
      <Icon name="search" />
      <span>{t(($) => $.companies.find)}</span>
    </Link>
  );
}
