import { env } from "cloudflare:workers";
import { createDatabase } from "../../worker/db/client";
import { SEED, stretchesOf } from "../bench/pages/dashboard";
import { countedDatabase, takeCounts } from "../bench/worker/d1-counts";

/** Puts many companies on a user's dashboard, as `SEED` says. */
export async function seedDashboard(userId: string, count: number): Promise<void> {
  for (const [from, until] of stretchesOf(count)) await env.DB.prepare(SEED).bind(userId, from, until).run();
}

/** The database with a count of what is read. */
export const countedDb = createDatabase(countedDatabase(env.DB));

/** Rows that `work` reads of D1 by way of the counting database. */
export async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  takeCounts();
  await work();
  return takeCounts().rowsRead;
}
