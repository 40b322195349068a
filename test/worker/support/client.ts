import { exports } from "cloudflare:workers";
import { z } from "zod";

/*
 * A small browser for tests: it calls the worker under test and stores cookies.
 *
 *     const ana = new Client();
 *     await ana.post("/api/auth/register", { name: "Ana", email: "ana@mail.example", password: "secret1", language });
 *     const { user } = (await ana.get("/api/auth/me")).as(meAnswer);        // parsed by the contract's schema
 *     const answer = await ana.get("/api/dashboard/companies");
 *     expect(answer).toMatchObject({ status: 403, body: { code: "wizard_incomplete" } });
 *     await ana.upload("/api/settings/cv", "cv", new File([bytes], "cv.pdf", { type: "application/pdf" }));
 *     await ana.send("POST", "/api/auth/logout", undefined, { Origin: "https://evil.example" });
 *
 * Two clients are two browsers. Each sends Origin and Sec-Fetch-Site as the web app does; pass null to omit a header.
 * Redirects are not followed: `answer.headers.get("location")`.
 */

const origin = "http://localhost";

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of any other type. */
  body: unknown;
  /** The body parsed by the schema. Throws with status and body when it does not fit. */
  as<T extends z.core.$ZodType>(schema: T): z.output<T>;
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
  const body: unknown = isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    body,
    as(schema) {
      const parsed = z.safeParse(schema, body);
      if (!parsed.success) throw new Error(`${response.status} ${text}\ndoes not fit: ${parsed.error.message}`);
      return parsed.data;
    },
  };
}

export class Client {
  readonly cookies = new Map<string, string>();

  get cookieHeader(): string {
    return [...this.cookies].map((pair) => pair.join("=")).join("; ");
  }

  get(path: string): Promise<Answer> {
    return this.send("GET", path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send("POST", path, body);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send("PATCH", path, body);
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.send("DELETE", path, body);
  }

  upload(path: string, field: string, file: File): Promise<Answer> {
    const form = new FormData();
    form.append(field, file);
    return this.send("POST", path, form);
  }

  /** @param body FormData, bytes and strings go as they are, anything else as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | null> = {},
    signal?: AbortSignal,
  ): Promise<Answer> {
    const sent = new Headers({ Origin: origin, "Sec-Fetch-Site": "same-origin" });
    const raw =
      body instanceof FormData || body instanceof Uint8Array || typeof body === "string" || body === undefined;
    if (body !== undefined && !(body instanceof FormData)) sent.set("Content-Type", "application/json");
    if (this.cookies.size > 0) sent.set("Cookie", this.cookieHeader);
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name);
      else sent.set(name, value);
    }
    const response = await exports.default.fetch(new URL(path, origin), {
      method,
      headers: sent,
      body: raw ? body : JSON.stringify(body),
      redirect: "manual",
      ...(signal && { signal }),
    });
    this.keepCookies(response.headers);
    return toAnswer(response);
  }

  private keepCookies(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const cut = pair.indexOf("=");
      const name = pair.slice(0, cut);
      const value = pair.slice(cut + 1);
      const isDeleted = value === "" || attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute));
      if (isDeleted) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
