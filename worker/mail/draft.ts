import type { CompanyRow } from "../companies/rules";
import { reviewOf } from "../messages/rules-review";
import type { MimeMessage } from "../ports";
import { compose, makeMessageId } from "./compose";
import { fingerprintOf, type Letter } from "./letter";
import type { AskedOrder } from "./order";
import { letterTo, type LoadedPapers } from "./papers";
import type { No } from "./rules";
import type { Desk } from "./store-desk";

/** A mail put together: what a person sees of it, and what Gmail is given. */
export interface Draft {
  /** Of its row in the log. */
  id: string;
  messageId: string;
  letter: Letter;
  mime: MimeMessage;
}

/** Puts the mail to a company together, before anything is claimed: one that cannot be composed leaves no trace of a send. */
export async function draftMail(
  company: CompanyRow,
  order: AskedOrder,
  desk: Desk,
  papers: LoadedPapers,
  date: Date,
): Promise<Draft | No> {
  if (!order.confirm.includes("needs_review") && reviewOf(desk.reviewFacts(company)).length > 0)
    return { reason: "needs_review" };
  const letter = letterTo(company, papers);
  const seen = order.fingerprints[company.id];
  if (seen !== undefined && seen !== (await fingerprintOf(letter))) return { reason: "message_changed" };
  return draftOf(letter, papers, date);
}

/** A letter as it goes out. */
export async function draftOf(letter: Letter, { attached }: LoadedPapers, date: Date): Promise<Draft> {
  const id = crypto.randomUUID();
  const messageId = await makeMessageId(id, letter.from.address);
  return { id, messageId, letter, mime: { ...(await compose(letter, messageId, date)), attached } };
}
