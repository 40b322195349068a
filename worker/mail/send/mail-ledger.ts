import type { Confirmation } from "../../contract/mail";
import type { SendFailure } from "../../platform/send-request";

/** A mail that was sent or may have been, under the names of the log's columns. `sending`: nobody has told its end yet. */
export type LedgerEntry = {
  id: string;
  company_id: string;
  company_name: string;
  recipient: string;
  subject: string;
  body: string;
  message_id: string;
  status: "sending" | "sent" | "unknown";
  gmail_id: string | null;
  gmail_thread_id: string | null;
  provider_response: string | null;
  created_at: string;
  updated_at: string;
};

/** What the ledger holds against a mail that the database would let go. */
export interface LedgerConflict {
  reason: Extract<SendFailure["reason"], "already_sent" | "outcome_unknown" | "already_contacted">;
  /** All it knows of the company and of the address. */
  entries: LedgerEntry[];
}

/** Whom a mail would go to, what the user has confirmed, and when: a later outcome is one they have not seen. */
export interface SendIntent {
  companyId: string;
  recipient: string;
  confirm: readonly Confirmation[];
  askedAt: string;
}

/** How a mail ended; one that was not taken is forgotten. */
export type LedgerOutcome =
  | { status: "failed" }
  | {
      status: "sent" | "unknown";
      at: string;
      response: string | null;
      gmailId: string | null;
      gmailThreadId: string | null;
    };

/** A mail that is about to be given to Gmail. */
type NewLedgerEntry = Omit<LedgerEntry, "status" | "updated_at" | "gmail_id" | "gmail_thread_id" | "provider_response">;

export interface Ledger {
  /** @returns null when nothing is against this mail */
  findConflict(intent: SendIntent): LedgerConflict | null;
  /** Before Gmail is given the mail. */
  recordAttempt(entry: NewLedgerEntry): void;
  recordOutcome(id: string, end: LedgerOutcome): void;
}

const CREATE_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS ledger (
    id TEXT PRIMARY KEY, company_id TEXT NOT NULL, company_name TEXT NOT NULL, recipient TEXT NOT NULL,
    subject TEXT NOT NULL, body TEXT NOT NULL, message_id TEXT NOT NULL, status TEXT NOT NULL,
    gmail_id TEXT, gmail_thread_id TEXT, provider_response TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS ledger_by_company ON ledger (company_id);
  CREATE INDEX IF NOT EXISTS ledger_by_recipient ON ledger (recipient);`;

/**
 * The second memory of what a mailbox has sent, in the SQLite of its object: setting D1 back in time does not set this back.
 *
 * The order of things is: ask here, claim in D1, begin here, POST, settle here, settle in D1. Cut off
 * - before `begin`: nothing was posted; D1 says `sending`, which the sweep makes `unknown`;
 * - between `begin` and an answer: both say that it may have gone. The platform lets no request leave the object before
 *   what was written here is on disk, so no mail can have left that is not in here;
 * - between the two settlements: a mail that was sent is `unknown` in D1 and `sent` here, and no confirmation sends it
 *   again; one that was not taken is `unknown` in D1 alone, and asks for a confirmation too many.
 *
 * Only one mail of a mailbox is on its way at a time, so nothing changes between `recall` and `begin`.
 */
export class MailLedger implements Ledger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Before anything else, and again at no harm. An object that never sent anything keeps no table. */
  createTables(): void {
    this.#sql.exec(CREATE_TABLES_SQL);
  }

  findConflict({ companyId, recipient, confirm, askedAt }: SendIntent): LedgerConflict | null {
    const known = this.#sql.exec<LedgerEntry>(
      "SELECT * FROM ledger WHERE company_id = ? OR recipient = ?",
      companyId,
      recipient,
    );
    const entries = known.toArray();
    const own = entries.filter(({ company_id: id }) => id === companyId);
    const unsure = own.filter(({ status }) => status !== "sent");
    const seen = confirm.includes("outcome_unknown") && unsure.every(({ updated_at: at }) => at <= askedAt);
    if (own.length > unsure.length) return { reason: "already_sent", entries };
    if (unsure.length > 0 && !seen) return { reason: "outcome_unknown", entries };
    const contacted = entries.length > own.length;
    return contacted && !confirm.includes("already_contacted") ? { reason: "already_contacted", entries } : null;
  }

  recordAttempt(entry: NewLedgerEntry): void {
    this.#sql.exec(
      `INSERT INTO ledger (id, company_id, company_name, recipient, subject, body, message_id, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'sending', ?, ?)`,
      entry.id,
      entry.company_id,
      entry.company_name,
      entry.recipient,
      entry.subject,
      entry.body,
      entry.message_id,
      entry.created_at,
      entry.created_at,
    );
  }

  recordOutcome(id: string, end: LedgerOutcome): void {
    if (end.status === "failed") this.#sql.exec("DELETE FROM ledger WHERE id = ?", id);
    else {
      this.#sql.exec(
        "UPDATE ledger SET status = ?, gmail_id = ?, gmail_thread_id = ?, provider_response = ?, updated_at = ? WHERE id = ?",
        end.status,
        end.gmailId,
        end.gmailThreadId,
        end.response,
        end.at,
        id,
      );
    }
  }
}
