import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ShardName } from "../../../tools/database-name.ts";
import { INTERVALS_MS } from "../../../worker/contract/limits.ts";
import { deflateStream, drawText, makeCvFile, makePdf, plainStream } from "../../harness/make-pdf.ts";
import type { Product } from "../../harness/product.ts";
import { linkGmail, User } from "../../harness/user.ts";
import { composeReaction } from "../../sandbox/gmail/company-mails.ts";
import { deliverMail } from "../../sandbox/gmail/deliver-mail.ts";
import { forwardFromGmail } from "../../sandbox/gmail/forwarded-mail.ts";
import { CV, makeFacts, TEMPLATE } from "../generate/sample-cv-and-letters.ts";

const Suggested = z.object({ categories: z.array(z.object({ gcid: z.string() })) });
const Started = z.object({ search_id: z.string() });
const Status = z.object({ search: z.object({ status: z.string(), total_companies: z.number() }) });
const Listed = z.object({ companies: z.array(z.object({ id: z.string(), recipient: z.string().nullable() })) });
const Ordered = z.object({ generation_id: z.string() });
const Current = z.object({ generation: z.object({ status: z.string(), done: z.number() }).nullable() });
const Inbox = z.object({ inbox: z.object({ address: z.string() }) });
const Preview = z.object({ fingerprints: z.record(z.string(), z.string()), needs_review: z.array(z.string()) });
const Company = z.object({ company: z.object({ message_version: z.number() }) });
const Queued = z.object({ queued_ids: z.array(z.string()), failed: z.array(z.unknown()) });
const Settings = z.object({ cv: z.object({ text_status: z.string() }) });
const Mail = z.object({
  company_id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  message_id: z.string().nullable(),
});
type Mail = z.infer<typeof Mail>;

const PASSWORD = "secret-1";
const QUERY = "développeur";
const CITIES = ["Paris (France)", "Lyon (France)"];
/** Categories of a search. */
const KINDS = 1;
/** What is typed of a city's name, each asked about. */
const TYPED = ["Pa", "Par", "Pari", "Ly", "Lyo"];
const CHARACTERS_A_LINE = 80;
/** A CV with a picture; every mail carries it. */
const CV_BYTES = 300_000;
const MAX_WAIT_MS = 30 * 60_000;
/** How often a wait without polls looks at the database. */
const LOOK_MS = 3_000;
const NINE_DAYS_MS = 9 * 86_400_000;
const NOW = new Date().toISOString();
const INSERT_COMPANY_SQL = `
  INSERT INTO companies (
    user_id, id, identity, name, email, facts, created_at, website, business_type, city, country, phone, contacts,
    language, source
  ) VALUES (?, ?, ?, ?, ?, ?, ?, '', 'bakery', 'Lyon', 'FR', '', '[]', 'fr', 'bench')`;
const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** Calls the API as the web app does when a person does something. */
export class Person extends User {
  readonly #product: Product;
  readonly #name: string;
  readonly #polls: boolean;
  #id = "";
  #shard: ShardName = "DB";
  #inbox = "";

  /**
   * @param name unique in its server
   * @param options `polls`: false for one who waits without asking, so that the same is asked however long it takes
   */
  constructor(product: Product, name: string, { polls = true } = {}) {
    super(product.url);
    this.#product = product;
    this.#name = name;
    this.#polls = polls;
  }

