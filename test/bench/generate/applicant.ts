import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ProductInstance } from "../product/instance.ts";
import { SearchUser } from "../product/job-seeker.ts";
import { CV, TEMPLATE } from "./sample-cv-and-letters.ts";

const Ids = z.array(z.object({ id: z.string() }));
const Current = z.object({
  generation: z
    .object({ id: z.string(), status: z.string(), total: z.number(), done: z.number(), failed: z.number() })
    .nullable(),
});
let companyNumber = 0;

/** A user with a template, a CV and companies to write to. */
export class Applicant {
  readonly seeker: SearchUser;
  readonly userId: string;
  readonly #instance: ProductInstance;

  private constructor(seeker: SearchUser, userId: string, instance: ProductInstance) {
    this.seeker = seeker;
    this.userId = userId;
    this.#instance = instance;
  }

  static async register(instance: ProductInstance): Promise<Applicant> {
    const seeker = await SearchUser.register(instance);
    const db = await instance.miniflare.getD1Database("DB");
    const [user] = Ids.parse(
      (await db.prepare("SELECT id FROM users ORDER BY created_at DESC, rowid DESC LIMIT 1").all()).results,
    );
    if (!user) throw new Error("nobody has registered");
    await db
      .prepare("UPDATE users SET template_message = ?, cv_path = ?, cv_text = ?, cv_text_status = ? WHERE id = ?")
      .bind(TEMPLATE, "cv/bench", CV, "ok", user.id)
      .run();
    return new Applicant(seeker, user.id, instance);
  }

  /** Puts companies without a message on the dashboard. @returns their ids */
  async companies(count: number): Promise<string[]> {
    const db = await this.#instance.miniflare.getD1Database("DB");
    const insert =
      db.prepare(`INSERT INTO companies (user_id, id, identity, name, website, business_type, city, country, email, phone, contacts, about, language, created_at, source)
      VALUES (?, ?, ?, ?, ?, 'bakery', 'Lyon', 'FR', ?, '', '[]', ?, 'fr', ?, 'bench')`);
    const ids = Array.from({ length: count }, () => `c${(companyNumber += 1)}`);
    const about = "Nous faisons du pain au levain et le vendons dans notre boutique, ouverte du mardi au samedi. "
      .repeat(6)
      .trim();
    await db.batch(
      ids.map((id) =>
        insert.bind(
          this.userId,
          id,
          `${id}.example`,
          `Boulangerie ${id}`,
          `https://${id}.example/`,
          `contact@${id}.example`,
          about,
          new Date().toISOString(),
        ),
      ),
    );
    return ids;
  }

  /** Has one message written. @returns milliseconds */
  async write(id: string): Promise<number> {
    const began = performance.now();
    await this.seeker.call("POST", `/api/dashboard/companies/${id}/generate-message`);
    return performance.now() - began;
  }

  async startBulk(ids: string[]): Promise<void> {
    const answer = z
      .object({ queued: z.array(z.string()) })
      .parse(await this.seeker.call("POST", "/api/dashboard/companies/bulk-generate-message", { company_ids: ids }));
    if (answer.queued.length !== ids.length) throw new Error(`${answer.queued.length} of ${ids.length} were queued`);
  }

  /** Has many written, until the last is. @returns milliseconds */
  async writeBulk(ids: string[]): Promise<number> {
    const began = performance.now();
    await this.startBulk(ids);
    for (;;) {
      const { generation } = Current.parse(await this.seeker.call("GET", "/api/dashboard/generations/current"));
      if (generation && generation.status !== "running") {
        if (generation.done !== ids.length) throw new Error(`${generation.done} of ${ids.length} were written`);
        return performance.now() - began;
      }
      await sleep(25);
    }
  }
}
