import type { Env } from "./env";

/** Withdraws the mails of a user's outbox to companies: to be called before what happens to these is written. */
export const withdrawMails = (
  { mailboxes }: { mailboxes: Env["MAILBOX"] },
  userId: string,
  companyIds: string[],
  reason: "archived" | "applied",
): Promise<void> => mailboxes.get(mailboxes.idFromName(userId)).withdrawMails(userId, companyIds, reason);
