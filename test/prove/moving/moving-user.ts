import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type JobSeeker, seedJobSeeker } from "../../harness/job-seeker.ts";
import type { Product } from "../../harness/product.ts";
import type { Answer } from "../../harness/user.ts";

/** As in worker/contract/live.ts: the socket's session is to be checked anew. */
const SESSION_UNCHECKED_CODE = 4401;
/** Companies of a user: the first ones are written to, the others get a letter. */
const COMPANIES = 6;
export const MAILS = 3;
const TEMPLATE = "Je réponds au téléphone et je tiens l'agenda. Je cherche un poste d'accueil à Lyon.";
const MAX_TRIES = 200;

const Preview = z.object({ fingerprints: z.record(z.string(), z.string()) });
const Queued = z.object({ queued_ids: z.array(z.string()) });
const Written = z.object({ queued: z.array(z.string()) });
const Note = z.object({ note: z.object({ text: z.string(), version: z.number() }) });
const Outbox = z.object({
  outbox: z.object({ stopped: z.string().nullable(), mails: z.array(z.object({ waits_for: z.string().nullable() })) }),
});
const Current = z.object({ generation: z.object({ status: z.string() }).nullable() });

/** What went wrong, and how often users were asked to come back. */
export interface LoadLog {
  failures: string[];
  answers: number;
  refused: number;
  socketsOpened: number;
}

/** A user who works while being moved: writes notes, has letters written and mails sent, keeps a tab open. */
export class MovingUser {
  readonly id: string;
  readonly #server: Product;
  readonly #log: LoadLog;
  readonly #seeker: JobSeeker;
  #socket: WebSocket | undefined;
  #note = { text: "", version: 0 };
  /** Texts that the server may have taken: sent after the last that it has confirmed. */
  #unconfirmed: string[] = [];

  private constructor(server: Product, id: string, log: LoadLog, seeker: JobSeeker) {
    this.id = id;
    this.#server = server;
    this.#log = log;
    this.#seeker = seeker;
  }

  static async seed(server: Product, id: string, log: LoadLog): Promise<MovingUser> {
    const seeker = await seedJobSeeker(server, id, COMPANIES);
    const unwritten = seeker.ids.slice(MAILS);
    await server.write([
      { sql: "UPDATE users SET template_message = ? WHERE id = ?", values: [TEMPLATE, id] },
      ...unwritten.map((company) => ({
        sql: "UPDATE companies SET message = '', subject = '', message_version = 0, message_author = NULL WHERE id = ?",
        values: [company],
      })),
    ]);
    return new MovingUser(server, id, log, seeker);
  }

  get mailed(): string[] {
    return this.#seeker.ids.slice(0, MAILS);
  }

  get written(): string[] {
    return this.#seeker.ids.slice(MAILS);
  }

  /** A call of the API. @returns null when the connection was lost, or the user is asked to come back */
  async call(method: "GET" | "POST", path: string, body?: object): Promise<Answer | null> {
    const answer = await this.#seeker.call(method, path, body);
    if (answer === null) return null;
    this.#log.answers += 1;
    if (answer.status === 401 || answer.status === 500)
      this.#log.failures.push(`${this.id}: ${method} ${path} answered ${answer.status}`);
    if (answer.status !== 503) return answer;
    this.#log.refused += 1;
    return null;
  }

  /** The same until there is an answer of this shape. */
  async #insist<T extends z.ZodType>(
    shape: T,
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<z.output<T>> {
    let last: Answer | null = null;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      last = await this.call(method, path, body);
      const parsed = shape.safeParse(last?.body);
      if (last?.status === 200 && parsed.success) return parsed.data;
      await sleep(100);
    }
    throw new Error(`${this.id}: ${method} ${path} never succeeded: ${JSON.stringify(last)}`);
  }

  /** Approves mails, orders letters, opens a tab. */
  async begin(): Promise<void> {
    const { fingerprints } = await this.#insist(Preview, "POST", "/api/dashboard/companies/bulk-preview", {
      company_ids: this.mailed,
    });
    const mails = Object.entries(fingerprints).map(([company_id, fingerprint]) => ({
      company_id,
      message_version: 1,
      fingerprint,
    }));
    if (mails.length !== MAILS) throw new Error(`${this.id}: ${mails.length} mails can be sent`);
    await this.#insist(Queued, "POST", "/api/outbox", { mails });
    await this.#insist(Written, "POST", "/api/dashboard/companies/bulk-generate-message", {
      company_ids: this.written,
    });
    this.#openSocket();
  }

  #openSocket(): void {
    if (this.#server.isDown()) return;
    const origin = this.#server.url();
    // Node's own takes headers, which the types of the standard do not know.
    const options = { headers: { cookie: this.#seeker.cookie, origin } } as unknown as string[];
    const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`, options);
    this.#socket = socket;
    socket.addEventListener("open", () => (this.#log.socketsOpened += 1));
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ code }) => {
      if (code === SESSION_UNCHECKED_CODE) this.#log.failures.push(`${this.id}: a tab was signed out`);
      if (this.#socket === socket) this.#socket = undefined;
    });
  }

  /** One round of what a person does. */
  async act(turn: number): Promise<void> {
    if (!this.#socket) this.#openSocket();
    await this.call("GET", "/api/dashboard/companies");
    const text = `note ${turn} of ${this.id}`;
    this.#unconfirmed.push(text);
    const path = `/api/dashboard/companies/${this.mailed[0]}`;
    const saved = await this.call("POST", `${path}/note`, { text, version: this.#note.version });
    const confirmed = Note.safeParse(saved?.body);
    if (saved?.status === 200 && confirmed.success) {
      this.#note = confirmed.data.note;
      this.#unconfirmed = [];
      return;
    }
    // Its answer was lost, or another version is there: what is read counts.
    const read = Note.safeParse((await this.call("GET", `${path}/page`))?.body);
    if (read.success) this.#confirm(read.data.note);
  }

  #confirm(note: { text: string; version: number }): void {
    if (note.text !== this.#note.text && !this.#unconfirmed.includes(note.text))
      this.#log.failures.push(`${this.id}: the note is "${note.text}" after "${this.#note.text}" was saved`);
    this.#note = note;
    this.#unconfirmed = [];
  }

  /** Goes on with what was stopped. @returns whether nothing is under way any more */
  async settle(): Promise<boolean> {
    const outbox = Outbox.safeParse((await this.call("GET", "/api/outbox"))?.body).data?.outbox;
    if (outbox?.stopped) await this.call("POST", "/api/outbox/resume");
    const current = Current.safeParse((await this.call("GET", "/api/dashboard/generations/current"))?.body);
    const isWritten = current.success && current.data.generation?.status !== "running";
    return isWritten && outbox !== undefined && outbox.mails.every(({ waits_for }) => waits_for === null);
  }

  /** The last look: signed in, and the note is the one that was saved. */
  async end(): Promise<void> {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    const { note } = await this.#insist(Note, "GET", `/api/dashboard/companies/${this.mailed[0]}/page`);
    this.#confirm(note);
  }
}
