interface MailAttachment {
  filename: string;
  mimeType: string;
  /** In bytes, decoded. */
  size: number;
}

export interface NewMail {
  account: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  attachments: MailAttachment[];
  /** Message-IDs of the mails before it. */
  references: string[];
  raw: Uint8Array;
}

/** A mail accepted by the fake Gmail; `at` is ISO 8601. */
export interface StoredMail extends Omit<NewMail, "raw"> {
  id: string;
  /** Of its conversation: the id of the first mail in it. */
  threadId: string;
  at: string;
}

/** Gmail compares subjects without what a reply puts before them. */
const toThreadSubject = (subject: string): string => subject.replace(/^(?:(?:re|aw|tr|fwd?)\s*:\s*)+/iu, "").trim();

// A row of SQLite in a Durable Object holds 2 MB at most, a mail with a CV up to 35.
const CHUNK_BYTES = 1_000_000;

/** The outbox, newest first. */
export class MailTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS mail (id TEXT PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL, data " +
        "TEXT NOT NULL)",
    );
    sql.exec(
      "CREATE TABLE IF NOT EXISTS mail_chunk (id TEXT NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL, " +
        "PRIMARY KEY (id, n))",
    );
  }

  /** @param threadId the conversation asked for; a mail with another subject, or without references, begins its own */
  add({ raw, ...mail }: NewMail, threadId: string | null): StoredMail {
    const now = Date.now();
    const id = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
    const first = this.all().find((each) => each.id === threadId);
    const isReply =
      first !== undefined &&
      mail.references.length > 0 &&
      toThreadSubject(first.subject) === toThreadSubject(mail.subject);
    const stored = { ...mail, id, threadId: isReply ? first.id : id, at: new Date(now).toISOString() };
    this.sql.exec(
      "INSERT INTO mail (id, account, at, data) VALUES (?, ?, ?, ?)",
      stored.id,
      mail.account,
      now,
      JSON.stringify(stored),
    );
    for (let n = 0; n * CHUNK_BYTES < raw.length; n += 1) {
      const bytes = raw.slice(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES).buffer;
      this.sql.exec("INSERT INTO mail_chunk (id, n, bytes) VALUES (?, ?, ?)", stored.id, n, bytes);
    }
    return stored;
  }

  all(): StoredMail[] {
    return this.sql
      .exec<{ data: string }>("SELECT data FROM mail ORDER BY at DESC, rowid DESC")
      .toArray()
      .map((row) => JSON.parse(row.data) as StoredMail);
  }

  hasThread(account: string, threadId: string): boolean {
    return this.all().some((mail) => mail.account === account && mail.threadId === threadId);
  }

  raw(id: string): ArrayBuffer | null {
    const parts = this.sql
      .exec<{ bytes: ArrayBuffer }>("SELECT bytes FROM mail_chunk WHERE id = ? ORDER BY n", id)
      .toArray();
    if (parts.length === 0) return null;
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.byteLength, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(new Uint8Array(part.bytes), at);
      at += part.bytes.byteLength;
    }
    return whole.buffer;
  }

  countSince(account: string, at: number): number {
    return this.sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM mail WHERE account = ? AND at >= ?", account, at)
      .one().n;
  }

  clear(): void {
    this.sql.exec("DELETE FROM mail");
    this.sql.exec("DELETE FROM mail_chunk");
  }
}
