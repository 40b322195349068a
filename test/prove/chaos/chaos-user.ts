import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { makeCvFile } from "../../harness/make-pdf.ts";
import type { Product } from "../../harness/product.ts";
import { linkGmail, User } from "../../harness/user.ts";
import type { CallLog } from "./call-log.ts";

/**
 * Longer than the product may take for anything: a batch of 20 mails against a Gmail that hangs, behind another one.
 */
const CALL_TIMEOUT_MS = 240_000;
const SIGN_IN_PAUSE_MS = 500;
const PASSWORD = "un mot de passe";
const TEMPLATE = "Bonjour, je suis développeuse et je cherche un poste près de chez vous.";

const LostConnection = z.object({ cause: z.object({ code: z.string() }) });
const SignedIn = z.object({ user: z.object({ id: z.string(), wizard_completed: z.boolean() }) });
const ErrorAnswer = z.object({ code: z.string() });

interface CallAnswer {
  status: number;
  body: unknown;
  location: string | null;
  /** Empty for an answer below 400. */
  code: string;
}

/** A user at two tabs, who knows only the API. */
export class ChaosUser {
  readonly #server: Product;
  readonly #log: CallLog;
  readonly #user: User;
  readonly #email: string;
  /** Ids of the accounts they have had, one after the other. */
  readonly accounts: string[] = [];
  signedIn = false;
  /** May be wrong after a lost answer. */
  hasAccount = false;
  #entering: Promise<void> | undefined;

  constructor(server: Product, log: CallLog, name: string) {
    this.#server = server;
    this.#log = log;
    this.#user = new User(server.url);
    this.#email = `${name}@mail.example`;
  }

  /** @returns null when no answer came */
  async call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<CallAnswer | null> {
    const title = `${method} ${path.replace(/\?.*$/u, "").replaceAll(/\/[\w-]{20,}/gu, "/:id")}`;
    const startedAt = Date.now();
    const record = (status: number, code: string) =>
      void this.#log.entries.push({ title, status, code, startedAt, endedAt: Date.now() });
    try {
      // A new connection for each call: the server may have closed an idle one. Browsers then retry, Node does not.
      const headers = { connection: "close" };
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const answer = await this.#user.send(method, path, body, { headers, signal });
      const isPage = path.includes("/callback") || path.startsWith("/sandbox/");
      const knownCode = ErrorAnswer.safeParse(answer.body).data?.code ?? (isPage ? "page" : "NO JSON");
      const code = answer.status < 400 ? "" : knownCode;
      record(answer.status, code);
      if (code === "NO JSON") {
        const text = JSON.stringify(answer.body).slice(0, 200);
        this.#log.violations.push(`${title} answered ${answer.status} without a code: ${text}`);
      }
      if (code === "unauthenticated") this.signedIn = false;
      return { ...answer, code };
    } catch (error) {
      const name = error instanceof Error ? error.name : "unknown";
      record(0, LostConnection.safeParse(error).data?.cause.code ?? name);
      // The server was killed, and comes back at another address.
      await sleep(50);
      await this.#server.waitUntilUp();
      return null;
    }
  }

  /** The same; enters the password again where that is required. */
  async callConfirmed(method: "GET" | "DELETE", path: string): Promise<CallAnswer | null> {
    const answer = await this.call(method, path);
    if (answer?.code !== "reauthentication_required") return answer;
    await this.call("POST", "/api/auth/reauthenticate", { password: PASSWORD });
    return this.call(method, path);
  }

  /** The parsed answer; null for any status but 200. */
  async get<T extends z.ZodType>(shape: T, path: string): Promise<z.output<T> | null> {
    const answer = await this.call("GET", path);
    if (answer?.status !== 200) return null;
    const parsed = shape.safeParse(answer.body);
    if (!parsed.success) this.#log.violations.push(`GET ${path}: ${parsed.error.message.slice(0, 200)}`);
    return parsed.data ?? null;
  }

  /** Signs in, or up where there is no account, and completes the wizard. The tabs share one attempt. */
  signInOrUp(): Promise<void> {
    return (this.#entering ??= this.#enter().finally(() => (this.#entering = undefined)));
  }

  async #enter(): Promise<void> {
    const credentials = { email: this.#email, password: PASSWORD };
    const answer = this.hasAccount
      ? await this.call("POST", "/api/auth/login", credentials)
      : await this.call("POST", "/api/auth/register", { name: "Ana Martin", ...credentials, language: "fr" });
    if (answer?.code === "invalid_credentials") this.hasAccount = false;
    if (answer?.code === "email_taken") this.hasAccount = true;
    const signedIn = SignedIn.safeParse(answer?.body).data;
    if (!signedIn) return sleep(SIGN_IN_PAUSE_MS);
    this.hasAccount = this.signedIn = true;
    if (this.accounts.at(-1) !== signedIn.user.id) this.accounts.push(signedIn.user.id);
    if (signedIn.user.wizard_completed) return;
    await this.uploadCv();
    await this.call("PATCH", "/api/settings/template-message", { message: TEMPLATE });
    await this.call("POST", "/api/settings/wizard-complete");
    await this.linkGmail();
  }

  /** @param query names a profile; without it the default one */
  async uploadCv(file = makeCvFile(), query = ""): Promise<void> {
    const form = new FormData();
    form.append("cv", file);
    await this.call("POST", `/api/settings/cv${query}`, form);
  }

  /** Each account links a mailbox of its own, so that the outbox shows the account. */
  async linkGmail(): Promise<void> {
    await linkGmail((...request) => this.call(...request), `${this.accounts.at(-1)}@gmail.example`);
  }
}
