import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ProductInstance } from "./instance.ts";

/** What the bench looks at of a search. */
const Search = z.object({
  status: z.enum(["running", "stopping", "completed", "failed", "cancelled"]),
  total_companies: z.number(),
  total_emails: z.number(),
  scraped_websites_count: z.number(),
  warnings: z.array(z.unknown()),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});
export type Search = z.infer<typeof Search>;
const Answer = z.object({ search: Search });
let registeredCount = 0;

/** A user of the product, by its API alone. */
export class SearchUser {
  #instance: ProductInstance;
  readonly #cookies = new Map<string, string>();

  private constructor(instance: ProductInstance) {
    this.#instance = instance;
  }

  /** Signs up. The wizard, which would want a CV, is passed in the database. */
  static async register(instance: ProductInstance): Promise<SearchUser> {
    const user = new SearchUser(instance);
    registeredCount += 1;
    const email = `user-${registeredCount}@mail.example`;
    await user.call("POST", "/api/auth/register", { name: "Ana Martin", email, password: "secret-1", language: "fr" });
    const db = await instance.miniflare.getD1Database("DB");
    await db.prepare("UPDATE users SET wizard_completed = 1 WHERE email = ?").bind(email).run();
    return user;
  }

  /** Goes on with another instance on the same storage: the server was restarted. */
  moveTo(instance: ProductInstance): void {
    this.#instance = instance;
  }

  /** Starts a search in these cities, of one kind of company unless others are named. @returns its id */
  async start(cities: string[], kinds = ["software_company"]): Promise<string> {
    return z
      .object({ search_id: z.string() })
      .parse(await this.call("POST", "/api/search/run", { business_types: kinds, cities })).search_id;
  }

  async status(id: string): Promise<Search> {
    return Answer.parse(await this.call("GET", `/api/search/status/${id}`)).search;
  }

  async press(button: "stop" | "cancel", id: string): Promise<Search> {
    return Answer.parse(await this.call("POST", `/api/search/${button}/${id}`)).search;
  }

  /** Polls until the search is over. */
  async waitForEnd(id: string, everyMs: number): Promise<Search> {
    for (;;) {
      const search = await this.status(id);
      if (search.status !== "running" && search.status !== "stopping") return search;
      await sleep(everyMs);
    }
  }

  /** @throws for any answer but 200 */
  async call(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#instance.url + path, {
      method,
      headers: {
        "content-type": "application/json",
        cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}
