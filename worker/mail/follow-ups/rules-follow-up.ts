import type { Outcome } from "../../contract/companies";
import { LIMITS } from "../../contract/limits";
import type { FollowUpStep, MailStatus, MailStep, SendReason } from "../../contract/mail";

// When an application may be followed up. The claim asks the same once more, in SQL (store-follow-ups.ts).

const DAY_MS = 86_400_000;

/** Why a follow-up may not leave now, by its application and by what was sent and answered since. */
export type FollowUpBlock = Extract<
  SendReason,
  "not_found" | "not_applied" | "answer_known" | "answer_unread" | "followed_up" | "in_flight" | "follow_up_too_early"
>;

/** Of these, what does not keep a follow-up from being written, read and saved. */
const OPEN_BLOCKS: ReadonlySet<FollowUpBlock> = new Set(["follow_up_too_early", "answer_unread"]);
export const mayBeWritten = (block: FollowUpBlock | null): boolean => block === null || OPEN_BLOCKS.has(block);

/** What is known of an application and its follow-ups. */
export interface FollowUpFacts {
  isArchived: boolean;
  /** The status of the mail of each step that holds its lock; null for none. */
  locks: Readonly<Record<MailStep, MailStatus | null>>;
  /** Which follow-ups were calls. */
  isCalled: Readonly<Record<FollowUpStep, boolean>>;
  /** When the company was last written to or called, ISO 8601; null for never. */
  lastContactAt: string | null;
  outcome: Outcome | null;
  /** What may be an answer waits for the user. */
  hasProposal: boolean;
}

const isDone = ({ locks, isCalled }: FollowUpFacts, step: FollowUpStep): boolean =>
  locks[step] === "sent" || isCalled[step];

/** The follow-up that comes next; null when both were made. */
export function findNextStep(facts: FollowUpFacts): FollowUpStep | null {
  if (!isDone(facts, 1)) return 1;
  return isDone(facts, 2) ? null : 2;
}

/** From when on the next follow-up may leave, ISO 8601. */
export const toDueTime = ({ lastContactAt }: Pick<FollowUpFacts, "lastContactAt">): string | null =>
  lastContactAt === null ? null : new Date(Date.parse(lastContactAt) + LIMITS.followUpDays * DAY_MS).toISOString();

/** The last contact before which a follow-up may leave now, ISO 8601. */
export const toContactCutoff = (now: Date): string =>
  new Date(now.getTime() - LIMITS.followUpDays * DAY_MS).toISOString();

/** Why a follow-up of an application may not leave now; null when it may. */
export function findFollowUpBlock(facts: FollowUpFacts, step: FollowUpStep, now: Date): FollowUpBlock | null {
  const { isArchived, locks, lastContactAt, outcome, hasProposal } = facts;
  if (isArchived) return "not_found";
  if (locks[0] !== "sent") return "not_applied";
  if (outcome !== null) return "answer_known";
  if (hasProposal) return "answer_unread";
  if (isDone(facts, step)) return "followed_up";
  if (locks[step] === "sending") return "in_flight";
  const isNext = step === 1 || isDone(facts, 1);
  return isNext && (lastContactAt ?? "") <= toContactCutoff(now) ? null : "follow_up_too_early";
}
