import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { getActivity } from "../../../../worker/contract/activity";
import type { Answer } from "../../../../worker/contract/endpoint";
import {
  getOutbox,
  type Outbox,
  type OutboxMail,
  type takeOut as takeOutEndpoint,
} from "../../../../worker/contract/outbox";
import { useErrorText } from "../../../i18n/use-error-text";
import { putMailsBack } from "../../../lib/put-mails-back";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { notify } from "../../../ui/toast/notify";
import { outboxQuery, reorderOutbox, resumeOutbox, scheduleMails, stopOutbox, takeOut } from "../api/outbox-requests";
import { getPollMs, indexOpenMails, isOpen, listNewsIds } from "../model/rules-outbox";
import { undoNotice, withoutMails } from "../model/undo-notice";

/** The outbox, as `useOutboxWatch` keeps it. A request that began with the first paint would draw the screen twice. */
export function useOutbox() {
  const painted = useAfterFirstPaint();
  return useQuery({ ...outboxQuery(), enabled: painted });
}

/** Whether mails wait that are not known yet: their companies would be shown as ready to be sent. */
export function useAwaitsOutbox(): boolean {
  // The sidebar asks for it.
  const activity = useQuery({ ...endpointQuery(getActivity), enabled: false });
  const anyWaiting = (activity.data?.activity.outbox ?? null) !== null;
  const outbox = useQuery({ ...outboxQuery(), enabled: anyWaiting });
  return activity.isLoading || (anyWaiting && outbox.isLoading);
}

/** The applications that wait, or the follow-ups, by company. */
export function useQueuedMails(kind: "applications" | "follow-ups" = "applications"): ReadonlyMap<string, OutboxMail> {
  const outbox = useOutbox().data?.outbox;
  return useMemo(() => indexOpenMails(outbox, kind), [outbox, kind]);
}

/** Puts the outbox of an answer into the cache. */
export function useSetOutbox(): (outbox: Outbox) => void {
  const client = useQueryClient();
  return (outbox) => {
    const { queryKey } = outboxQuery();
    // A look that is under way may be older.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { outbox });
  };
}

/**
 * Asks for the outbox again while mails wait in it: when the next one leaves, and after every change that this tab
 * makes, since an edit ends an approval. One component of the app does so.
 * @param onNews called with companies whose mail has begun to leave, has ended, or lost its mailbox
 */
export function useOutboxWatch(onNews: (companyIds: string[]) => void): void {
  const client = useQueryClient();
  const { data } = useQuery({
    ...outboxQuery(),
    refetchInterval: ({ state }) => (state.data ? getPollMs(state.data.outbox, Date.now()) : false),
  });
  const outbox = data?.outbox;
  const seen = useRef<Outbox>(undefined);
  const react = useRef(onNews);
  useEffect(() => {
    react.current = onNews;
  });
  useEffect(() => {
    const news = seen.current && outbox ? listNewsIds(seen.current, outbox) : [];
    seen.current = outbox;
    if (news.length > 0) react.current(news);
  }, [outbox]);

  const isChanging = useIsMutating({ predicate: ({ options }) => options.mutationKey?.[0] !== getOutbox.path }) > 0;
  const wasChanging = useRef(false);
  const isWaiting = outbox?.mails.some(isOpen) ?? false;
  useEffect(() => {
    if (wasChanging.current && !isChanging && isWaiting)
      void client.invalidateQueries({ queryKey: toQueryKey(getOutbox) });
    wasChanging.current = isChanging;
  }, [client, isChanging, isWaiting]);
}

type OutboxChange =
  | { do: "stop" | "resume" }
  /** `dismiss`: finished ones are no longer listed. */
  | { do: "take_out" | "dismiss" | "reorder"; ids: readonly string[] }
  | { do: "schedule"; ids: readonly string[]; sendAt: string | null };

type Approval = Answer<typeof takeOutEndpoint>["approvals"][number];

async function requestChange(
  change: OutboxChange,
): Promise<{ outbox: Outbox; company_ids?: string[]; approvals?: Approval[] }> {
  switch (change.do) {
    case "stop":
      return stopOutbox();
    case "resume":
      return resumeOutbox();
    case "take_out":
    case "dismiss":
      return takeOut(change.ids);
    case "reorder":
      return reorderOutbox(change.ids);
    case "schedule":
      return scheduleMails(change.ids, change.sendAt);
  }
}

/** Changes the outbox: a failure is told as a toast, and the outbox is read again. */
export function useOutboxChange() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const setOutbox = useSetOutbox();
  // The toast outlives the screen, so this uses no mutation of the component.
  const putBack = async (approvals: readonly Approval[], order: readonly string[]) => {
    try {
      const failed = await putMailsBack(approvals, order);
      if (failed > 0) notify.warning(t(($) => $.outbox.notPutBack, { count: failed }));
    } catch (error) {
      notify.error(
        errorText(
          error,
          t(($) => $.outbox.changeError),
        ),
      );
    }
    await client.invalidateQueries({ queryKey: toQueryKey(getOutbox) });
  };
  return useMutation({
    mutationKey: toQueryKey(getOutbox),
    mutationFn: requestChange,
    onMutate: () =>
      (client.getQueryData(outboxQuery().queryKey)?.outbox.mails ?? []).filter(isOpen).map(({ company_id: id }) => id),
    onSuccess: ({ outbox, company_ids: changed, approvals = [] }, change, order) => {
      setOutbox(outbox);
      if (!changed || (change.do !== "take_out" && change.do !== "schedule")) return;
      const late = change.ids.length - changed.length;
      if (late > 0)
        notify.warning(
          change.do === "schedule"
            ? t(($) => $.outbox.unscheduled, { count: late })
            : t(($) => $.outbox.late, { count: late }),
        );
      if (change.do !== "take_out" || changed.length === 0) return;
      undoNotice.write(withoutMails(undoNotice.read(), changed, outbox));
      notify.undoable(
        t(($) => $.outbox.takenOut, { count: changed.length }),
        { label: t(($) => $.common.undo), run: () => void putBack(approvals, order) },
      );
    },
    onError: async (error) => {
      notify.error(
        errorText(
          error,
          t(($) => $.outbox.changeError),
        ),
      );
      await client.invalidateQueries({ queryKey: toQueryKey(getOutbox) });
    },
  });
}

/** The mails just queued here, and how to undo that. */
export function useUndo() {
  const notice = useSyncExternalStore(undoNotice.subscribe, undoNotice.read, () => null);
  const setOutbox = useSetOutbox();
  const undo = async () => {
    const open = undoNotice.read();
    if (open?.phase !== "open") return;
    undoNotice.write({ ...open, phase: "undoing" });
    try {
      const { company_ids: out, outbox } = await takeOut(open.companyIds);
      setOutbox(outbox);
      const lateCount = open.companyIds.length - out.length;
      undoNotice.write({ ...open, phase: lateCount === 0 ? "undone" : "late", lateCount });
    } catch {
      undoNotice.write({ ...open, phase: "failed" });
    }
  };
  return { notice, undo: () => void undo() };
}
