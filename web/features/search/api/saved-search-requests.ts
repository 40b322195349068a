import * as saved from "../../../../worker/contract/saved-searches";
import { callApi } from "../../../lib/api-client";
import { endpointQuery } from "../../../lib/query-client";

export const savedSearchesQuery = () => endpointQuery(saved.listSavedSearches);
/** Keeps an earlier search under a name. */
export const keepSearch = (id: string, name: string) => callApi(saved.keepSearch, { params: { id }, body: { name } });
export const renameSavedSearch = (id: string, name: string) =>
  callApi(saved.renameSavedSearch, { params: { id }, body: { name } });
export const deleteSavedSearch = (id: string) => callApi(saved.deleteSavedSearch, { params: { id } });
export const runSavedSearch = (id: string) => callApi(saved.runSavedSearch, { params: { id } });
