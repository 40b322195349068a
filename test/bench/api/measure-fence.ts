import { z } from "zod";
import type { ShardName } from "../../../tools/database-name.ts";
import { type Product, startProduct } from "../../harness/product.ts";
import { computeMedian, type Measured } from "../../harness/report.ts";
import { seedCallers } from "../scale/measure-shards.ts";
import { ENTRY, takeUnits } from "../scale/measure-units.ts";
import { sumUnits } from "../scale/units.ts";

/** With what refuses writes of users who are moved, and without. */
const SIDES = { fenced: "DB", open: "DB_1" } as const satisfies Record<string, ShardName>;
const VISITS = 5;
const ROUNDS = 15;
const WRITES = 1_000;
const SESSION_SQL = `SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = ? AND s.user_id = ?`;
const IS_HERE_SQL = `NOT EXISTS (SELECT 1 FROM account_moves m WHERE m.user_id = s.user_id AND m.state <> 'arrived')`;
const COUNTED = {
  statements: /^d1 user statements$/u,
  "rows read": /^d1 user rows read$/u,
  "rows written": /^d1 user rows written$/u,
};

/**
 * For its trigger SQLite finds a row again that is updated or deleted, which is up to three rows read more. An insert
 * reads none, and nothing more is written.
 */
const MOST_MORE = [0, 10 * VISITS, 0];

const Named = z.object({ name: z.string() });
const Session = z.object({ token_hash: z.string(), user_id: z.string() });
const Meta = z.object({ rows_read: z.number(), rows_written: z.number() });

/** Rows of one statement, as D1 bills them. */
async function countRows(product: Product, database: ShardName, sql: string, values: readonly string[]) {
  const [answer] = await product.query(database, [{ sql, values }]);
  return Meta.parse(answer?.meta);
}

/** Milliseconds that a batch of writes takes. */
async function timeWrites(product: Product, database: ShardName, userId: string, round: number): Promise<number> {
  const sql = "UPDATE users SET template_message = ? WHERE id = ?";
  const statements = Array.from({ length: WRITES }, (_, n) => ({ sql, values: [`${round} ${n}`, userId] }));
  const began = performance.now();
  await product.query(database, statements);
  return performance.now() - began;
}

/**
 * What a call pays for users being movable: the triggers before each write, and the condition of the session check.
 * Two users do the same, one of them in a shard whose triggers were dropped.
 */
export async function measureFence(): Promise<Measured> {
  const product = await startProduct({ entry: ENTRY, shards: Object.keys(SIDES).length });
  try {
    const callers = await seedCallers(product, Object.keys(SIDES).length);
    const triggers = await product.readFrom(SIDES.open, Named, "SELECT name FROM sqlite_schema WHERE type = 'trigger'");
    await product.write(
      triggers.map(({ name }) => ({ sql: `DROP TRIGGER "${name}"`, values: [] })),
      SIDES.open,
    );
    const visits: Partial<Record<keyof typeof SIDES, number[]>> = {};
    for (const [at, side] of (["fenced", "open"] as const).entries()) {
      const caller = callers[at];
      // The first visit of an isolate and of a user loads what later ones find.
      await caller?.visit();
      await takeUnits(product);
      for (let visit = 0; visit < VISITS; visit += 1) await caller?.visit();
      const units = await takeUnits(product);
      visits[side] = Object.values(COUNTED).map((name) => sumUnits(units, name));
    }
    const [session] = await product.readFrom(SIDES.fenced, Session, "SELECT token_hash, user_id FROM sessions");
    const key = [session?.token_hash ?? "", session?.user_id ?? ""];
    const checked = await countRows(product, SIDES.fenced, `${SESSION_SQL} AND ${IS_HERE_SQL}`, key);
    const unchecked = await countRows(product, SIDES.fenced, SESSION_SQL, key);
    const times = { fenced: [] as number[], open: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of round % 2 === 0 ? (["fenced", "open"] as const) : (["open", "fenced"] as const))
        times[side].push(await timeWrites(product, SIDES[side], `caller-${side === "fenced" ? 0 : 1}`, round));
    const extra = computeMedian(times.fenced.map((fenced, round) => fenced - (times.open[round] ?? Number.NaN)));
    return {
      title: "What it costs that users can be moved",
      how: `${triggers.length} triggers; a visit is 11 calls, one of them a letter.`,
      judgedWhenShort: true,
      table: {
        columns: Object.keys(COUNTED),
        rows: {
          [`${VISITS} visits, with triggers`]: visits.fenced ?? [],
          [`${VISITS} visits, without`]: visits.open ?? [],
          "session check": [1, checked.rows_read, checked.rows_written],
          "session check without its condition": [1, unchecked.rows_read, unchecked.rows_written],
        },
      },
      figures: [
        ...Object.keys(COUNTED).map((name, at) => {
          const more = (visits.fenced?.[at] ?? Number.NaN) - (visits.open?.[at] ?? Number.NaN);
          return {
            name: `${name} more, of ${visits.open?.[at]}`,
            value: more,
            unit: "",
            target: { atMost: MOST_MORE[at] ?? 0 },
          };
        }),
        { name: "a write takes more", value: (extra * 1_000) / WRITES, unit: "µs" },
        { name: "a write takes", value: (computeMedian(times.fenced) * 1_000) / WRITES, unit: "µs" },
      ],
    };
  } finally {
    await product.stop();
  }
}
