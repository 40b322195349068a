import { Column, eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createRowReader, prepareQuery } from "../../../worker/db/prepared-queries";
import { companies } from "../../../worker/db/schema/companies";
import { database, seedCompany, seedUser } from "../support/seed";

// worker/db/prepared-queries.ts uses private members of Drizzle.

const build = (db: typeof database, limit: number) =>
  db
    .select()
    .from(companies)
    .where(eq(companies.userId, sql.placeholder("userId")))
    .orderBy(companies.name)
    .limit(limit);

it("Drizzle still has the private members that prepared queries use", () => {
  const typeOf = (owner: object, member: string) => typeof Reflect.get(owner, member);
  const query = build(database, 1);
  const statement = query.prepare();
  expect(typeOf(query, "_prepare")).toBe("function");
  expect(typeOf(statement, "getQuery")).toBe("function");
  expect(typeOf(statement, "mapResult")).toBe("function");
  expect(typeOf(Column.prototype, "mapFromDriverValue")).toBe("function");
});

it.each([
  ["with Drizzle's mapping", prepareQuery(build)],
  ["with a row reader", prepareQuery(build, createRowReader(companies))],
])("a prepared query reads the same rows as a plain one, for each user and each variant, %s", async (_, prepared) => {
  const users = [await seedUser(), await seedUser()];
  for (const { userId } of users)
    for (const name of ["Atelier", "Boulangerie"])
      await seedCompany(userId, { name, favorited: true, archivedAt: new Date().toISOString() });
  for (const { userId } of users)
    for (const limit of [1, 2]) {
      const plain = await database
        .select()
        .from(companies)
        .where(eq(companies.userId, userId))
        .orderBy(companies.name)
        .limit(limit);
      expect(plain).toHaveLength(limit);
      expect(await database.batch([prepared(database, { userId }, limit)])).toEqual([plain]);
    }
});
