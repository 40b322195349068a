import { z } from "zod";
import type { Product } from "../../harness/product.ts";
import { linkGmail, User } from "../../harness/user.ts";
import type { KnownValues, ShownMail } from "./generate-requests.ts";
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

const Preview = z.object({ fingerprints: z.record(z.string(), z.string()) });
const MAX_KNOWN = 60;
const COMPANY_COUNT = 8;
const ARCHIVED_FROM = 6;
const hasLetter = (number: number): boolean => number % 2 === 0;

const COMPLETE_WIZARD_SQL =
  "UPDATE users SET wizard_completed = 1, template_message = 'Bonjour, je cherche un poste.' WHERE id = ?";
const INSERT_COMPANY_SQL = `
  INSERT OR IGNORE INTO companies (
    user_id, id, identity, name, website, business_type, city, country, email, phone, contacts, language,
    subject, message, message_version, created_at, archived_at, source
  ) VALUES (?, ?, ?, ?, ?, 'software_company', 'Paris', 'FR', ?, '', '[]', 'fr', 'Candidature', ?, 1, ?, ?, 'proof')`;

/** Adds a second profile, links a mailbox and looks at the mails to companies. @returns the mails as they were shown */
async function openMails(user: User, email: string, ids: string[]): Promise<ShownMail[]> {
  await user.call("POST", "/api/settings/profiles", { name: "English", language: "en" });
  if (!(await linkGmail((...request) => user.send(...request), email))) throw new Error(`${email} cannot be linked`);
  const shown = await user.call("POST", "/api/dashboard/companies/bulk-preview", { company_ids: ids });
  return Object.entries(Preview.parse(shown).fingerprints).map(([company_id, fingerprint]) => ({
    company_id,
    message_version: 1,
    fingerprint,
  }));
}

/**
 * Signs up by the API; the wizard, and companies that a search would find, are written to D1.
 * @param number unique in its server
 */
export async function seedFuzzUser(server: Product, number: number): Promise<FuzzUser> {
  const user = new User(server.url);
  const userId = await user.signUp(`fuzz-${number}@mail.example`);
  const ids = Array.from({ length: COMPANY_COUNT }, (_, n) => `fuzz-${number}-${n}`);
  const known: KnownValues = { ids, cursors: [], mails: [] };
  let gone = false;
  const now = new Date().toISOString();
  const toValues = (id: string, n: number) => [
    userId,
    id,
    `${id}.example`,
    `Firm ${id}`,
    `https://${id}.example/`,
    `jobs@${id}.example`,
    hasLetter(n) ? "Bonjour,\n\nAna Martin" : "",
    now,
    n >= ARCHIVED_FROM ? now : null,
  ];
  await server.write([
    { sql: COMPLETE_WIZARD_SQL, values: [userId] },
    ...ids.map((id, n) => ({ sql: INSERT_COMPANY_SQL, values: toValues(id, n) })),
  ]);

  known.mails = await openMails(
    user,
    `fuzz-${number}@gmail.example`,
    ids.filter((_, n) => hasLetter(n) && n < ARCHIVED_FROM),
  );

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
