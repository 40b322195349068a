import { reviewOf } from "../messages/rules-review";
import { compose } from "./compose";
import { fingerprintOf, type Letter } from "./letter";
import type { AskedOrder } from "./order";
import { letterTo, type Papers } from "./papers";
import type { Facts, No } from "./rules";
import type { Desk } from "./store-desk";

/** A mail put together: what a person sees of it, and what Gmail is given. */
interface Draft {
  letter: Letter;
  mime: string;
}

/** Puts the mail to a company together, before anything is claimed: one that cannot be composed leaves no trace of a send. */
async function draft({ company }: Facts, order: AskedOrder, desk: Desk, papers: Papers, date: Date): Promise<Draft | No> {
  if (!order.confirm.includes("needs_review") && reviewOf(desk.reviewFacts(company)).length > 0) return { reason: "needs_review" };
  const letter = letterTo(company, papers);
  const seen = order.fingerprints[company.id];
  if (seen !== undefined && seen !== await fingerprintOf(letter)) return { reason: "message_changed" };
  return { letter, mime: await compose(letter, date) };
}

/** The drafts of an order, at most one of them ahead of its turn: a mail with a CV weighs as much as the CV. */
export interface Drafts {
  of(facts: Facts): Promise<Draft | No>;
  /** To be called while Gmail thinks about a mail: the next one is put together meanwhile. */
  prepare(facts: Facts): void;
}

/** @param wait lets the mail before this one out of the door first */
export function draftsOf(order: AskedOrder, desk: Desk, papers: Papers, { now, wait }: { now(): Date; wait(milliseconds: number): Promise<void> }): Drafts {
  let ahead: { facts: Facts; made: Promise<Draft | No> } | undefined;
  const make = (facts: Facts) => draft(facts, order, desk, papers, now());
  return {
    of: (facts) => {
      const made = ahead?.facts === facts ? ahead.made : make(facts);
      ahead = undefined;
      return made;
    },
    prepare: (facts) => {
      const made = wait(0).then(() => make(facts));
      // A fault goes to whoever asks for this draft; the batch may stop before anyone does.
      made.catch(() => undefined);
      ahead = { facts, made };
    },
  };
}
