import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { useEventCallback } from "../../../lib/use-event-callback";
import { notify } from "../../../ui/toast/notify";
import type { Selection } from "./use-selection";

/** Selects the loaded rows at once and the rest when loaded, unless the selection was cleared in between. */
export function useSelectAllPages(
  selection: Selection,
  loaded: readonly Company[],
  loadAll: () => Promise<readonly Company[]>,
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const selectMore = useEventCallback((more: readonly Company[]) => {
    if (selection.ids.length > 0) selection.set([...selection.ids, ...more.map(({ id }) => id)]);
  });
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const before = new Set(loaded);
      selection.set(loaded.map(({ id }) => id));
      const all = await loadAll();
      selectMore(all.filter((company) => !before.has(company)));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.companies.archiveError),
        ),
      ),
  });
}
