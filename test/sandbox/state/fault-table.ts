/** A misbehaviour ordered through POST /sandbox/faults. `ms` is for latency and hang; `times` counts down to 0. */
export interface FaultRequest {
  service: string;
  call?: string | undefined;
  kind: string;
  ms?: number | undefined;
  times?: number | undefined;
  probability?: number | undefined;
  /** For an LLM told to obey: words that order something, and what it writes where its prompt holds them. */
  obeys?: { order: string; letter: string } | undefined;
}

export interface Fault extends FaultRequest {
  id: string;
}

type FaultRow = { id: number; service: string; spec: string };

/** The faults in force. Cached in memory, as every outside call reads them. */
export class FaultTable {
  private readonly sql: SqlStorage;
  private cache: Fault[] | null = null;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS fault (id INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, spec " +
        "TEXT NOT NULL)",
    );
  }

  add(fault: FaultRequest): Fault {
    this.sql.exec("INSERT INTO fault (service, spec) VALUES (?, ?)", fault.service, JSON.stringify(fault));
    this.cache = null;
    const added = this.all().at(-1);
    if (!added) throw new Error("the fault just added is gone");
    return added;
  }

  all(): Fault[] {
    this.cache ??= this.sql
      .exec<FaultRow>("SELECT id, service, spec FROM fault ORDER BY id")
      .toArray()
      .map((row) => ({ ...(JSON.parse(row.spec) as FaultRequest), id: String(row.id) }));
    return this.cache;
  }

  clear(): void {
    this.sql.exec("DELETE FROM fault");
    this.cache = null;
  }

  /** The first fault that applies to this call, counted down; null when the call may succeed. */
  take(service: string, calls: string[]): Fault | null {
    const fault = this.all().find(
      (each) =>
        each.service === service &&
        (each.call === undefined || calls.includes(each.call)) &&
        (each.probability === undefined || Math.random() < each.probability),
    );
    if (!fault) return null;
    if (fault.times !== undefined) this.countDown(fault, fault.times);
    return fault;
  }

  private countDown(fault: Fault, times: number): void {
    if (times <= 1) {
      this.sql.exec("DELETE FROM fault WHERE id = ?", Number(fault.id));
    } else {
      const { id, ...spec } = fault;
      this.sql.exec(
        "UPDATE fault SET spec = ? WHERE id = ?",
        JSON.stringify({ ...spec, times: times - 1 }),
        Number(id),
      );
    }
    this.cache = null;
  }
}
