import type { CompanyRow } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import type { BounceRequest, TakenBackBounce } from "../../platform/send-request";
import type { MailLedger } from "../send/mail-ledger";
import { deleteBounce, findBouncedMail, findSentMail, insertBounce } from "./store-bounces";

// Both run in the mailbox, with no send under way: the mail of a company that came back is no lock against another one.
// The ledger is changed first. After a crash in between, either it or the index of D1 still refuses a second mail, and
// the same call does the rest.

interface BouncePorts extends Pick<Deps, "db"> {
  ledger: Pick<MailLedger, "markBounced" | "markSent">;
}

/** @returns the company as it is now; undefined when it has another mail, or none, or the outcome is decided on */
export async function recordBounce(
  { userId, companyId, mailId, ...event }: BounceRequest,
  { db, ledger }: BouncePorts,
): Promise<CompanyRow | undefined> {
  const { mail, company } = await findSentMail(db, { userId, companyId }, mailId);
  if (!mail || !company) return undefined;
  ledger.markBounced(mail.id);
  const { recorded, row } = await insertBounce(db, company, mail, { ...event, outcome: "bounced" });
  if (recorded) return row;
  ledger.markSent(mail.id);
  return undefined;
}

/** @returns the company as it is now; undefined when it is another outcome, or another mail has left since */
export async function takeBounceBack(
  { userId, companyId, eventId }: TakenBackBounce,
  { db, ledger }: BouncePorts,
): Promise<CompanyRow | undefined> {
  const { mail, company } = await findBouncedMail(db, { userId, companyId }, eventId);
  if (!mail || !company) return undefined;
  ledger.markSent(mail.id);
  const { row } = await deleteBounce(db, company, mail, eventId);
  return row;
}
