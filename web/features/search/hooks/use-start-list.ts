import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { findRunningSearchId } from "../model/running-search";

/**
 * Starts a list. When another search is running, the user is shown that one; any other failure stays with the form.
 * @param onStarted called with the id of the search to show
 */
export function useStartList<Given, Started extends { search_id: string }>(
  start: (given: Given) => Promise<Started>,
  onStarted: (id: string, started: Started | null) => Promise<void>,
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: start,
    onSuccess: (started) => onStarted(started.search_id, started),
    onError: async (error) => {
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.searchError),
        ),
      );
      const running = findRunningSearchId(error);
      if (running !== undefined) await onStarted(running, null);
    },
  });
}
