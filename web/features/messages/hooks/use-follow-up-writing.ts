import { useEffect, useState } from "react";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { useEventCallback } from "../../../lib/use-event-callback";
import { writeFollowUp } from "../api/message-requests";
import { EMPTY_QUEUE, FollowUpQueue } from "../model/follow-up-queue";

/**
 * Writes follow-ups one after the other, each in place of the version that is shown. A stopped one is not saved.
 * @param onUnsure called with a company of which no answer tells how it ended
 */
export function useFollowUpWriting(onChanged: (followUp: FollowUp) => void, onUnsure: (id: string) => void) {
  const [state, setState] = useState(EMPTY_QUEUE);
  const write = useEventCallback(async (followUp: FollowUp, signal: AbortSignal) => {
    const { company_id: id, version } = followUp;
    try {
      onChanged((await writeFollowUp(id, version, signal)).follow_up);
    } catch (error) {
      onUnsure(id);
      throw error;
    }
  });
  const [queue] = useState(() => new FollowUpQueue(write, setState));
  useEffect(() => () => queue.end(), [queue]);
  return {
    ...state,
    write: (followUps: readonly FollowUp[]) => void queue.add(followUps),
    stop: (id: string) => queue.stop(id),
  };
}
export type FollowUpWriting = ReturnType<typeof useFollowUpWriting>;
