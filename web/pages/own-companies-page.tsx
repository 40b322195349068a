import { SearchScreen } from "./search-screen";

export const OwnCompaniesPage = () => <SearchScreen mode="own" />;
