import { Hono } from "hono";
import { sessionQuery } from "../../../worker/account/store-sessions";
import { dashboardCounts, dashboardQuery } from "../../../worker/companies/store";
import { createDatabase } from "../../../worker/db/client";
import type { Env } from "../../../worker/env";
import product from "../../../worker/index";

/*
 * The product, and beside it what it is held against: routes of a bare Hono application that ask D1 the same statements in the same number of
 * round trips and answer the rows as they come. No session is checked there, nothing is parsed, shaped or logged.
 */

export { AccountObject, GenerationObject, MailboxObject, OsmGate, SearchObject } from "../../../worker/index";

interface Query {
  sql: string;
  params: unknown[];
}

const prepared = (db: D1Database, { sql, params }: Query) => db.prepare(sql).bind(...params);
const NEVER = { at: "2020-01-01T00:00:00.000Z", idleSince: "2020-01-01T00:00:00.000Z" };
const queryOfSession = (db: D1Database, userId: string, tokenHash: string): Query => sessionQuery(createDatabase(db), { userId, tokenHash }, NEVER).toSQL();

/** The statements a user's calls make, written once by the product's own stores. */
const written = new Map<string, Query[]>();
function once(name: string, write: () => Query[]): Query[] {
  const known = written.get(name) ?? write();
  written.set(name, known);
  return known;
}

const bare = new Hono<{ Bindings: Env }>();
bare.get("/bare/me/:user/:hash", async (c) => {
  const { user, hash } = c.req.param();
  const [query] = once(`me ${user}`, () => [queryOfSession(c.env.DB, user, hash)]);
  const { results } = await prepared(c.env.DB, query ?? { sql: "", params: [] }).all();
  return c.json({ user: results[0] });
});
bare.get("/bare/companies/:user/:hash/:limit", async (c) => {
  const { user, hash, limit } = c.req.param();
  const queries = once(`companies ${user} ${limit}`, () => {
    const db = createDatabase(c.env.DB);
    const listing = { sortBy: "created_at", order: "desc", favorited: false, status: undefined } as const;
    return [queryOfSession(c.env.DB, user, hash), dashboardQuery(db, user, listing, { limit: Number(limit), cursor: null }).toSQL(), dashboardCounts(db, user, listing, null).toSQL()];
  });
  const [, companies, states] = await c.env.DB.batch(queries.map((query) => prepared(c.env.DB, query)));
  return c.json({ companies: companies?.results, states: states?.results });
});

export default {
  ...product,
  fetch: (request, env, context) => (new URL(request.url).pathname.startsWith("/bare/") ? bare.fetch(request, env, context) : product.fetch(request, env, context)),
} satisfies ExportedHandler<Env>;
