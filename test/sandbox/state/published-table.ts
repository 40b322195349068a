/** A company's proof: a TXT record by name, or a file by URL. */
export interface Published {
  kind: "txt" | "file";
  at: string;
  text: string;
  /** Redirect target of a file. */
  location?: string | undefined;
}

/** What was published through POST /sandbox/published; a name may have several records. */
export class PublishedTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS published (kind TEXT NOT NULL, at TEXT NOT NULL, spec TEXT NOT NULL)");
  }

  add(published: Published): void {
    this.sql.exec(
      "INSERT INTO published (kind, at, spec) VALUES (?, ?, ?)",
      published.kind,
      published.at,
      JSON.stringify(published),
    );
  }

  find(kind: Published["kind"], at: string): Published[] {
    return this.rows("SELECT spec FROM published WHERE kind = ? AND at = ?", kind, at);
  }

  all(): Published[] {
    return this.rows("SELECT spec FROM published");
  }

  clear(): void {
    this.sql.exec("DELETE FROM published");
  }

  private rows(query: string, ...given: string[]): Published[] {
    return this.sql
      .exec<{ spec: string }>(query, ...given)
      .toArray()
      .map(({ spec }) => JSON.parse(spec) as Published);
  }
}
