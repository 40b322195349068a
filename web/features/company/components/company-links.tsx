import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Icon } from "../../../ui/graphics/icon";

interface CompanyLinksProps {
  /** Ids of the companies beside this one in the list that it was opened from. */
  previous: string | undefined;
  next: string | undefined;
}

/** The way back to the list, and to the companies before and after this one. */
export function CompanyLinks({ previous, next }: CompanyLinksProps) {
  const { t } = useTranslation();
  return (
    <nav className="company-links" aria-label={t(($) => $.company.around)}>
      <Link to="/dashboard">
        <Icon name="back" />
        <span>{t(($) => $.company.back)}</span>
      </Link>
      {previous !== undefined && (
        <Link to={`/companies/${previous}`} className="company-previous">
          {t(($) => $.company.previous)}
        </Link>
      )}
      {next !== undefined && <Link to={`/companies/${next}`}>{t(($) => $.company.next)}</Link>}
    </nav>
  );
}
