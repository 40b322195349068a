import type { D1Database } from "@cloudflare/workers-types";
import type { DatabaseName } from "../../../tools/database-name.ts";
import type { Product, QueryResult, Statement } from "../../harness/product.ts";

/** Told of every call of a command before it is made; what it throws takes its place. */
export type CallWatch = (database: DatabaseName, sql: string) => Promise<void>;
/** Told once the call is done: what it throws takes the place of the answer. */
export type AnswerWatch = () => void;

class CommandStatement implements Statement {
  readonly #run: (statements: readonly Statement[]) => Promise<QueryResult[]>;
  readonly sql: string;
  readonly values: readonly unknown[];

  constructor(run: (statements: readonly Statement[]) => Promise<QueryResult[]>, sql: string, values: unknown[] = []) {
    this.#run = run;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): CommandStatement {
    return new CommandStatement(this.#run, this.sql, values);
  }

  async all(): Promise<QueryResult> {
    const [answer] = await this.#run([this]);
    if (!answer) throw new Error("no answer");
    return answer;
  }

  run(): Promise<QueryResult> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results;
    return row === undefined ? null : column === undefined ? row : row[column];
  }
}

/** A database of the product as a command has it: each call is one request, and none is repeated. */
export function openCommandDatabase(
  product: Product,
  name: DatabaseName,
  onCall: CallWatch = () => Promise.resolve(),
  onAnswer: AnswerWatch = () => undefined,
): D1Database {
  const run = async (statements: readonly Statement[]): Promise<QueryResult[]> => {
    await onCall(name, statements.map(({ sql }) => sql).join(";\n"));
    const answers = await product.query(
      name,
      statements.map(({ sql, values }) => ({ sql, values })),
    );
    onAnswer();
    return answers;
  };
  return { prepare: (sql: string) => new CommandStatement(run, sql), batch: run } as unknown as D1Database;
}
