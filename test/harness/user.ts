import { z } from "zod";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Answer {
  status: number;
  /** Parsed JSON, or the text when it is none. */
  body: unknown;
  /** Where a redirect leads. */
  location: string | null;
}

/** Calls the API as one user. @returns null when the connection was lost */
export type ApiCall = (method: Method, path: string, body?: object) => Promise<Answer | null>;

const SEND_SCOPE = "https://www.googleapis.com/auth/gmail.send";
const Registered = z.object({ user: z.object({ id: z.string() }) });
const Authorization = z.object({ auth_url: z.string() });

/** A browser without a screen, for bench and proof: it calls the API and stores cookies. */
export class User {
  readonly #origin: () => string;
  readonly #cookies = new Map<string, string>();

  /** @param origin of the product; a function, because a restart changes it */
  constructor(origin: () => string) {
    this.#origin = origin;
  }

  /** The Cookie header. */
  cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  /** @param lines Set-Cookie headers */
  storeCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }

  /** @param body a form, or what goes as JSON @throws when the connection is lost */
  async send(method: Method, path: string, body?: object, init: RequestInit = {}): Promise<Answer> {
    const form = body instanceof FormData || body instanceof URLSearchParams;
    const headers = new Headers(init.headers);
    headers.set("cookie", this.cookie());
    if (body && !form) headers.set("content-type", "application/json");
    const response = await fetch(this.#origin() + path, {
      ...init,
      method,
      headers,
      redirect: "manual",
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    this.storeCookies(response.headers.getSetCookie());
    const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
    const parsed: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.status, body: parsed, location: response.headers.get("location") };
  }

  /** @returns the body @throws for any answer but 200 */
  async call(method: Method, path: string, body?: object): Promise<unknown> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  /** @returns the user's id */
  async signUp(email: string): Promise<string> {
    const details = { name: "Ana Martin", email, password: "secret-1", language: "fr" };
    return Registered.parse(await this.call("POST", "/api/auth/register", details)).user.id;
  }

  async uploadCv(file: File): Promise<Answer> {
    const form = new FormData();
    form.append("cv", file);
    return this.send("POST", "/api/settings/cv", form);
  }
}

/** Links a mailbox as a user does: Google's consent page, then the popup's redirect. @returns false when that failed */
export async function linkGmail(call: ApiCall, email: string): Promise<boolean> {
  const started = Authorization.safeParse((await call("POST", "/api/settings/gmail/authorization-url"))?.body);
  if (!started.success) return false;
  const { pathname, search } = new URL(started.data.auth_url);
  const consent = new URLSearchParams({ email, decision: "allow", scope: SEND_SCOPE });
  const location = (await call("POST", pathname + search, consent))?.location;
  if (!location) return false;
  const callback = new URL(location);
  const answer = await call("GET", callback.pathname + callback.search);
  return answer !== null && answer.status < 400;
}
