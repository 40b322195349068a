import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getInbox, type InboxAnswer } from "../../../../worker/contract/inbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { endpointQuery } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";

/** The user's forwarding address. It is asked for again when the user comes back from Gmail. */
export const useInbox = () => useQuery(endpointQuery(getInbox));

/** A change of it. A failure is told with a toast; the answer is what every screen shows. */
export function useInboxChange<T = void>(change: (input: T) => Promise<InboxAnswer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      client.setQueryData(endpointQuery(getInbox).queryKey, answer);
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.inbox.saveError),
        ),
      ),
  });
}
