import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { Frontier } from "../../../worker/search/frontier";

/** Leases in turn from a search whose companies have these sites. */
async function leaseInTurn(identities: string[], turns: { limit: number; held: number[] }[]): Promise<string[][]> {
  const search = env.SEARCH.get(env.SEARCH.newUniqueId());
  return runInDurableObject(search, (_instance, { storage: { sql } }) => {
    const frontier = new Frontier(sql);
    frontier.createTables([]);
    for (const identity of identities)
      sql.exec(
        `INSERT INTO companies (id, identity, name, website, business_type, city, country, source, duplicate, site,
          contacts, email, phone) VALUES (?1, ?1, 'x', 'https://' || ?1, '', '', 'FR', '', 0, 'waiting', '[]', '', '')`,
        identity,
      );
    return turns.map(({ limit, held }) => frontier.leaseSites(limit, held).map(({ site }) => site));
  });
}

it("companies with a page on one host are read by one consumer, which keeps its pause", async () => {
  const sites = ["pages.example/a", "a.example", "pages.example/b", "b.example", "pages.example/c"];
  expect(
    await leaseInTurn(sites, [
      { limit: 2, held: [] },
      // Another consumer.
      { limit: 5, held: [] },
      // The first one again.
      { limit: 1, held: [1, 2] },
      // The first one, which holds two pages of that host.
      { limit: 5, held: [1, 3] },
    ]),
  ).toEqual([["pages.example/a", "a.example"], ["b.example"], ["pages.example/b"], ["pages.example/c"]]);
});
