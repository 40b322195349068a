import { useEffect, useRef, useState } from "react";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { ApiError, type ClientErrorCode } from "../../../lib/api-error";
import { useEventCallback } from "../../../lib/use-event-callback";
import { writeFollowUp } from "../api/message-requests";

/** Where a follow-up stands among those that are to be written. */
export type WritingState = "waiting" | "writing";

/** Failures that say something of one company: the others can be written all the same. */
const SINGLE_FAILURES: ReadonlySet<ClientErrorCode> = new Set([
  "message_refused",
  "message_changed",
  "writer_declined",
  "writer_cut_short",
  "not_found",
  "answer_known",
  "followed_up",
  "in_flight",
]);
const isOfOneCompany = (error: unknown): boolean => error instanceof ApiError && SINGLE_FAILURES.has(error.code);

/** Writes follow-ups one after the other, each in place of the version that is shown. A stopped one is not saved. */
export function useFollowUpWriting(onChanged: (followUp: FollowUp) => void, onUnsure: (id: string) => void) {
  const [states, setStates] = useState<ReadonlyMap<string, WritingState>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const queue = useRef<FollowUp[]>([]);
  const request = useRef<AbortController>(undefined);
  const changed = useEventCallback(onChanged);
  const unsure = useEventCallback(onUnsure);
  useEffect(
    () => () => {
      queue.current = [];
      request.current?.abort();
    },
    [],
  );
  const show = () =>
    setStates(new Map(queue.current.map(({ company_id: id }, at) => [id, at === 0 ? "writing" : "waiting"])));
  const run = async () => {
    for (let next = queue.current[0]; next; next = queue.current[0]) {
      const { company_id: id, version } = next;
      const { signal } = (request.current = new AbortController());
      try {
        const answer = await writeFollowUp(id, version, signal);
        changed(answer.follow_up);
      } catch (error) {
        if (!signal.aborted) {
          setFailures((before) => new Map(before).set(id, error));
          if (!isOfOneCompany(error)) queue.current = queue.current.slice(0, 1);
        }
        unsure(id);
      }
      request.current = undefined;
      queue.current = queue.current.slice(1);
      show();
    }
  };
  return {
    states,
    /** Why the last try failed, by company. */
    failures,
    write: (followUps: readonly FollowUp[]) => {
      const ids = new Set(queue.current.map(({ company_id: id }) => id));
      const added = followUps.filter(({ company_id: id }) => !ids.has(id));
      if (added.length === 0) return;
      const isIdle = queue.current.length === 0;
      queue.current = [...queue.current, ...added];
      setFailures((before) => {
        const left = new Map(before);
        for (const { company_id: id } of added) left.delete(id);
        return left;
      });
      show();
      if (isIdle) void run();
    },
    stop: (id: string) => {
      if (queue.current[0]?.company_id === id) request.current?.abort();
      else {
        queue.current = queue.current.filter((each) => each.company_id !== id);
        show();
      }
    },
  };
}
export type FollowUpWriting = ReturnType<typeof useFollowUpWriting>;
