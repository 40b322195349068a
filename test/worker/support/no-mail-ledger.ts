import type { Ledger } from "../../../worker/mail/send/mail-ledger";

/** For deliveries outside the object whose SQLite holds the ledger: the database alone has to hold then. */
export const NO_MAIL_LEDGER: Ledger = {
  findConflict: () => null,
  recordAttempt: () => undefined,
  recordOutcome: () => undefined,
};
