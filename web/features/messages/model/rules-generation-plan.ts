import type { Company } from "../../../../worker/contract/companies";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import type { Generation, GenerationItemState, SkipReason } from "../../../../worker/contract/messages";
import type { ComingMessages } from "../../../lib/coming-messages";
import { choosePollMs } from "../../../lib/live-state";

/** What writing for a selection would do. */
export interface GenerationPlan {
  /** Ids without a message. */
  missing: string[];
  /** Ids with a message of the assistant that rewriting would replace. */
  written: string[];
  /** Companies with a message that may be in the user's own words, replaced only where the user chooses so. */
  own: Pick<Company, "id" | "name" | "website" | "message_author">[];
}

/** Splits a selection by what writing would change; sent messages and those being sent are left out. */
export function planGeneration(
  companies: readonly Pick<
    Company,
    "id" | "name" | "website" | "message" | "message_author" | "email_sent" | "send_status"
  >[],
): GenerationPlan {
  const open = companies.filter(({ email_sent, send_status }) => !email_sent && send_status !== "sending");
  const has = ({ message }: Pick<Company, "message">) => message.trim() !== "";
  const isOwn = ({ message_author: author }: Pick<Company, "message_author">) => author !== "assistant";
  const existing = open.filter(has);
  return {
    missing: open.filter((company) => !has(company)).map(({ id }) => id),
    written: existing.filter((company) => !isOwn(company)).map(({ id }) => id),
    own: existing.filter(isOwn).map(({ id, name, website, message_author }) => ({ id, name, website, message_author })),
  };
}

/** The distinct reasons, in order of appearance. */
export const listSkipReasons = (skipped: readonly { reason: SkipReason }[]): SkipReason[] => [
  ...new Set(skipped.map(({ reason }) => reason)),
];

/** Number of items that have ended, in whatever way. */
export const countSettled = ({ done, failed, cancelled }: Pick<Generation, "done" | "failed" | "cancelled">): number =>
  done + failed + cancelled;

/** Company ids of a generation in one of these states. */
export const listCompanyIds = ({ items }: Pick<Generation, "items">, ...states: GenerationItemState[]): string[] =>
  items.filter(({ state }) => states.includes(state)).map(({ company_id }) => company_id);

/** The messages of a generation that wait for a batch of the model. */
export function listComing(generation: Generation | null): ComingMessages {
  const by = generation?.waits_until ?? null;
  if (generation === null || by === null) return new Map();
  const waiting = generation.items.filter(({ state }) => state === "queued");
  return new Map(waiting.map(({ company_id: id, message_version: version }) => [id, { by, version }]));
}

/** How often a series is looked at, milliseconds; false once it has ended. While it waits, seldom. */
export const chooseSeriesPollMs = (generation: Generation | null): number | false =>
  generation?.status !== "running"
    ? false
    : generation.can_hurry
      ? INTERVALS_MS.sidebarIdle
      : choosePollMs(INTERVALS_MS.generationPoll, INTERVALS_MS.livePoll);
