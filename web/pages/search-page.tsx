import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { SearchWizard } from "../features/search/components/search-wizard";
import { Page } from "../ui/page/page";

/** Also at `/search/own`, with companies that the user brings. */
export function SearchPage() {
  const { t } = useTranslation();
  const [location, navigate] = useLocation();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard mode={location === "/search/own" ? "own" : "directory"} onAdded={() => navigate("/dashboard")} />
    </Page>
  );
}
