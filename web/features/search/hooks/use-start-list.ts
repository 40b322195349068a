import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import { findRunningSearchId } from "../model/running-search";

/** What follows the start of a list. */
export interface ListStart {
  /** The profile for the letters; null for the default one. */
  profileId: string | null;
  /** What was typed has become a search. */
  onSent: () => void;
  /** Called with the id of the search to show: the list's, or the one that is still running. */
  onStarted: (id: string) => Promise<void>;
}

/** Starts a list. When another search runs, the user is shown that one; the form shows any other failure. */
export function useStartList<Given, Started extends { search_id: string }>(
  start: (given: Given) => Promise<Started>,
  { onSent, onStarted }: { onSent: (started: Started) => void; onStarted: ListStart["onStarted"] },
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: start,
    onSuccess: (started) => {
      onSent(started);
      return onStarted(started.search_id);
    },
    onError: async (error) => {
      const running = findRunningSearchId(error);
      if (running === undefined) return;
      notify.error(
        errorText(
          error,
          t(($) => $.search.errors.searchError),
        ),
      );
      await onStarted(running);
    },
  });
}
