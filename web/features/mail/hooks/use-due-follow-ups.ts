import { useQuery } from "@tanstack/react-query";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { followUpCountQuery } from "../api/follow-up-requests";
import { useQueuedMails } from "./use-outbox";

/**
 * How many applications it is time to follow up, without those in the outbox; 0 until it is known. Asked for after the
 * first paint.
 * @param hasSent false where nothing was sent yet
 */
export function useDueFollowUps(hasSent: boolean): number {
  const painted = useAfterFirstPaint();
  const total = useQuery({ ...followUpCountQuery(), enabled: painted && hasSent }).data?.total ?? 0;
  return Math.max(0, total - useQueuedMails("follow-ups").size);
}
