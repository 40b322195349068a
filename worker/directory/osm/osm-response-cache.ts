/** A row of an object's SQLite holds 2 MB. Bytes. */
const MAX_ANSWER_BYTES = 1_900_000;
/** All answers together; those that are over soonest give way. Bytes. */
const MAX_CACHE_BYTES = 500_000_000;
/** Rows that one sweep deletes. */
const MAX_DELETED_ROWS = 500;

/** Answers by their question, each until its time is over. Times in milliseconds. */
export class ResponseCache {
  readonly #sql: SqlStorage;
  readonly #maxBytes: number;

  /** @param mostBytes of all answers together */
  constructor(sql: SqlStorage, mostBytes = MAX_CACHE_BYTES) {
    this.#sql = sql;
    this.#maxBytes = mostBytes;
    sql.exec(`
      DROP TABLE IF EXISTS parts;
      CREATE TABLE IF NOT EXISTS answers (
        question TEXT PRIMARY KEY, until INTEGER NOT NULL, bytes INTEGER NOT NULL, answer BLOB NOT NULL);
      CREATE INDEX IF NOT EXISTS answers_by_age ON answers (until, bytes);`);
  }

  /** @returns the answer in an object of its own, as it may be null; undefined when none is kept */
  get(question: string, now: number): { value: unknown } | undefined {
    const [row] = this.#sql
      .exec<{ answer: ArrayBuffer }>("SELECT answer FROM answers WHERE question = ? AND until > ?", question, now)
      .toArray();
    return row && { value: JSON.parse(new TextDecoder().decode(row.answer)) };
  }

  /** The same without reading it. */
  has(question: string, now: number): boolean {
    return this.#sql.exec("SELECT 1 FROM answers WHERE question = ? AND until > ?", question, now).toArray().length > 0;
  }

  /** Keeps an answer in place of an earlier one. One that is too long is not kept. */
  set(question: string, value: unknown, until: number): void {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    if (bytes.length > MAX_ANSWER_BYTES) return;
    this.#sql.exec(
      "INSERT OR REPLACE INTO answers (question, until, bytes, answer) VALUES (?, ?, ?, ?)",
      question,
      until,
      bytes.length,
      bytes,
    );
  }

  /**
   * Forgets some of what is over, and of what there is no room for; looks at the index alone.
   * @returns whether there is more to forget, and whether any is left
   */
  evict(now: number): { more: boolean; left: boolean } {
    const { total } = this.#sql
      .exec<{ total: number }>("SELECT coalesce(sum(bytes), 0) AS total FROM answers INDEXED BY answers_by_age")
      .one();
    let excess = total - this.#maxBytes;
    let deleted = 0;
    const oldest = this.#sql
      .exec<{ row: number; until: number; bytes: number }>(
        "SELECT rowid AS row, until, bytes FROM answers INDEXED BY answers_by_age ORDER BY until LIMIT ?",
        MAX_DELETED_ROWS,
      )
      .toArray();
    for (const { row, until, bytes } of oldest) {
      if (until > now && excess <= 0) break;
      this.#sql.exec("DELETE FROM answers WHERE rowid = ?", row);
      excess -= bytes;
      deleted += 1;
    }
    return { more: deleted === MAX_DELETED_ROWS, left: deleted < oldest.length || oldest.length === MAX_DELETED_ROWS };
  }
}
