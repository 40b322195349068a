import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf.ts";
import type { MiniflareServer } from "../sending/miniflare-server.ts";
import type { CallLog } from "./call-log.ts";

/** Longer than the product may take for anything: a batch of 20 mails against a Gmail that hangs, behind another one. Milliseconds. */
const CALL_TIMEOUT_MS = 240_000;
const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
const PASSWORD = "un mot de passe";

/** A connection for each call. One that is kept may have been closed by the server in the meantime: browsers then ask again by themselves, Node does not. */
const NEW_CONNECTION_HEADERS = { connection: "close" };

const LostConnection = z.object({ cause: z.object({ code: z.string() }) });
const SignedIn = z.object({ user: z.object({ id: z.string(), wizard_completed: z.boolean() }) });
const ErrorAnswer = z.object({ code: z.string() });

export interface CallAnswer {
  status: number;
  body: unknown;
  /** Empty for an answer that is no refusal. */
  code: string;
}

/** A user at two tabs, who knows the API and nothing else. */
export class ChaosUser {
  readonly server: MiniflareServer;
  readonly #ledger: CallLog;
  readonly email: string;
  readonly #cookies = new Map<string, string>();
  /** Ids of the accounts they have had, one after the other. */
  readonly accounts: string[] = [];
  signedIn = false;
  #entering: Promise<void> | undefined;

  constructor(server: MiniflareServer, ledger: CallLog, name: string) {
    this.server = server;
    this.#ledger = ledger;
    this.email = `${name}@mail.example`;
  }

  /** Each account links a mailbox of its own, so that the outbox tells them apart. */
  get gmail(): string {
    return `${this.accounts.at(-1)}@gmail.example`;
  }

  /** @returns null when no answer came */
  async call(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object): Promise<CallAnswer | null> {
    const title = `${method} ${path.replace(/\?.*$/u, "").replaceAll(/\/[\w-]{20,}/gu, "/:id")}`;
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const form = body instanceof FormData;
    const began = Date.now();
    try {
      const response = await fetch(this.server.url() + path, {
        method,
        headers: { cookie, ...NEW_CONNECTION_HEADERS, ...(body && !form && { "content-type": "application/json" }) },
        redirect: "manual",
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body && { body: form ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
      const parsed: unknown = response.headers.get("content-type")?.includes("application/json")
        ? JSON.parse(text)
        : { location: response.headers.get("location") };
      const code =
        response.status < 400
          ? ""
          : (ErrorAnswer.safeParse(parsed).data?.code ??
            (path.includes("/callback") || path.startsWith("/sandbox/") ? "page" : "NO JSON"));
      this.#ledger.entries.push({ title, status: response.status, code, began, ended: Date.now() });
      if (code === "NO JSON")
        this.#ledger.violations.push(`${title} answered ${response.status} without a code: ${text.slice(0, 200)}`);
      if (code === "unauthenticated") this.signedIn = false;
      return { status: response.status, body: parsed, code };
    } catch (error) {
      this.#ledger.entries.push({
        title,
        status: 0,
        code: LostConnection.safeParse(error).data?.cause.code ?? (error instanceof Error ? error.name : "unknown"),
        began,
        ended: Date.now(),
      });
      // The server was killed, and comes back under another address.
      await sleep(50);
      await this.server.waitUntilUp();
      return null;
    }
  }

  /** The same; says anew who it is where that is asked for. */
  async callConfirmed(method: "GET" | "DELETE", path: string): Promise<CallAnswer | null> {
    const answer = await this.call(method, path);
    if (answer?.code !== "reauthentication_required") return answer;
    await this.call("POST", "/api/auth/reauthenticate", { password: PASSWORD });
    return this.call(method, path);
  }

  /** The answer as it should be, or null for any other. */
  async get<T extends z.ZodType>(shape: T, path: string): Promise<z.output<T> | null> {
    const answer = await this.call("GET", path);
    if (answer?.status !== 200) return null;
    const read = shape.safeParse(answer.body);
    if (!read.success) this.#ledger.violations.push(`GET ${path}: ${read.error.message.slice(0, 200)}`);
    return read.data ?? null;
  }

  /** As far as they know; after an answer that got lost they may be wrong. */
  hasAccount = false;

  /** Signs in, or up where there is no such account, and does what the wizard asks. The tabs share one entry. */
  signInOrUp(): Promise<void> {
    return (this.#entering ??= this.#enter().finally(() => (this.#entering = undefined)));
  }

  async #enter(): Promise<void> {
    const answer = this.hasAccount
      ? await this.call("POST", "/api/auth/login", { email: this.email, password: PASSWORD })
      : await this.call("POST", "/api/auth/register", {
          name: "Ana Martin",
          email: this.email,
          password: PASSWORD,
          language: "fr",
        });
    if (answer?.code === "invalid_credentials") this.hasAccount = false;
    if (answer?.code === "email_taken") this.hasAccount = true;
    const entered = SignedIn.safeParse(answer?.body).data;
    if (!entered) return sleep(500);
    this.hasAccount = this.signedIn = true;
    if (this.accounts.at(-1) !== entered.user.id) this.accounts.push(entered.user.id);
    if (entered.user.wizard_completed) return;
    await this.uploadCv();
    await this.call("PATCH", "/api/settings/template-message", {
      message: "Bonjour, je suis développeuse et je cherche un poste près de chez vous.",
    });
    await this.call("POST", "/api/settings/wizard-complete");
    await this.linkGmail();
  }

  async uploadCv(
    file = makeCvFile(makeCvPdf(["Ana Martin", "Développeuse TypeScript, 6 ans", "Lyon (France)"])),
  ): Promise<void> {
    const form = new FormData();
    form.append("cv", file);
    await this.call("POST", "/api/settings/cv", form);
  }

  /** As a user does: Google's consent page, then the popup's way back. */
  async linkGmail(): Promise<void> {
    const begun = z
      .object({ auth_url: z.string() })
      .safeParse((await this.call("POST", "/api/settings/gmail/authorization-url"))?.body);
    if (!begun.success) return;
    const { pathname, search } = new URL(begun.data.auth_url);
    const form = new URLSearchParams({ email: this.gmail, decision: "allow", scope: SEND_SCOPE });
    const decided = await fetch(this.server.url() + pathname + search, {
      method: "POST",
      headers: NEW_CONNECTION_HEADERS,
      body: form,
      redirect: "manual",
    }).catch(() => null);
    const back = decided?.headers.get("location");
    if (!back) return;
    const way = new URL(back);
    await this.call("GET", way.pathname + way.search);
  }
}
