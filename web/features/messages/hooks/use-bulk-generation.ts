import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { getActivity } from "../../../../worker/contract/activity";
import type { Generation, GenerationItemState, SkipReason } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import type { ComingMessages } from "../../../lib/coming-messages";
import { toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";
import { cancelGeneration, currentGenerationQuery, generateMessages } from "../api/message-requests";
import { findDayLimit, isFailure } from "../model/generation-failures";
import { listComing, listSkipReasons } from "../model/rules-generation-plan";
import { bulkGenerationState } from "../model/stored-generations";
import { useCurrentGeneration } from "./use-current-generation";
import { useDayLimitText } from "./use-day-limit-text";
import { useSettledCompanies } from "./use-settled-companies";
import { useTemplateNotice } from "./use-template-notice";

export interface BulkGeneration {
  /** The running generation; null when none is. */
  running: Generation | null;
  /** When it was last fetched (ms). */
  updatedAt: number;
  /** The last poll failed. */
  lost: boolean;
  /** State of each of its companies; empty while it waits for a batch of the model. */
  states: ReadonlyMap<string, GenerationItemState>;
  /** Its messages while it waits. */
  coming: ComingMessages;
  starting: boolean;
  cancelling: boolean;
  /**
   * @param profileId to write all with; that of each company unless named
   * @param mayWait they may be written later
   */
  start: (ids: string[], overwrite: boolean, profileId?: string | null, mayWait?: boolean) => void;
  cancel: () => void;
}

/**
 * Bulk generation: a job on the server. Its letters are told by the socket; without one it is polled every second while
 * the tab is visible.
 * @param onWritten called with companies whose item has ended
 */
export function useBulkGeneration(onWritten: (ids: string[]) => void): BulkGeneration {
  const { t } = useTranslation();
  const client = useQueryClient();
  const errorText = useErrorText();
  const query = currentGenerationQuery();
  const { generation, dataUpdatedAt, isRefetchError } = useCurrentGeneration();
  const running = generation?.status === "running" ? generation : null;
  // Id of the generation that the user cancelled; survives a reload.
  const [cancelledId, setCancelledId] = useState(() =>
    bulkGenerationState.isCancelled() ? bulkGenerationState.id() : null,
  );

  const notifyEnd = useEndNotification();
  useSettledCompanies(generation, onWritten);
  useEffect(() => {
    if (generation?.status === "running" && bulkGenerationState.id() !== generation.id)
      bulkGenerationState.begin(generation.id);
    if (!generation || generation.status === "running" || bulkGenerationState.id() !== generation.id) return;
    bulkGenerationState.end();
    notifyEnd(generation);
  }, [generation, notifyEnd]);

  const notifyTemplate = useTemplateNotice();
  const notifySkipped = (skipped: { reason: SkipReason }[]) => {
    if (skipped.length === 0) return;
    if (skipped.every(({ reason }) => reason === "no_template")) return notifyTemplate();
    const reasons = listSkipReasons(skipped)
      .map((reason) => t(($) => $.messages.skip[reason]))
      .join(", ");
    notify.info(t(($) => $.messages.bulk.skipped, { count: skipped.length, reasons }));
  };

  const refreshGeneration = () =>
    Promise.all([query.queryKey, toQueryKey(getActivity)].map((queryKey) => client.invalidateQueries({ queryKey })));
  const start = useMutation({
    mutationFn: (order: Parameters<BulkGeneration["start"]>) => generateMessages(...order),
    onSuccess: async ({ generation_id, skipped }) => {
      if (generation_id !== null) bulkGenerationState.begin(generation_id);
      notifySkipped(skipped);
      await refreshGeneration();
    },
    onError: async (error) => {
      if (hasErrorCode(error, "no_template")) notifyTemplate();
      else
        notify.error(
          errorText(
            error,
            t(($) => $.messages.errors.messagesGenerateError),
          ),
        );
      await refreshGeneration();
    },
  });

  const cancel = useMutation({
    mutationFn: cancelGeneration,
    onMutate: (id) => {
      bulkGenerationState.cancel();
      setCancelledId(id);
    },
    onSuccess: async (answer) => {
      client.setQueryData(query.queryKey, answer);
      await client.invalidateQueries({ queryKey: toQueryKey(getActivity) });
    },
    onError: (error) => {
      bulkGenerationState.uncancel();
      setCancelledId(null);
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.cancelError),
        ),
      );
    },
  });

  return {
    running,
    updatedAt: dataUpdatedAt,
    lost: isRefetchError,
    states: useMemo(() => {
      const items = running?.waits_until === null ? running.items : [];
      return new Map(items.map(({ company_id, state }) => [company_id, state]));
    }, [running]),
    coming: useMemo(() => listComing(running), [running]),
    starting: start.isPending,
    cancelling: running !== null && cancelledId === running.id,
    start: (...order) => start.mutate(order),
    cancel: () => {
      if (running) cancel.mutate(running.id);
    },
  };
}

/** Announces the end of a generation: info when cancelled, a warning with the number of failures. */
function useEndNotification(): (generation: Generation) => void {
  const { t } = useTranslation();
  const limitText = useDayLimitText();
  const notifyLatest = (generation: Generation) => {
    const { status, done, items } = generation;
    const failed = items.filter(isFailure).length;
    if (status === "cancelled") notify.info(t(($) => $.messages.bulk.cancelled, { count: done }));
    else if (done > 0 || items.length === 0) notify.success(t(($) => $.messages.bulk.completed, { count: done }));
    const limit = findDayLimit(items.map(({ error_code: code }) => code));
    if (failed > 0)
      notify.warning(
        [t(($) => $.messages.bulk.failed, { count: failed }), ...(limit === undefined ? [] : [limitText(limit)])].join(
          " ",
        ),
      );
  };
  const latest = useRef(notifyLatest);
  useEffect(() => {
    latest.current = notifyLatest;
  });
  return useMemo(() => (generation: Generation) => latest.current(generation), []);
}