  get #email(): string {
    return `${this.#name}@mail.example`;
  }

  async #waitUntil(condition: () => Promise<boolean>, everyMs: number): Promise<void> {
    const last = Date.now() + MAX_WAIT_MS;
    while (!(await condition())) {
      if (Date.now() > last) throw new Error(`${this.#name} waited in vain`);
      await sleep(everyMs);
    }
  }

  /** Waits by polls of the API, or by looks at the database. @param sql a row when the wait is over */
  async #waitFor(poll: () => Promise<boolean>, everyMs: number, sql: string, ...values: string[]): Promise<void> {
    await (this.#polls ? this.#waitUntil(poll, everyMs) : this.#waitForRow(sql, ...values));
  }

  /** Waits by looks at the database. */
  #waitForRow(sql: string, ...values: string[]): Promise<void> {
    const { readFrom } = this.#product;
    return this.#waitUntil(async () => (await readFrom(this.#shard, z.unknown(), sql, ...values)).length > 0, LOOK_MS);
  }

  /** Signs up, completes the wizard, has the facts of the CV read, links Gmail, turns answers on. */
  async join(): Promise<void> {
    this.#id = await this.signUp(this.#email);
    this.#shard = await this.#product.findShard(this.#id);
    const lines = CV.match(new RegExp(`[^\n]{1,${CHARACTERS_A_LINE}}`, "gu")) ?? [];
    const cv = makePdf([deflateStream(drawText(lines))], { objects: [plainStream(new Uint8Array(CV_BYTES))] });
    const uploaded = await this.uploadCv(makeCvFile(cv));
    if (uploaded.status !== 200) throw new Error(`the CV was refused: ${JSON.stringify(uploaded.body)}`);
    await this.#waitFor(
      async () => Settings.parse(await this.call("GET", "/api/settings")).cv.text_status !== "pending",
      INTERVALS_MS.searchPoll,
      "SELECT 1 FROM users WHERE id = ? AND cv_text_status <> 'pending'",
      this.#id,
    );
    await this.call("POST", "/api/settings/facts/extract");
    await this.call("PATCH", "/api/settings/template-message", { message: TEMPLATE });
    await this.call("POST", "/api/settings/wizard-complete");
    if (!(await linkGmail((...args) => this.send(...args), `${this.#name}@gmail.example`)))
      throw new Error(`${this.#name} cannot link Gmail`);
    this.#inbox = Inbox.parse(await this.call("POST", "/api/settings/inbox")).inbox.address;
  }

  async signIn(): Promise<void> {
    await this.call("POST", "/api/auth/login", { email: this.#email, password: PASSWORD });
  }

  /** The dashboard's page with its first answers, the list to its end, and the first look at the sidebar. */
  async openDashboard(): Promise<void> {
    await this.call("GET", "/api/dashboard/first-answers");
    await this.call("GET", "/api/dashboard/companies?limit=500");
    await this.idleMinute();
  }

  /** What a visible tab asks in a minute in which nothing happens. */
  async idleMinute(): Promise<void> {
    for (let ms = 0; ms < 60_000; ms += INTERVALS_MS.sidebarIdle) await this.call("GET", "/api/activity");
  }

  /** Searches two cities and adds what is found. @returns how many companies */
  async search(): Promise<number> {
    const { categories } = Suggested.parse(
      await this.call("POST", "/api/search/categories", { query: QUERY, language: "fr" }),
    );
    for (const typed of TYPED) await this.call("GET", `/api/search/places?q=${typed}&language=fr`);
    const business_types = categories.slice(0, KINDS).map(({ gcid }) => gcid);
    const { search_id: id } = Started.parse(
      await this.call("POST", "/api/search/run", { business_types, cities: CITIES }),
    );
    const fetchSearch = async () => Status.parse(await this.call("GET", `/api/search/status/${id}`)).search;
    await this.#waitFor(
      async () => {
        await this.call("GET", `/api/search/${id}/companies?limit=500`);
        return ENDED.has((await fetchSearch()).status);
      },
      INTERVALS_MS.searchPoll,
      "SELECT 1 FROM searches WHERE id = ? AND status NOT IN ('running', 'stopping')",
      id,
    );
    const { total_companies: found } = await fetchSearch();
    await this.call("POST", `/api/search/add-to-dashboard/${id}`, {});
    return found;
  }

  /** Puts companies on the dashboard without a search. */
  async giveCompanies(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number);
    await this.#product.write(
      numbers.map((number) => {
        const domain = `${this.#name}-${number}.example`;
        return {
          sql: INSERT_COMPANY_SQL,
          values: [this.#id, domain, domain, `Boulangerie ${number}`, `info@${domain}`, makeFacts(number), NOW],
        };
      }),
      this.#shard,
    );
  }

  /** Ids of companies with an address. */
  async listCompanies(): Promise<string[]> {
    const { companies } = Listed.parse(await this.call("GET", "/api/dashboard/companies?limit=500"));
    return companies.filter(({ recipient }) => recipient !== null).map(({ id }) => id);
  }

  /** @param mayWait for a batch of the model's service: nobody polls for it */
  async writeLetters(companyIds: string[], mayWait = false): Promise<void> {
    const order = { company_ids: companyIds, may_wait: mayWait };
    const { generation_id: id } = Ordered.parse(
      await this.call("POST", "/api/dashboard/companies/bulk-generate-message", order),
    );
    const ended = "SELECT 1 FROM generations WHERE id = ? AND finished_at IS NOT NULL";
    if (mayWait) return this.#waitForRow(ended, id);
    await this.#waitFor(
      async () => {
        const { generation } = Current.parse(await this.call("GET", "/api/dashboard/generations/current"));
        return generation !== null && generation.status !== "running";
      },
      INTERVALS_MS.generationPoll,
      ended,
      id,
    );
  }

  /** Opens a company, whose letter is shown with its sources and as a mail. */
  async readLetter(companyId: string): Promise<void> {
    const path = `/api/dashboard/companies/${companyId}`;
    const { company } = Company.parse(await this.call("GET", path));
    await this.call("GET", `${path}/page`);
    await this.call("POST", `${path}/check-message`, {});
    await this.call("GET", `${path}/preview`);
    await this.call("POST", `${path}/message-read`, { version: company.message_version });
  }

  /** Approves the mails as they are previewed. @returns how many wait in the outbox now */
  async queueMails(companyIds: string[]): Promise<number> {
    const { fingerprints, needs_review: doubtful } = Preview.parse(
      await this.call("POST", "/api/dashboard/companies/bulk-preview", { company_ids: companyIds }),
    );
    const mails = Object.entries(fingerprints).map(([id, fingerprint]) => ({
      company_id: id,
      message_version: 1,
      fingerprint,
      confirm: doubtful.includes(id) ? ["needs_review"] : [],
    }));
    const { queued_ids: queued, failed } = Queued.parse(await this.call("POST", "/api/outbox", { mails }));
    if (queued.length === 0) throw new Error(`no mail was queued: ${JSON.stringify(failed)}`);
    return queued.length;
  }

  /** Mails of this person that have left. */
  listSentMails(): Promise<Mail[]> {
    return this.#product.readFrom(
      this.#shard,
      Mail,
      `SELECT company_id, recipient, subject, body, message_id FROM mails
        WHERE user_id = ? AND status = 'sent' AND message_id IS NOT NULL`,
      this.#id,
    );
  }

  /** Waits until so many mails have left, without a call of the API. */
  async waitForMails(count: number): Promise<void> {
    const everyMs = this.#polls ? 500 : LOOK_MS;
    await this.#waitUntil(async () => (await this.listSentMails()).length >= count, everyMs);
  }

  /** Makes the mails that have left nine days older. */
  async letDaysPass(): Promise<void> {
    const at = new Date(Date.now() - NINE_DAYS_MS).toISOString();
    const sql = "UPDATE mails SET created_at = ?, updated_at = ? WHERE user_id = ?";
    await this.#product.write([{ sql, values: [at, at, this.#id] }], this.#shard);
  }

  /** Has a follow-up written, reads and approves it. */
  async followUp(companyId: string): Promise<void> {
    const path = `/api/dashboard/companies/${companyId}/follow-up`;
    const FollowUp = z.object({ follow_up: z.object({ step: z.number().nullable(), version: z.number() }) });
    const { follow_up: written } = FollowUp.parse(await this.call("POST", `${path}/write`, { replaces: 0 }));
    await this.call("POST", `${path}/check`, {});
    const { preview } = z
      .object({ preview: z.object({ fingerprint: z.string(), review: z.array(z.unknown()) }) })
      .parse(await this.call("GET", `${path}/preview`));
    const mail = {
      company_id: companyId,
      step: written.step,
      message_version: written.version,
      fingerprint: preview.fingerprint,
      confirm: preview.review.length > 0 ? ["needs_review"] : [],
    };
    const { queued_ids: queued, failed } = Queued.parse(await this.call("POST", "/api/outbox", { mails: [mail] }));
    if (queued.length !== 1) throw new Error(`the follow-up was not queued: ${JSON.stringify(failed)}`);
  }

  /** The company's refusal comes by the user's Gmail. */
  async receiveAnswer({ recipient, subject, body, message_id: messageId }: Mail): Promise<void> {
    const mailbox = `${this.#name}@gmail.example`;
    const sent = { from: mailbox, replyTo: mailbox, to: recipient, subject, messageId: messageId ?? "", text: body };
    const raw = composeReaction("refuse", sent, crypto.randomUUID());
    const refused = await deliverMail(forwardFromGmail(raw, { mailbox, inbox: this.#inbox }), this.#product.url());
    if (refused !== null) throw new Error(`the answer was refused: ${refused}`);
  }

  async recordOutcome(companyId: string): Promise<void> {
    await this.call("POST", `/api/dashboard/companies/${companyId}/outcome`, { outcome: "refused" });
  }
}
