import { z } from "zod";
import type { MiniflareServer } from "../sending/miniflare-server.ts";
import type { KnownValues } from "./generate-requests.ts";
import type { FuzzAnswer } from "./send-request.ts";

/** A signed-in user and what they have seen of the server. */
export interface FuzzUser {
  known: KnownValues;
  cookie(): string;
  /** Keeps cookies, ids and cursors of an answer. */
  learn(answer: FuzzAnswer): void;
  /** Signed out, or the account is closed. */
  isGone(): boolean;
}

const MAX_KNOWN = 60;
const Registered = z.object({ user: z.object({ id: z.string() }) });

/** Signs up by the API; what the wizard, a search and a generation would give is written to D1. @param number unique in its server */
export async function seedFuzzUser(server: MiniflareServer, number: number): Promise<FuzzUser> {
  const answer = await fetch(`${server.url()}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Ana Martin",
      email: `fuzz-${number}@mail.example`,
      password: "secret-1",
      language: "fr",
    }),
  });
  if (!answer.ok) throw new Error(`nobody can sign up: ${answer.status} ${await answer.text()}`);
  const {
    user: { id: userId },
  } = Registered.parse(await answer.json());
  const cookies = new Map<string, string>();
  const known: KnownValues = { ids: Array.from({ length: 8 }, (_, n) => `fuzz-${number}-${n}`), cursors: [] };
  let gone = false;

  const storeCookies = (lines: string[]) => {
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      cookies.set(name, value);
      if (name === "__Host-session") gone = value === "" || !value.startsWith(userId);
    }
  };
  storeCookies(answer.headers.getSetCookie());

  const now = new Date().toISOString();
  await server.write([
    {
      sql: "UPDATE users SET wizard_completed = 1, template_message = 'Bonjour, je cherche un poste.' WHERE id = ?",
      values: [userId],
    },
    ...known.ids.map((id, n) => ({
      sql: `INSERT OR IGNORE INTO companies (user_id, id, identity, name, website, business_type, city, country, email, phone, contacts, language, subject, message, message_version, created_at, archived_at, source)
        VALUES (?, ?, ?, ?, ?, 'software_company', 'Paris', 'FR', ?, '', '[]', 'fr', 'Candidature', ?, 1, ?, ?, 'proof')`,
      values: [
        userId,
        id,
        `${id}.example`,
        `Firm ${id}`,
        `https://${id}.example/`,
        `jobs@${id}.example`,
        n % 2 === 0 ? "Bonjour,\n\nAna Martin" : "",
        now,
        n > 5 ? now : null,
      ],
    })),
  ]);

  return {
    known,
    cookie: () => [...cookies].map((pair) => pair.join("=")).join("; "),
    isGone: () => gone,
    learn({ text, cookies: lines, status }) {
      storeCookies(lines);
      if (status === 401 && text.includes("unauthenticated")) gone = true;
      for (const [, id = ""] of text.matchAll(/"(?:id|search_id|generation_id)":"([\w-]{1,64})"/gu))
        if (!known.ids.includes(id)) known.ids.push(id);
      for (const [, cursor = ""] of text.matchAll(/"next_cursor":"([^"]+)"/gu)) known.cursors.push(cursor);
      known.ids.splice(8, Math.max(0, known.ids.length - MAX_KNOWN));
      known.cursors.splice(0, Math.max(0, known.cursors.length - MAX_KNOWN));
    },
  };
}
