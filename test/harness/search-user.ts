import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Product } from "./product.ts";
import { User } from "./user.ts";

/** The part of a search's state that bench and proof read. */
const Search = z.object({
  status: z.enum(["running", "stopping", "completed", "failed", "cancelled"]),
  total_companies: z.number(),
  total_emails: z.number(),
  scraped_websites_count: z.number(),
  completed_at: z.iso.datetime().nullable(),
});
type Search = z.infer<typeof Search>;
const SearchAnswer = z.object({ search: Search });
const StartedSearch = z.object({ search_id: z.string() });
let userCount = 0;

/** A user who searches. */
export class SearchUser extends User {
  /** Signs up. The wizard, which would want a CV, is completed in the database. */
  static async register(product: Product): Promise<SearchUser> {
    const user = new SearchUser(product.url);
    const id = await user.signUp(`user-${(userCount += 1)}@mail.example`);
    await product.write([{ sql: "UPDATE users SET wizard_completed = 1 WHERE id = ?", values: [id] }]);
    return user;
  }

  /** Starts a search in these cities. @returns its id */
  async start(cities: string[], kinds = ["software_company"]): Promise<string> {
    const query = { business_types: kinds, cities };
    return StartedSearch.parse(await this.call("POST", "/api/search/run", query)).search_id;
  }

  async status(id: string): Promise<Search> {
    return SearchAnswer.parse(await this.call("GET", `/api/search/status/${id}`)).search;
  }

  async press(button: "stop" | "cancel", id: string): Promise<Search> {
    return SearchAnswer.parse(await this.call("POST", `/api/search/${button}/${id}`)).search;
  }

  /** Polls until the search is over. */
  async waitForEnd(id: string, everyMs: number): Promise<Search> {
    for (;;) {
      const search = await this.status(id);
      if (search.status !== "running" && search.status !== "stopping") return search;
      await sleep(everyMs);
    }
  }
}
