import type { Confirmation, MailStep } from "../../contract/mail";
import type { SendFailure } from "../../platform/send-request";

/**
 * A mail that was sent or may have been, with the column names of the sent log. `sending`: no outcome yet; `bounced`:
 * it came back, which frees its company but not its address.
 */
export type LedgerEntry = {
  id: string;
  company_id: string;
  company_name: string;
  recipient: string;
  subject: string;
  body: string;
  message_id: string;
  status: "sending" | "sent" | "unknown" | "bounced";
  gmail_id: string | null;
  gmail_thread_id: string | null;
  provider_response: string | null;
  created_at: string;
  updated_at: string;
  /** Address of the mailbox; empty for a mail from before this was kept. */
  sender: string;
  step: MailStep;
};

/** Why the ledger forbids a mail that the database would allow. */
export interface LedgerConflict {
  reason: Extract<SendFailure["reason"], "already_sent" | "outcome_unknown" | "already_contacted" | "dead_address">;
  /** All entries of the company and of the address. */
  entries: LedgerEntry[];
}

/** A send to check. Outcomes after `askedAt` were not visible to the user when they confirmed. */
export interface SendIntent {
  companyId: string;
  step: MailStep;
  recipient: string;
  confirm: readonly Confirmation[];
  askedAt: string;
}

/** How a mail ended; the entry of a rejected one is deleted. */
export type LedgerOutcome =
  | { status: "failed" }
  | {
      status: "sent" | "unknown";
      at: string;
      response: string | null;
      gmailId: string | null;
      gmailThreadId: string | null;
    };

/** A mail about to be posted to Gmail. */
type NewLedgerEntry = Omit<LedgerEntry, "status" | "updated_at" | "gmail_id" | "gmail_thread_id" | "provider_response">;

export interface Ledger {
  /** @returns null when the mail may be sent */
  findConflict(intent: SendIntent): LedgerConflict | null;
  /** Call before the POST. */
  recordAttempt(entry: NewLedgerEntry): void;
  recordOutcome(id: string, outcome: LedgerOutcome): void;
}

const HAS_SENDER_SQL = "SELECT 1 FROM pragma_table_info('ledger') WHERE name = 'sender'";
const HAS_STEP_SQL = "SELECT 1 FROM pragma_table_info('ledger') WHERE name = 'step'";
/** For the count of days, which must not read the texts of all mails. */
const INDEX_DAYS_SQL = "CREATE INDEX IF NOT EXISTS ledger_by_day ON ledger (sender, created_at)";
const ADD_SENDER_SQL = "ALTER TABLE ledger ADD COLUMN sender TEXT NOT NULL DEFAULT ''";
const ADD_STEP_SQL = "ALTER TABLE ledger ADD COLUMN step INTEGER NOT NULL DEFAULT 0";

const LAST_SENDER_SQL = "SELECT sender FROM ledger ORDER BY rowid DESC LIMIT 1";
const COUNT_SENT_SQL = "SELECT count(*) AS sent FROM ledger WHERE created_at >= ? AND sender IN (?, '')";

export const COUNT_DAYS_SQL = `SELECT count(DISTINCT substr(created_at, 1, 10)) AS days FROM ledger
  WHERE created_at < ? AND sender IN (?, '')`;

