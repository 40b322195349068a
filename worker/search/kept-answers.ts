/** A row of an object's SQLite holds 2 MB; a longer answer takes several. Bytes. */
const PART = 1_500_000;

/** Answers by their question, each until its time is over. Times in milliseconds. */
export class KeptAnswers {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS parts (question TEXT NOT NULL, part INTEGER NOT NULL, answer BLOB NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (question, part))");
  }

  /** @returns the answer in an object of its own, as it may be null; undefined when none is kept */
  recall(question: string, now: number): { value: unknown } | undefined {
    const parts = this.#sql.exec<{ answer: ArrayBuffer }>("SELECT answer FROM parts WHERE question = ? AND until > ? ORDER BY part", question, now).toArray();
    if (parts.length === 0) return undefined;
    const decoder = new TextDecoder();
    return { value: JSON.parse(parts.map(({ answer }, i) => decoder.decode(answer, { stream: i < parts.length - 1 })).join("")) };
  }

  /** Keeps an answer in place of an earlier one, and forgets what is over. */
  keep(question: string, value: unknown, now: number, until: number): void {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    this.#sql.exec("DELETE FROM parts WHERE until <= ? OR question = ?", now, question);
    for (let part = 0; part * PART < bytes.length; part += 1) {
      this.#sql.exec("INSERT INTO parts (question, part, answer, until) VALUES (?, ?, ?, ?)", question, part, bytes.slice(part * PART, (part + 1) * PART), until);
    }
  }
}
