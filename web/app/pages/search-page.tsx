import { useTranslation } from "react-i18next";
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
