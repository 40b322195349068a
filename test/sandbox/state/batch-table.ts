/** A file at the LLM's service. */
export interface LlmFile {
  id: string;
  name: string;
  purpose: string;
  content: string;
  /** Seconds since 1970. */
  createdAt: number;
}

export type BatchStatus =
  | "validating"
  | "in_progress"
  | "completed"
  | "failed"
  | "expired"
  | "cancelling"
  | "cancelled";

/** A batch of the LLM. */
export interface LlmBatch {
  id: string;
  status: BatchStatus;
  input: string;
  output: string | null;
  errors: string | null;
  metadata: Record<string, string>;
  /** Seconds since 1970. */
  createdAt: number;
}

/** Files and batches of the LLM. */
export class BatchTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS llm_file (
        id TEXT PRIMARY KEY, name TEXT, purpose TEXT, content TEXT, createdAt INTEGER);
      CREATE TABLE IF NOT EXISTS llm_batch (id TEXT PRIMARY KEY, batch TEXT, createdAt INTEGER)`);
  }

  putFile({ id, name, purpose, content, createdAt }: LlmFile): void {
    this.sql.exec("INSERT INTO llm_file VALUES (?, ?, ?, ?, ?)", id, name, purpose, content, createdAt);
  }

  file(id: string): LlmFile | null {
    return this.files().find((file) => file.id === id) ?? null;
  }

  /** The latest first. */
  files(): LlmFile[] {
    return this.sql
      .exec<Record<keyof LlmFile, SqlStorageValue>>("SELECT * FROM llm_file ORDER BY createdAt DESC, rowid DESC")
      .toArray()
      .map((row) => row as unknown as LlmFile);
  }

  /** @returns whether it was there */
  deleteFile(id: string): boolean {
    return this.sql.exec("DELETE FROM llm_file WHERE id = ?", id).rowsWritten > 0;
  }

  putBatch(batch: LlmBatch): void {
    this.sql.exec(
      "INSERT OR REPLACE INTO llm_batch VALUES (?, ?, ?)",
      batch.id,
      JSON.stringify(batch),
      batch.createdAt,
    );
  }

  batch(id: string): LlmBatch | null {
    return this.batches().find((batch) => batch.id === id) ?? null;
  }

  /** The latest first. */
  batches(): LlmBatch[] {
    return this.sql
      .exec<{ batch: string }>("SELECT batch FROM llm_batch ORDER BY createdAt DESC, rowid DESC")
      .toArray()
      .map(({ batch }) => JSON.parse(batch) as LlmBatch);
  }

  clear(): void {
    this.sql.exec("DELETE FROM llm_file; DELETE FROM llm_batch");
  }
}
