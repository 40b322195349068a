import { useTranslation } from "../../i18n/use-translation";
import { useNavigate } from "react-router";
import { SearchWizard } from "../../features/search/search-wizard";
import { Page } from "../../ui/page";

export function SearchPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t(($) => $.search.title)}>
      <SearchWizard onAdded={() => void navigate("/dashboard")} />
    </Page>
  );
}