const CREATE_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS ledger (
    id TEXT PRIMARY KEY, company_id TEXT NOT NULL, company_name TEXT NOT NULL, recipient TEXT NOT NULL,
    subject TEXT NOT NULL, body TEXT NOT NULL, message_id TEXT NOT NULL, status TEXT NOT NULL,
    gmail_id TEXT, gmail_thread_id TEXT, provider_response TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS ledger_by_company ON ledger (company_id);
  CREATE INDEX IF NOT EXISTS ledger_by_recipient ON ledger (recipient);`;

/**
 * A second record of what a mailbox has sent, in the SQLite of its object. Restoring D1 to an earlier time does not
 * change it.
 *
 * Order: findConflict, claim in D1, recordAttempt, POST, recordOutcome here, record the outcome in D1. A crash
 * - before `recordAttempt`: nothing was posted; D1 says `sending`, which expires to `unknown`;
 * - between `recordAttempt` and the answer: both say that the mail may have been sent. The platform holds every
 *   outgoing request until earlier writes of the object are on disk, so each posted mail has an entry here;
 * - between the two outcomes: a sent mail is `unknown` in D1 and `sent` here, so no confirmation sends it again; a
 *   rejected one is `unknown` in D1 only, and costs the user one unneeded confirmation.
 *
 * A mailbox sends one mail at a time, so nothing changes between `findConflict` and `recordAttempt`.
 */
export class MailLedger implements Ledger {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Idempotent; call before anything else. Objects that never send anything get no table. */
  createTables(): void {
    this.#sql.exec(CREATE_TABLES_SQL);
    if (this.#sql.exec(HAS_SENDER_SQL).toArray().length === 0) this.#sql.exec(ADD_SENDER_SQL);
    if (this.#sql.exec(HAS_STEP_SQL).toArray().length === 0) this.#sql.exec(ADD_STEP_SQL);
    this.#sql.exec(INDEX_DAYS_SQL);
  }

  /** The attempt to send a mail; undefined when nothing was posted, or Gmail refused it. */
  findEntry(id: string): LedgerEntry | undefined {
    return this.#sql.exec<LedgerEntry>("SELECT * FROM ledger WHERE id = ?", id).toArray()[0];
  }

  /** Counts the days (UTC) before a time on which a mailbox has sent mails. @param before ISO 8601 */
  countSendingDays(sender: string, before: string): number {
    return this.#sql.exec<{ days: number }>(COUNT_DAYS_SQL, before, sender).one().days;
  }

  /** What the mailbox that sent last did on a day, and on how many days before. @param began of the day, ISO 8601 */
  summarizeDay(began: string): { sendingDays: number; sentToday: number } {
    // Objects that never sent anything have no table.
    if (this.#sql.exec(HAS_SENDER_SQL).toArray().length === 0) return { sendingDays: 0, sentToday: 0 };
    const sender = this.#sql.exec<{ sender: string }>(LAST_SENDER_SQL).toArray()[0]?.sender ?? "";
    const { sent } = this.#sql.exec<{ sent: number }>(COUNT_SENT_SQL, began, sender).one();
    return { sendingDays: this.countSendingDays(sender, began), sentToday: sent };
  }

  findConflict({ companyId, step, recipient, confirm, askedAt }: SendIntent): LedgerConflict | null {
    const all = this.#sql
      .exec<LedgerEntry>("SELECT * FROM ledger WHERE company_id = ? OR recipient = ?", companyId, recipient)
      .toArray();
    const isDead = all.some((entry) => entry.status === "bounced" && entry.recipient === recipient);
    if (isDead) return { reason: "dead_address", entries: all };
    const entries = all.filter(({ status }) => status !== "bounced");
    const companyEntries = entries.filter((entry) => entry.company_id === companyId);
    const stepEntries = companyEntries.filter((entry) => entry.step === step);
    const unknown = stepEntries.filter(({ status }) => status !== "sent");
    const isConfirmed = confirm.includes("outcome_unknown") && unknown.every((entry) => entry.updated_at <= askedAt);
    if (stepEntries.length > unknown.length) return { reason: "already_sent", entries };
    if (unknown.length > 0 && !isConfirmed) return { reason: "outcome_unknown", entries };
    const isContactedElsewhere = entries.length > companyEntries.length;
    return isContactedElsewhere && !confirm.includes("already_contacted")
      ? { reason: "already_contacted", entries }
      : null;
  }

  recordAttempt(entry: NewLedgerEntry): void {
    this.#sql.exec(
      `INSERT INTO ledger
        (id, company_id, company_name, recipient, subject, body, message_id, status, created_at, updated_at, sender,
          step)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'sending', ?, ?, ?, ?)`,
      entry.id,
      entry.company_id,
      entry.company_name,
      entry.recipient,
      entry.subject,
      entry.body,
      entry.message_id,
      entry.created_at,
      entry.created_at,
      entry.sender,
      entry.step,
    );
  }

  recordOutcome(id: string, outcome: LedgerOutcome): void {
    if (outcome.status === "failed") this.#sql.exec("DELETE FROM ledger WHERE id = ?", id);
    else {
      this.#sql.exec(
        `UPDATE ledger SET status = ?, gmail_id = ?, gmail_thread_id = ?, provider_response = ?, updated_at = ?
          WHERE id = ?`,
        outcome.status,
        outcome.gmailId,
        outcome.gmailThreadId,
        outcome.response,
        outcome.at,
        id,
      );
    }
  }

  /** A mail that was sent came back. */
  markBounced(id: string): void {
    this.#sql.exec("UPDATE ledger SET status = 'bounced' WHERE id = ? AND status = 'sent'", id);
  }

  /** It did not, after all. */
  markSent(id: string): void {
    this.#sql.exec("UPDATE ledger SET status = 'sent' WHERE id = ? AND status = 'bounced'", id);
  }
}
