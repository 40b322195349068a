import type { Product } from "../../harness/product.ts";
import { User } from "../../harness/user.ts";
import type { KnownValues } from "./generate-requests.ts";
import type { FuzzAnswer } from "./send-request.ts";

/** A signed-in user and the ids and cursors the server gave them. */
export interface FuzzUser {
  user: User;
  known: KnownValues;
  /** Stores cookies, ids and cursors of an answer. */
  learn(answer: FuzzAnswer): void;
  /** Signed out, or the account is deleted. */
  isGone(): boolean;
}

const MAX_KNOWN = 60;
const COMPANY_COUNT = 8;
const ARCHIVED_FROM = 6;

const COMPLETE_WIZARD_SQL =
  "UPDATE users SET wizard_completed = 1, template_message = 'Bonjour, je cherche un poste.' WHERE id = ?";
const INSERT_COMPANY_SQL = `
  INSERT OR IGNORE INTO companies (
    user_id, id, identity, name, website, business_type, city, country, email, phone, contacts, language,
    subject, message, message_version, created_at, archived_at, source
  ) VALUES (?, ?, ?, ?, ?, 'software_company', 'Paris', 'FR', ?, '', '[]', 'fr', 'Candidature', ?, 1, ?, ?, 'proof')`;

/**
 * Signs up by the API; the wizard, and companies that a search would find, are written to D1.
 * @param number unique in its server
 */
export async function seedFuzzUser(server: Product, number: number): Promise<FuzzUser> {
  const user = new User(server.url);
  const userId = await user.signUp(`fuzz-${number}@mail.example`);
  const ids = Array.from({ length: COMPANY_COUNT }, (_, n) => `fuzz-${number}-${n}`);
  const known: KnownValues = { ids, cursors: [] };
  let gone = false;
  const now = new Date().toISOString();
  const toValues = (id: string, n: number) => [
    userId,
    id,
    `${id}.example`,
    `Firm ${id}`,
    `https://${id}.example/`,
    `jobs@${id}.example`,
    n % 2 === 0 ? "Bonjour,\n\nAna Martin" : "",
    now,
    n >= ARCHIVED_FROM ? now : null,
  ];
  await server.write([
    { sql: COMPLETE_WIZARD_SQL, values: [userId] },
    ...ids.map((id, n) => ({ sql: INSERT_COMPANY_SQL, values: toValues(id, n) })),
  ]);

  return {
    user,
    known,
    isGone: () => gone,
    learn({ text, cookies, status }) {
      user.storeCookies(cookies);
      const session = cookies.findLast((line) => line.startsWith("__Host-session="));
      if (session !== undefined) gone = !session.startsWith(`__Host-session=${userId}`);
      if (status === 401 && text.includes("unauthenticated")) gone = true;
      for (const [, id = ""] of text.matchAll(/"(?:id|search_id|generation_id)":"([\w-]{1,64})"/gu)) {
        if (!known.ids.includes(id)) known.ids.push(id);
      }
      for (const [, cursor = ""] of text.matchAll(/"next_cursor":"([^"]+)"/gu)) known.cursors.push(cursor);
      known.ids.splice(COMPANY_COUNT, Math.max(0, known.ids.length - MAX_KNOWN));
      known.cursors.splice(0, Math.max(0, known.cursors.length - MAX_KNOWN));
    },
  };
}
