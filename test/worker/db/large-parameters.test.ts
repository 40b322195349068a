import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { NewCompany } from "../../../worker/companies/store-import";
import type { CompanyFact, Contact } from "../../../worker/contract/companies";
import { toJsonLists } from "../../../worker/db/json-lists";
import { companies } from "../../../worker/db/schema/companies";
import { searches } from "../../../worker/db/schema/search";
import { addFoundCompanies, insertUnlessRunning } from "../../../worker/search/store-searches";
import { listObjected } from "../../../worker/suppression/store-objections";
import { database, sharedDatabase, seedCompany, seedUser } from "../support/seed";

/** D1 rejects a larger parameter; the local one accepts it. */
const MAX_PARAMETER_BYTES = 2_000_000;
const countBytes = (text: string) => new TextEncoder().encode(text).byteLength;

interface Statement {
  bind(...values: unknown[]): D1PreparedStatement;
}

/** Makes the local D1 as strict as production during `work`. @returns the bytes of the largest parameter */
async function withParameterLimit(work: () => Promise<void>): Promise<number> {
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Statement;
  const bind = Reflect.get(prototype, "bind");
  let largest = 0;
  prototype.bind = function strictBind(this: Statement, ...values) {
    for (const value of values) {
      const bytes = typeof value === "string" ? countBytes(value) : 0;
      largest = Math.max(largest, bytes);
      if (bytes > MAX_PARAMETER_BYTES)
        throw new Error(`D1_ERROR: string or blob too big: SQLITE_TOOBIG (${bytes} bytes)`);
    }
    return bind.apply(this, values);
  };
  try {
    await work();
  } finally {
    prototype.bind = bind;
  }
  return largest;
}

const LONG_PATH = `/${"päge-".repeat(80)}`;
const makeContacts = (n: number): Contact[] =>
  Array.from({ length: 15 }, (_, i) => ({
    kind: i < 10 ? "email" : "phone",
    value: i < 10 ? `contact-${i}@firm-${n}.example` : `+3319900${String(i).padStart(4, "0")}`,
    page: `https://www.firm-${n}.example${LONG_PATH}${i}`,
    how: "link",
    seen_at: "2026-11-22T10:00:00.000Z",
  }));
const makeFacts = (n: number): CompanyFact[] =>
  Array.from({ length: 4 }, (_, i) => ({
    kind: "activity",
    text: `${i} ${"é".repeat(190)}`,
    url: `https://www.firm-${n}.example/`,
  }));
const makeFoundCompany = (n: number): NewCompany => ({
  id: crypto.randomUUID(),
  identity: `firm-${n}.example`,
  redirectedFrom: null,
  name: `Firm ${n}`,
  website: `https://firm-${n}.example/`,
  businessType: "shop_bakery",
  city: "Lyon",
  country: "FR",
  email: makeContacts(n)
    .filter(({ kind }) => kind === "email")
    .map(({ value }) => value)
    .join(";"),
  phone: "",
  contacts: makeContacts(n),
  facts: makeFacts(n),
  applyElsewhere: null,
  language: "fr",
  source: "Open List (CC0)",
});
const NOW = "2026-11-22T10:00:00.000Z";
const makeSearchOrder = (userId: string) => ({
  userId,
  searchId: crypto.randomUUID(),
  businessTypes: ["shop_bakery"],
  cities: ["Lyon (France)"],
  createdAt: NOW,
});

describe("more than one parameter of D1 may hold", () => {
  it("is refused here as it is in production", async () => {
    await expect(
      withParameterLimit(async () => void env.DB.prepare("SELECT ?1").bind("x".repeat(MAX_PARAMETER_BYTES + 1))),
    ).rejects.toThrow("too big");
  });

  it("of found companies is added whole, each once, and once only", async () => {
    const { userId } = await seedUser();
    const search = makeSearchOrder(userId);
    await insertUnlessRunning(database, search);
    const list = Array.from({ length: 500 }, (_, n) => makeFoundCompany(n));
    expect(countBytes(JSON.stringify(list))).toBeGreaterThan(2 * MAX_PARAMETER_BYTES);
    await seedCompany(userId, { identity: "firm-7.example" });
    await seedCompany(userId, { identity: "moved.example", redirectedFrom: "firm-9.example" });
    const largest = await withParameterLimit(async () => {
      expect(await addFoundCompanies(database, userId, search.searchId, list, NOW)).toMatchObject({ added: 498 });
      expect(await addFoundCompanies(database, userId, search.searchId, list, NOW)).toMatchObject({ added: 0 });
    });
    expect(largest).toBeGreaterThan(900_000);
    const rows = await database.select().from(companies);
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map(({ identity }) => identity)).size).toBe(500);
    expect(rows.find(({ identity }) => identity === "firm-499.example")).toMatchObject({
      contacts: makeContacts(499),
      facts: makeFacts(499),
    });
    expect((await database.select().from(searches))[0]).toMatchObject({ addedToDashboard: true });
  }, 60_000);

  it("of found companies is added not at all when one of its parts cannot be", async () => {
    const { userId } = await seedUser();
    const search = makeSearchOrder(userId);
    await insertUnlessRunning(database, search);
    const list = Array.from({ length: 500 }, (_, n) => makeFoundCompany(n));
    const broken = { ...makeFoundCompany(500), name: null as unknown as string };
    await expect(addFoundCompanies(database, userId, search.searchId, [...list, broken], NOW)).rejects.toThrow();
    expect(await database.select().from(companies)).toEqual([]);
    expect((await database.select().from(searches))[0]).toMatchObject({ addedToDashboard: false });
    expect(await addFoundCompanies(database, userId, search.searchId, list, NOW)).toMatchObject({ added: 500 });
  }, 60_000);

  it("of addresses is filtered by objections", async () => {
    await env.SHARED_DB.prepare(
      "INSERT INTO objections (entry, status, reason, network, created_at) VALUES ('last.example', 'listed', " +
        "'', '', ?1)",
    )
      .bind(NOW)
      .run();
    const addresses = Array.from({ length: 9_000 }, (_, n) => `${"x".repeat(230)}${n}@firm.example`);
    await withParameterLimit(async () => {
      expect(await listObjected(sharedDatabase, [...addresses, "jobs@last.example"])).toEqual(
        new Set(["jobs@last.example"]),
      );
    });
  });
});

describe("rows in lists by their bytes", () => {
  it("keep their order, and fill no list beyond the maximum", () => {
    const rows = ["a", "éé", "ccc", "dddd", "e"];
    const lists = toJsonLists(rows, 12);
    expect(lists.flatMap((list) => JSON.parse(list) as string[])).toEqual(rows);
    expect(lists.length).toBeGreaterThan(1);
    for (const list of lists) expect(countBytes(list)).toBeLessThanOrEqual(13);
  });

  it("have a list of their own where one is too large, and an empty one where there is none", () => {
    expect(toJsonLists(["a", "x".repeat(50), "b"], 10)).toEqual(['["a"]', `["${"x".repeat(50)}"]`, '["b"]']);
    expect(toJsonLists([])).toEqual(["[]"]);
  });
});
