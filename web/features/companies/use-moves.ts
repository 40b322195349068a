import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { useErrorText } from "../../i18n/use-error-text";
import { notify } from "../../ui/toast";
import { archive, archiveOne, deleteForGood, deleteOneForGood, restore, restoreOne, setFavorite } from "./api";
import { useCompanyCache } from "./cache";

type Move = "archived" | "restored" | "deleted";
type Act = (ids: readonly string[]) => Promise<{ company_ids: string[] }>;

/** One is asked for by its own call, which says why it was refused; many by the bulk call, which leaves out what it cannot do. */
const acts: Record<Move, Act> = {
  archived: ([only = "", ...rest]) => (rest.length === 0 ? archiveOne(only) : archive([only, ...rest])),
  restored: ([only = "", ...rest]) => (rest.length === 0 ? restoreOne(only) : restore([only, ...rest])),
  deleted: ([only = "", ...rest]) => (rest.length === 0 ? deleteOneForGood(only) : deleteForGood([only, ...rest])),
};

/** Archives, restores or deletes: the rows leave the screen once the server has said for which it was done. Archiving can be taken back at once. */
export function useMove(move: Move) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useCompanyCache();
  // The toast outlives the screen: what is pressed in it is no part of any.
  const bringBack = (ids: readonly string[]) =>
    acts
      .restored(ids)
      .then(
        ({ company_ids: back }) => notify.success(t(($) => $.companies.done.restored, { count: back.length })),
        (error: unknown) =>
          notify.error(
            errorText(
              error,
              t(($) => $.companies.actionError),
            ),
          ),
      )
      .then(cache.refresh);
  return useMutation({
    mutationFn: acts[move],
    onSuccess: ({ company_ids: done }, asked) => {
      cache.remove(done);
      const left = asked.length - done.length;
      const text = t(($) => $.companies.done[move], { count: done.length });
      if (done.length > 0 && move === "archived")
        notify.undoable(text, { label: t(($) => $.common.undo), run: () => void bringBack(done) });
      else if (done.length > 0) notify.success(text);
      if (left > 0) notify.warning(t(($) => $.companies.done.partly, { count: left }));
    },
    onError: async (error) => {
      notify.error(
        errorText(
          error,
          t(($) => $.companies.actionError),
        ),
      );
      await cache.refresh();
    },
  });
}

/** Sets or takes off the star, on screen at once. */
export function useFavorite() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useCompanyCache();
  return useMutation({
    mutationFn: ({ id, favorited }: Company) => setFavorite(id, !favorited),
    onMutate: (company) => cache.put({ ...company, favorited: !company.favorited }),
    onSuccess: ({ company }) => cache.put(company),
    onError: (error, company) => {
      cache.put(company);
      notify.error(
        errorText(
          error,
          t(($) => $.companies.actionError),
        ),
      );
    },
  });
}
