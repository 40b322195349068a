import type { Confirmation, FollowUpStep, MailStep } from "../../contract/mail";
import type { EndReason, OutboxStop, WaitReason } from "../../contract/outbox";
import type { OfficeCountry } from "./office-hours";

/** What becomes of a company that withdraws the mail to it. */
export type CompanyEnd = Extract<EndReason, "archived" | "applied">;

/** A mail in the outbox, with the names of its columns; times ISO 8601. */
export type OutboxRow = {
  company_id: string;
  company_name: string;
  step: MailStep;
  recipient: string;
  /** Lines of which companies share one that are probably the same, under several sites; null for a follow-up. */
  twin_key: string | null;
  /** The profile whose CV is attached; null without one, and for mails queued before this was kept. */
  cv_profile_id: string | null;
  subject: string;
  /** Whose office hours hold. */
  country: OfficeCountry;
  /** What was approved. */
  message_version: number;
  fingerprint: string;
  /** A JSON list of confirmations. */
  confirmed: string;
  approved_at: string;
  /** Outcomes of other mails after this time were not known when the mail was approved. */
  asked_at: string;
  held_until: string;
  send_at: string | null;
  /** From when on the company may be written to, where it is given time between applications. */
  free_at: string | null;
  /** Milliseconds. */
  pause_ms: number;
  position: number;
  status: "queued" | "sending" | "sent" | "failed" | "unknown" | "withdrawn";
  /** What it has waited for since its last attempt. */
  last_wait: WaitReason | null;
  /** Why it failed or was withdrawn. */
  ended_by: EndReason | null;
  /** Id of its last attempt in the sent log. */
  mail_id: string | null;
  /** Taken out by its user, or withdrawn, while it was being sent: it must not be tried again. */
  out_by: "user" | CompanyEnd | null;
  changed_at: string;
};

/** What concerns all mails; times ISO 8601. */
export type OutboxState = {
  stopped: OutboxStop | null;
  next_turn_at: string;
  retry_at: string;
  retry_reason: WaitReason | null;
};

/** Which follow-ups are among mails, by company; applications are left out. */
export const toSteps = (mails: readonly { companyId: string; step: MailStep }[]): Record<string, FollowUpStep> =>
  Object.fromEntries(mails.flatMap(({ companyId, step }) => (step === 0 ? [] : [[companyId, step]])));

export const listConfirmations = ({ confirmed }: OutboxRow): Confirmation[] => JSON.parse(confirmed) as Confirmation[];

