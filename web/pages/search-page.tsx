import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { SearchWizard } from "../features/search/components/search-wizard";
import { Page } from "../ui/page/page";

export function SearchPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard mode="directory" onAdded={() => navigate("/dashboard")} />
    </Page>
  );
}
