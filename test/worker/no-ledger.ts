import type { Ledger } from "../../worker/mail/ledger";

/** For deliveries outside the object whose SQLite holds the ledger: the database alone has to hold then. */
export const NO_LEDGER: Ledger = { recall: () => null, begin: () => undefined, settle: () => undefined };
