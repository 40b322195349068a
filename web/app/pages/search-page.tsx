import { SearchWizard } from "../../features/search/search-wizard";
import { useTranslation } from "../../i18n/use-translation";
import { navigate } from "../../lib/history";
import { Page } from "../../ui/page";

export function SearchPage() {
  const { t } = useTranslation();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard onAdded={() => navigate("/dashboard")} />
    </Page>
  );
}
