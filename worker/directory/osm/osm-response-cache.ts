/** Below the 2 MB limit of a row in a Durable Object. */
const MAX_ANSWER_BYTES = 1_900_000;
/** Of all answers together; above it, those that expire first are deleted. */
const MAX_CACHE_BYTES = 500_000_000;
/** Rows deleted by one `evict`. */
const MAX_DELETED_ROWS = 500;

/** Answers by question, each with an expiry time (ms). */
export class ResponseCache {
  readonly #sql: SqlStorage;
  readonly #maxBytes: number;

  constructor(sql: SqlStorage, maxBytes = MAX_CACHE_BYTES) {
    this.#sql = sql;
    this.#maxBytes = maxBytes;
    sql.exec(`
      DROP TABLE IF EXISTS parts;
      CREATE TABLE IF NOT EXISTS answers (
        question TEXT PRIMARY KEY, until INTEGER NOT NULL, bytes INTEGER NOT NULL, answer BLOB NOT NULL);
      CREATE INDEX IF NOT EXISTS answers_by_age ON answers (until, bytes);`);
  }

  /** @returns the answer wrapped in an object, as it may be null; undefined without one */
  get(question: string, now: number): { value: unknown } | undefined {
    const [row] = this.#sql
      .exec<{ answer: ArrayBuffer }>("SELECT answer FROM answers WHERE question = ? AND until > ?", question, now)
      .toArray();
    return row && { value: JSON.parse(new TextDecoder().decode(row.answer)) };
  }

  /** Does not read the answer. */
  has(question: string, now: number): boolean {
    return this.#sql.exec("SELECT 1 FROM answers WHERE question = ? AND until > ?", question, now).toArray().length > 0;
  }

  /** Replaces an earlier answer; one that is too large is not stored. */
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
   * Deletes expired answers, and the next to expire while there is too much; reads the index only.
   * @returns `more`: call again; `left`: the cache is not empty
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
