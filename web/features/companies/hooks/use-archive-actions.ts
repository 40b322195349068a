import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { getOutbox, type OutboxMail, takeOut } from "../../../../worker/contract/outbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { callApi } from "../../../lib/api-client";
import { putMailsBack } from "../../../lib/put-mails-back";
import { endpointQuery } from "../../../lib/query-client";
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

const waits = ({ status }: OutboxMail): boolean => status === "held" || status === "waiting";

/** Archives, restores or deletes. Rows are removed once the server confirms; archiving can be undone, mails too. */
export function useArchiveAction(move: ArchiveAction) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cache = useCompanyCache();
  const client = useQueryClient();
  const outbox = endpointQuery(getOutbox);
  const listQueued = () => client.getQueryData(outbox.queryKey)?.outbox.mails.filter(waits) ?? [];
  const showError = (error: unknown) =>
    notify.error(
      errorText(
        error,
        t(($) => $.companies.actionError),
      ),
    );
  const requeue = async (ids: string[], order: readonly string[]) => {
    const { approvals } = await callApi(takeOut, { body: { company_ids: ids } });
    const failed = await putMailsBack(approvals, order);
    if (failed > 0) notify.warning(t(($) => $.companies.done.notRequeued, { count: failed }));
  };
  // The toast outlives the screen, so this uses no mutation of the component.
  const restoreArchived = async (ids: readonly string[], unqueued: string[], order: readonly string[]) => {
    try {
      const { company_ids: back } = await archiveRequests.restored(ids);
      notify.success(t(($) => $.companies.done.restored, { count: back.length }));
      if (unqueued.length > 0) await requeue(unqueued, order);
    } catch (error) {
      showError(error);
    }
    await Promise.all([cache.refresh(), client.invalidateQueries(outbox)]);
  };
  return useMutation({
    mutationFn: archiveRequests[move],
    onMutate: () => listQueued().map(({ company_id: id }) => id),
    onSuccess: ({ company_ids: done }, requestedIds, queued) => {
      cache.remove(done);
      if (move !== "archived") notify.dropUndo();
      const left = requestedIds.length - done.length;
      const text = t(($) => $.companies.done[move], { count: done.length });
      const unqueued = queued.filter((id) => done.includes(id));
      const alsoLeft = unqueued.length > 0 ? ` ${t(($) => $.companies.done.unqueued, { count: unqueued.length })}` : "";
      if (done.length > 0 && move === "archived")
        notify.undoable(text + alsoLeft, {
          label: t(($) => $.common.undo),
          run: () => void restoreArchived(done, unqueued, queued),
        });
      else if (done.length > 0) notify.success(text);
      if (left > 0) notify.warning(t(($) => $.companies.done.partly, { count: left }));
    },
    onError: async (error) => {
      showError(error);
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
