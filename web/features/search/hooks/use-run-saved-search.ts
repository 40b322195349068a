import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SavedSearch } from "../../../../worker/contract/saved-searches";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { runSavedSearch, savedSearchesQuery } from "../api/saved-search-requests";

/** Runs a kept search again; what its earlier runs have found is marked as seen. */
export function useRunSavedSearch(onRun: (searchId: string) => Promise<void>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<SavedSearch, "id">) => runSavedSearch(id),
    onSuccess: async ({ search_id: id }) => {
      void client.invalidateQueries({ queryKey: savedSearchesQuery().queryKey });
      await onRun(id);
    },
    onError: (failure) =>
      notify.error(
        errorText(
          failure,
          t(($) => $.search.errors.searchError),
        ),
      ),
  });
}
