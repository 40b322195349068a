import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { getActivity, type Activity } from "../../worker/contract/activity";
import { INTERVALS_MS } from "../../worker/contract/limits";
import { getCurrentGeneration, generateMessage } from "../../worker/contract/messages";
import { type EndReason, getOutbox, type OutboxMail, type OutboxStatus } from "../../worker/contract/outbox";
import { getCurrentSearch } from "../../worker/contract/search";
import { choosePollMs } from "../lib/live-state";
import { toQueryKey, endpointQuery } from "../lib/query-client";
import { createStoredValue, textSchema } from "../lib/stored-value";

/** When the last mail that the user has seen in the outbox had failed. */
const storedSeenProblem = createStoredValue<string | null>("local", "outboxSeenUntil", textSchema, null, true);

/** What the user did themselves ended these mails: nothing failed. */
const USERS_REASONS: ReadonlySet<EndReason> = new Set<EndReason>([
  "message_changed",
  "sender_changed",
  "archived",
  "applied",
]);

/** Mails that were not sent although the user wanted them to be, since the last one that they have seen. */
export const listProblems = <T extends Pick<OutboxMail, "status" | "ended_by" | "changed_at">>(
  mails: readonly T[],
  seenUntil: string | null,
): T[] =>
  mails.filter(
    ({ status, ended_by: reason, changed_at: at }) =>
      (status === "failed" || status === "unknown" || status === "withdrawn") &&
      !(reason !== null && USERS_REASONS.has(reason)) &&
      (seenUntil === null || at > seenUntil),
  );

const hasRunningWork = (current: Activity | undefined) =>
  current?.search?.state === "running" || (current?.generation_id ?? null) !== null;

/**
 * Work that is running, whichever tab started it: told by the socket, and polled now and then. Without a socket polled
 * every 5 seconds while there is some, and every minute while there is none. At once when the tab becomes visible, and
 * never while it is hidden.
 */
export function useSidebarStatus(): {
  writing: boolean;
  search: "busy" | "done" | null;
  /** Mails that wait in the outbox, and those that were not sent and that the user has not seen there. */
  outbox: { waiting: number; problems: number };
} {
  const { data } = useQuery({
    ...endpointQuery(getActivity),
    refetchInterval: ({ state }) =>
      hasRunningWork(state.data?.activity)
        ? choosePollMs(INTERVALS_MS.sidebarPoll, INTERVALS_MS.sidebarIdle)
        : choosePollMs(INTERVALS_MS.sidebarIdle, INTERVALS_MS.liveIdle),
  });
  const { data: generation } = useQuery({ ...endpointQuery(getCurrentGeneration), enabled: false });
  const writingOne = useIsMutating({ mutationKey: toQueryKey(generateMessage) }) > 0;
  // `OutboxWatch` asks for it; until its answer comes, the activity knows how many wait.
  const outbox = useQuery({ ...endpointQuery(getOutbox), enabled: false }).data?.outbox;
  const mails = outbox?.mails ?? [];
  const waiting = data?.activity.outbox?.waiting ?? 0;
  const countMails = (...statuses: OutboxStatus[]) => mails.filter(({ status }) => statuses.includes(status)).length;
  const isInOutbox = useLocation()[0] === "/outbox";
  const problems = listProblems(mails, storedSeenProblem.read());
  const lastAt = problems
    .map(({ changed_at: at }) => at)
    .toSorted()
    .at(-1);
  useEffect(() => {
    if (isInOutbox && lastAt !== undefined) storedSeenProblem.write(lastAt);
  }, [isInOutbox, lastAt]);
  const current = data?.activity;
  useRefreshOnActivityChange(current);
  // The dashboard polls a generation every second, so its query knows of the end first.
  const isOver = generation?.generation?.id === current?.generation_id && generation?.generation?.status !== "running";
  return {
    writing: writingOne || ((current?.generation_id ?? null) !== null && !isOver),
    search: current?.search ? (current.search.state === "running" ? "busy" : "done") : null,
    outbox: {
      waiting: outbox ? countMails("held", "waiting", "sending") : waiting,
      problems: isInOutbox ? 0 : problems.length,
    },
  };
}

/** Refetches what screens show when work has started or ended elsewhere. */
function useRefreshOnActivityChange(current: Activity | undefined): void {
  const client = useQueryClient();
  const seen = useRef<Activity>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = current;
    if (!before || !current) return;
    if (before.generation_id !== current.generation_id)
      void client.invalidateQueries({ queryKey: toQueryKey(getCurrentGeneration) });
    if (before.search?.id !== current.search?.id || before.search?.state !== current.search?.state)
      void client.invalidateQueries({ queryKey: toQueryKey(getCurrentSearch) });
    // Queued in another tab, or on another device.
    if (before.outbox?.waiting !== current.outbox?.waiting)
      void client.invalidateQueries({ queryKey: toQueryKey(getOutbox) });
  }, [client, current]);
}
