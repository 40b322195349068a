import { env } from "cloudflare:workers";
import { createDatabase } from "../../../worker/db/client";
import { SEED_COMPANIES_SQL, splitIntoRanges } from "../../bench/dashboard-queries/seed-dashboard";
import { countDatabase, takeCounts } from "../../bench/worker/d1-counts";

/** Puts many companies on a user's dashboard, as `SEED` says. */
export async function seedDashboard(userId: string, count: number): Promise<void> {
  for (const [from, until] of splitIntoRanges(count))
    await env.DB.prepare(SEED_COMPANIES_SQL).bind(userId, from, until).run();
}

/** The database with a count of what is read. */
export const countedDb = createDatabase(countDatabase(env.DB));

/** Rows that `work` reads of D1 by way of the counting database. */
export async function countRowsRead(work: () => Promise<unknown>): Promise<number> {
  takeCounts();
  await work();
  return takeCounts().rowsRead;
}
