import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { notify } from "../../../ui/toast/notify";
import {
  archiveCompanies,
  archiveCompany,
  deleteCompanies,
  deleteCompany,
  restoreCompanies,
  restoreCompany,
  setFavorite,
} from "../api/company-requests";
import { useCompanyCache } from "./use-company-cache";

type ArchiveAction = "archived" | "restored" | "deleted";
type ArchiveRequest = (ids: readonly string[]) => Promise<{ company_ids: string[] }>;

/**
 * A single company uses the single call, which reports its error; several use the bulk call, which skips what it
 * cannot change.
 */
const archiveRequests: Record<ArchiveAction, ArchiveRequest> = {
  archived: ([only = "", ...rest]) => (rest.length === 0 ? archiveCompany(only) : archiveCompanies([only, ...rest])),
  restored: ([only = "", ...rest]) => (rest.length === 0 ? restoreCompany(only) : restoreCompanies([only, ...rest])),
  deleted: ([only = "", ...rest]) => (rest.length === 0 ? deleteCompany(only) : deleteCompanies([only, ...rest])),
};

/** Archives, restores or deletes. Rows are removed once the server confirms; archiving can be undone. */
export function useArchiveAction(move: ArchiveAction) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useCompanyCache();
  // The toast outlives the screen, so this uses no mutation of the component.
  const restoreArchived = (ids: readonly string[]) =>
    archiveRequests
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
    mutationFn: archiveRequests[move],
    onSuccess: ({ company_ids: done }, requestedIds) => {
      cache.remove(done);
      if (move !== "archived") notify.dropUndo();
      const left = requestedIds.length - done.length;
      const text = t(($) => $.companies.done[move], { count: done.length });
      if (done.length > 0 && move === "archived")
        notify.undoable(text, { label: t(($) => $.common.undo), run: () => void restoreArchived(done) });
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

/** Toggles a favourite, optimistically. */
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
