import { useTranslation } from "react-i18next";
import { SearchWizard } from "../features/search/components/search-wizard";
import { navigate } from "../lib/history";
import { Page } from "../ui/page/page";

export function SearchPage() {
  const { t } = useTranslation();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard onAdded={() => navigate("/dashboard")} />
    </Page>
  );
}