const CREATE_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS outbox (
    company_id TEXT PRIMARY KEY, company_name TEXT NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
    country TEXT NOT NULL, message_version INTEGER NOT NULL, fingerprint TEXT NOT NULL, confirmed TEXT NOT NULL,
    approved_at TEXT NOT NULL, asked_at TEXT NOT NULL, held_until TEXT NOT NULL, send_at TEXT,
    pause_ms INTEGER NOT NULL, position INTEGER NOT NULL, status TEXT NOT NULL, last_wait TEXT, ended_by TEXT,
    mail_id TEXT, out_by TEXT, changed_at TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS outbox_state (
    one INTEGER PRIMARY KEY CHECK (one = 1), stopped TEXT, next_turn_at TEXT NOT NULL, retry_at TEXT NOT NULL,
    retry_reason TEXT);
  INSERT OR IGNORE INTO outbox_state VALUES (1, NULL, '', '', NULL);`;
/** Columns that were added since, and what a row of an outbox without them has. */
const ADDED_COLUMNS = { free_at: "TEXT", step: "INTEGER NOT NULL DEFAULT 0", twin_key: "TEXT", cv_profile_id: "TEXT" };
const ADDED_VALUES = { free_at: null, step: 0, twin_key: null, cv_profile_id: null } as const;
const HAS_COLUMN_SQL = "SELECT 1 FROM pragma_table_info('outbox') WHERE name = ?";

const IS_OPEN = "status IN ('queued', 'sending')";
/** How long finished mails are listed, and how many at most. */
const KEPT_DAYS = 7;
const MAX_FINISHED = 100;

/** What is new about a mail that is queued. */
export type NewOutboxRow = Omit<
  OutboxRow,
  "position" | "status" | "last_wait" | "ended_by" | "mail_id" | "out_by" | "changed_at" | "asked_at"
>;

/**
 * The rows of an outbox in the SQLite of its mailbox's object, one a company. Several statements without an `await`
 * between them are written together, with the alarm.
 */
export class OutboxRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** False until something was queued, as mailboxes that are only asked get no tables; and once they were deleted. */
  exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'outbox'").toArray().length > 0;
  }

  listAll(): OutboxRow[] {
    return this.#select("ORDER BY position");
  }

  /** Mails that may still be sent, in their order. */
  listOpen(): OutboxRow[] {
    return this.#select(`WHERE ${IS_OPEN} ORDER BY position`);
  }

  find(companyId: string): OutboxRow | undefined {
    return this.#select("WHERE company_id = ?", companyId)[0];
  }

  readState(): OutboxState {
    const none: OutboxState = { stopped: null, next_turn_at: "", retry_at: "", retry_reason: null };
    if (!this.exists()) return none;
    const columns = "stopped, next_turn_at, retry_at, retry_reason";
    return this.#sql.exec<OutboxState>(`SELECT ${columns} FROM outbox_state`).toArray()[0] ?? none;
  }

  /** Adds a mail at the end, in place of a finished one to the same company. */
  add(row: NewOutboxRow): void {
    this.#sql.exec(CREATE_TABLES_SQL);
    this.#addColumns();
    const values = {
      ...row,
      asked_at: row.approved_at,
      position: this.#findLastPosition() + 1,
      status: "queued",
      last_wait: null,
      ended_by: null,
      mail_id: null,
      out_by: null,
      changed_at: row.approved_at,
    };
    const columns = Object.keys(values);
    this.#sql.exec(
      `INSERT OR REPLACE INTO outbox (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...Object.values(values),
    );
  }

  change(companyId: string, values: Partial<OutboxRow>): void {
    if (!this.exists()) return;
    const columns = Object.keys(values);
    this.#sql.exec(
      `UPDATE outbox SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE company_id = ?`,
      ...Object.values(values),
      companyId,
    );
  }

  /** Puts a mail off until its company may be written to. */
  awaitCompany(companyId: string, until: string): void {
    if (!this.exists()) return;
    this.#addColumns();
    this.change(companyId, { free_at: until });
  }

  changeState(values: Partial<OutboxState>): void {
    if (!this.exists()) return;
    const columns = Object.keys(values);
    this.#sql.exec(
      `UPDATE outbox_state SET ${columns.map((column) => `${column} = ?`).join(", ")}`,
      ...Object.values(values),
    );
  }

  /** One that is being sent goes once its attempt fails. @returns whether it is out */
  takeOut(companyId: string): boolean {
    const row = this.find(companyId);
    if (row?.status === "sending") this.change(companyId, { out_by: "user" });
    else if (row) this.#sql.exec("DELETE FROM outbox WHERE company_id = ?", companyId);
    return row !== undefined && row.status !== "sending";
  }

  /** Withdraws a mail because of its company; one that is being sent, once its attempt fails. */
  withdraw(companyId: string, reason: CompanyEnd, at: string): void {
    const row = this.find(companyId);
    if (row?.status === "queued") this.change(companyId, { status: "withdrawn", ended_by: reason, changed_at: at });
    if (row?.status === "sending" && row.out_by === null) this.change(companyId, { out_by: reason });
  }

  /** Withdraws the mails that were approved before a time and wait still. @param cutoff milliseconds */
  withdrawExpired(cutoff: number, at: string): void {
    const expired = new Date(cutoff).toISOString();
    const reason: EndReason = "approval_expired";
    for (const { company_id, status, approved_at } of this.listOpen())
      if (status === "queued" && approved_at < expired)
        this.change(company_id, { status: "withdrawn", ended_by: reason, changed_at: at });
  }

  /** After an attempt that sent nothing, a mail waits on, unless it was taken out or withdrawn meanwhile. */
  requeue(companyId: string, at: string, values: Partial<OutboxRow> = {}): void {
    const outBy = this.find(companyId)?.out_by ?? null;
    this.change(companyId, { ...values, status: "queued", mail_id: null, out_by: null, changed_at: at });
    if (outBy === "user") this.takeOut(companyId);
    else if (outBy !== null) this.withdraw(companyId, outBy, at);
  }

  /** Deletes finished mails that are old or too many. */
  prune(now: number): void {
    if (!this.exists()) return;
    this.#sql.exec(
      `DELETE FROM outbox WHERE NOT ${IS_OPEN} AND (changed_at < ? OR company_id NOT IN (
        SELECT company_id FROM outbox WHERE NOT ${IS_OPEN} ORDER BY changed_at DESC LIMIT ${MAX_FINISHED}))`,
      new Date(now - KEPT_DAYS * 86_400_000).toISOString(),
    );
  }

  /** Outboxes from before lack them. */
  #addColumns(): void {
    for (const [name, type] of Object.entries(ADDED_COLUMNS))
      if (this.#sql.exec(HAS_COLUMN_SQL, name).toArray().length === 0)
        this.#sql.exec(`ALTER TABLE outbox ADD COLUMN ${name} ${type}`);
  }

  #select(which: string, ...values: string[]): OutboxRow[] {
    if (!this.exists()) return [];
    const rows = this.#sql.exec<OutboxRow>(`SELECT * FROM outbox ${which}`, ...values).toArray();
    return rows.map((row) => ({ ...ADDED_VALUES, ...row }));
  }

  #findLastPosition(): number {
    return this.#sql.exec<{ last: number }>("SELECT coalesce(max(position), 0) AS last FROM outbox").one().last;
  }
}
