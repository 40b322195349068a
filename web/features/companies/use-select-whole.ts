import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useErrorText } from "../../i18n/use-error-text";
import { useHandler } from "../../lib/use-handler";
import { notify } from "../../ui/toast";
import type { Selection } from "./use-selection";

/** Ticks what is loaded of a list at once, and the rest as soon as it has come, unless everything was unticked meanwhile. */
export function useSelectWhole(
  selection: Selection,
  loaded: readonly Company[],
  loadAll: () => Promise<readonly Company[]>,
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const tickToo = useHandler((more: readonly Company[]) => {
    if (selection.ids.length > 0) selection.set([...selection.ids, ...more.map(({ id }) => id)]);
  });
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const before = new Set(loaded);
      selection.set(loaded.map(({ id }) => id));
      const all = await loadAll();
      tickToo(all.filter((company) => !before.has(company)));
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.companies.archive.fetchError),
        ),
      ),
  });
}
