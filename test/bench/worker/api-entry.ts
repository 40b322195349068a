import { Hono } from "hono";
import { sessionQuery } from "../../../worker/auth/store-sessions";
import { stateCountsQuery, dashboardQuery } from "../../../worker/companies/store-companies";
import { createUserDatabase, type UserDatabase } from "../../../worker/db/client";
import product from "../../../worker/index";
import type { Env } from "../../../worker/platform/env";

/*
 * The product, and beside it the baseline: routes of a bare Hono application with the same statements in the same
 * number of round trips. They answer the rows as they come, without a check of the session, parsing or logging.
 */

export {
  AccountObject,
  ActivityObject,
  GenerationObject,
  LlmBudgetObject,
  MailboxObject,
  OsmGate,
  SearchObject,
  SiteCacheObject,
  StatusObject,
  UserShardObject,
} from "../../../worker/index";

interface Query {
  sql: string;
  params: unknown[];
}

const NEVER_DUE = { at: "2020-01-01T00:00:00.000Z", idleSince: "2020-01-01T00:00:00.000Z" };

/** The statements of a batch as the product's own stores write them: caught on their way to D1. */
async function captureQueries(runQueries: (db: UserDatabase) => Promise<unknown>): Promise<Query[]> {
  let caught: Query[] = [];
  const catching: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (sql: string) => ({ bind: (...params: unknown[]) => ({ sql, params }) }) as unknown as D1PreparedStatement,
    batch: async (statements: unknown[]) => {
      caught = statements as Query[];
      return statements.map(() => ({ success: true as const, results: [], meta: NO_META }));
    },
  };
  await runQueries(createUserDatabase(catching as D1Database));
  return caught;
}
const NO_META = {
  duration: 0,
  size_after: 0,
  rows_read: 0,
  rows_written: 0,
  last_row_id: 0,
  changed_db: false,
  changes: 0,
};

const queryCache = new Map<string, Query[]>();
async function captureOnce(name: string, runQueries: (db: UserDatabase) => Promise<unknown>): Promise<Query[]> {
  const queries = queryCache.get(name) ?? (await captureQueries(runQueries));
  queryCache.set(name, queries);
  return queries;
}
const prepareQueries = (db: D1Database, queries: Query[]) =>
  queries.map(({ sql, params }) => db.prepare(sql).bind(...params));

const bareApp = new Hono<{ Bindings: Env }>();
bareApp.get("/bare/me/:user/:hash", async (c) => {
  const { user: userId, hash: tokenHash } = c.req.param();
  const queries = await captureOnce(`me ${userId}`, (db) =>
    db.batch([sessionQuery(db, { userId, tokenHash }, NEVER_DUE)]),
  );
  const [statement] = prepareQueries(c.env.DB, queries);
  return c.json({ user: (await statement?.all())?.results[0] });
});
bareApp.get("/bare/companies/:user/:hash/:limit", async (c) => {
  const { user: userId, hash: tokenHash, limit } = c.req.param();
  const listing = { sortBy: "created_at", order: "desc", favorited: false, status: undefined } as const;
  const queries = await captureOnce(`companies ${userId} ${limit}`, (db) =>
    db.batch([
      sessionQuery(db, { userId, tokenHash }, NEVER_DUE),
      dashboardQuery(db, userId, listing, { limit: Number(limit), cursor: null }),
      stateCountsQuery(db, userId, listing, null),
    ]),
  );
  const [, companies, states] = await c.env.DB.batch(prepareQueries(c.env.DB, queries));
  return c.json({ companies: companies?.results, states: states?.results });
});

export default {
  ...product,
  fetch: (request, env, context) =>
    new URL(request.url).pathname.startsWith("/bare/")
      ? bareApp.fetch(request, env, context)
      : product.fetch(request, env, context),
} satisfies ExportedHandler<Env>;
