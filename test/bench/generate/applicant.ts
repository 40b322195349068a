import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Product } from "../../harness/product.ts";
import { User } from "../../harness/user.ts";
import { CV, makeFacts, TEMPLATE } from "./sample-cv-and-letters.ts";

const Current = z.object({
  generation: z
    .object({ id: z.string(), status: z.string(), total: z.number(), done: z.number(), failed: z.number() })
    .nullable(),
});
const Added = z.object({ profile_id: z.string() });
const Queued = z.object({ queued: z.array(z.string()) });

const SAVE_CV_AND_TEMPLATE_SQL = `
  UPDATE users
  SET wizard_completed = 1, template_message = ?, cv_path = 'cv/bench', cv_text = ?, cv_text_status = 'ok'
  WHERE id = ?`;
const SAVE_PROFILE_SQL = `
  UPDATE profiles SET template_message = ?, cv_path = 'cv/bench', cv_text = ?, cv_text_status = 'ok'
  WHERE user_id = ? AND id = ?`;
const INSERT_COMPANY_SQL = `
  INSERT INTO companies (
    user_id, id, identity, name, website, business_type, city, country, email, phone, contacts, facts,
    language, created_at, source
  ) VALUES (?, ?, ?, ?, ?, 'bakery', 'Lyon', 'FR', ?, '', '[]', ?, 'fr', ?, 'bench')`;

let applicantCount = 0;
let companyCount = 0;

/** A user with a template, a CV and companies to write to. */
export class Applicant extends User {
  readonly #product: Product;
  #userId = "";

  private constructor(product: Product) {
    super(product.url);
    this.#product = product;
  }

  static async register(product: Product): Promise<Applicant> {
    const user = new Applicant(product);
    user.#userId = await user.signUp(`applicant-${(applicantCount += 1)}@mail.example`);
    await product.write([{ sql: SAVE_CV_AND_TEMPLATE_SQL, values: [TEMPLATE, CV, user.#userId] }]);
    return user;
  }

  /** Puts companies without a message on the dashboard. @returns their ids */
  async addCompanies(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `c${(companyCount += 1)}`);
    const now = new Date().toISOString();
    const toValues = (id: string, at: number) => [
      this.#userId,
      id,
      `${id}.example`,
      `Boulangerie ${id}`,
      `https://${id}.example/`,
      `contact@${id}.example`,
      makeFacts(at),
      now,
    ];
    await this.#product.write(ids.map((id, at) => ({ sql: INSERT_COMPANY_SQL, values: toValues(id, at) })));
    return ids;
  }

  /** Has one message written. @returns milliseconds */
  async write(id: string): Promise<number> {
    const start = performance.now();
    await this.call("POST", `/api/dashboard/companies/${id}/generate-message`);
    return performance.now() - start;
  }

  /** Adds a second profile with a CV and a template. @returns its id */
  async addProfile(): Promise<string> {
    const { profile_id: id } = Added.parse(
      await this.call("POST", "/api/settings/profiles", { name: "Vente", language: "fr" }),
    );
    await this.#product.write([{ sql: SAVE_PROFILE_SQL, values: [TEMPLATE, CV, this.#userId, id] }]);
    return id;
  }

  /** @param profileId the profile to write with; without it the default one */
  async startBulk(ids: string[], profileId?: string): Promise<void> {
    const answer = await this.call("POST", "/api/dashboard/companies/bulk-generate-message", {
      company_ids: ids,
      ...(profileId !== undefined && { profile_id: profileId }),
    });
    const { queued } = Queued.parse(answer);
    if (queued.length !== ids.length) throw new Error(`${queued.length} of ${ids.length} were queued`);
  }

  /** Has many messages written and waits for the last. @returns milliseconds */
  async writeBulk(ids: string[]): Promise<number> {
    const start = performance.now();
    await this.startBulk(ids);
    for (;;) {
      const { generation } = Current.parse(await this.call("GET", "/api/dashboard/generations/current"));
      if (generation && generation.status !== "running") {
        if (generation.done !== ids.length) throw new Error(`${generation.done} of ${ids.length} were written`);
        return performance.now() - start;
      }
      await sleep(25);
    }
  }
}
