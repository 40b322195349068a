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
  raw: Uint8Array;
}

/** A mail accepted by the fake Gmail; `at` is ISO 8601. */
export interface StoredMail extends Omit<NewMail, "raw"> {
  id: string;
  at: string;
}

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

  add({ raw, ...mail }: NewMail): StoredMail {
    const now = Date.now();
    const stored = {
      ...mail,
      id: crypto.randomUUID().replaceAll("-", "").slice(0, 16),
      at: new Date(now).toISOString(),
    };
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
