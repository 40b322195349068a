import { SearchScreen } from "./search-screen";

export const SearchPage = () => <SearchScreen mode="directory" />;
