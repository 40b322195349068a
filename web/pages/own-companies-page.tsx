import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { SearchWizard } from "../features/search/components/search-wizard";
import { Page } from "../ui/page/page";

/** The search for companies that the user brings. */
export function OwnCompaniesPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard mode="own" onAdded={() => navigate("/dashboard")} />
    </Page>
  );
}
