import { useTranslation } from "react-i18next";
import { Link } from "../../lib/router";
import { buttonLook } from "../../ui/button";
import { Icon } from "../../ui/icon";

/** The way to more companies. */
export function SearchLink({ primary = false }: { primary?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to="/search" className={`${buttonLook({ look: primary ? "primary" : "plain" })} search-link`}>
      <Icon name="search" />
      <span>{t(($) => $.companies.find)}</span>
    </Link>
  );
}
