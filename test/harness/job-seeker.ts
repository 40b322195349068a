import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { toShardName } from "../../tools/database-name.ts";
import type { Product } from "./product.ts";
import { type ApiCall, linkGmail, User } from "./user.ts";

const LETTER =
  "Bonjour,\n\nVotre équipe m'intéresse et je serais heureuse d'en parler avec vous.\n\nCordialement,\nAna Martin";
const DAY_MS = 86_400_000;
const MAX_LINK_TRIES = 50;
const RESTART_PAUSE_MS = 20;

/** A user with companies to write to and a linked mailbox. */
export interface JobSeeker {
  /** Of the companies. */
  ids: string[];
  cookie: string;
  call: ApiCall;
  /** @throws unless the form is accepted */
  upload(path: string, form: FormData): Promise<void>;
  /** Links the mailbox again; concurrent calls share one attempt. */
  relink(): Promise<void>;
}

const toAccountEmail = (id: string): string => `${id}@mail.example`;
/** Addresses name their company, so that the outbox shows it. */
const toEmail = (id: string, domain: string): string => `${id}@${domain}`;
export const toCompanyId = (address: string): string => address.slice(0, address.indexOf("@"));

/** A user past the wizard, with a session: what writes them to D1, and the session's cookie. */
export function makeSignedInUser(id: string, shard = 0) {
  const now = new Date().toISOString();
  const token = randomBytes(24).toString("base64url");
  const statements = [
    toInsert("users", {
      id,
      name: "Ana Martin",
      email: toAccountEmail(id),
      language: "fr",
      wizard_completed: 1,
      created_at: now,
    }),
    toInsert("sessions", {
      token_hash: createHash("sha256").update(token).digest("hex"),
      user_id: id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  ];
  return { statements, cookie: `__Host-session=${shard === 0 ? "" : `${shard}.`}${id}.${token}` };
}

const toInsert = (table: string, row: Record<string, unknown>) => {
  const places = Object.keys(row).map(() => "?");
  return {
    sql: `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`,
    values: Object.values(row),
  };
};

const toCompanyRow = (userId: string, id: string, domain: string, now: string) => ({
  user_id: userId,
  id,
  identity: `${id}.example`,
  name: `Firm ${id}`,
  website: `https://${id}.example/`,
  // Two companies of one name in one town would be the same one.
  name_key: `firm ${id}`,
  site_key: `${id}.example`,
  business_type: "software_company",
  city: "Paris",
  country: "FR",
  email: toEmail(id, domain),
  phone: "",
  contacts: "[]",
  language: "fr",
  subject: "Candidature spontanée",
  message: LETTER,
  message_version: 1,
  message_author: "assistant",
  created_at: now,
  source: "proof",
});

/**
 * Writes a user past the wizard, a session and companies to D1, and links a mailbox.
 * @param name unique in its server
 * @param toDomain of the address of a company, from its number; by default each has its own
 * @param shard where the user's rows are; by default on the first one, as of who has no entry in the directory
 */
export async function seedJobSeeker(
  server: Product,
  name: string,
  companies = 20,
  toDomain = (number: number) => `${name}-${number}.example`,
  shard?: number,
): Promise<JobSeeker> {
  const now = new Date().toISOString();
  const { statements, cookie } = makeSignedInUser(name, shard);
  const ids = Array.from({ length: companies }, (_, n) => `${name}-${n + 1}`);
  if (shard !== undefined)
    await server.write(
      [
        toInsert("user_directory", {
          user_id: name,
          email: toAccountEmail(name),
          shard,
          state: "open",
          changed_at: now,
        }),
      ],
      "SHARED_DB",
    );
  await server.write(
    [...statements, ...ids.map((id, n) => toInsert("companies", toCompanyRow(name, id, toDomain(n + 1), now)))],
    toShardName(shard ?? 0),
  );
  const user = new User(server.url);
  user.storeCookies([cookie]);

  const call: ApiCall = async (method, path, body) => {
    try {
      return await user.send(method, path, body);
    } catch {
      // The server was killed: it comes back at another address.
      await sleep(RESTART_PAUSE_MS);
      await server.waitUntilUp();
      return null;
    }
  };
  const linkMailbox = async () => {
    for (let tries = 0; tries < MAX_LINK_TRIES; tries += 1) if (await linkGmail(call, `${name}@gmail.example`)) return;
    throw new Error(`${name} cannot link a mailbox`);
  };
  let linking: Promise<void> | undefined;
  const relink = () => (linking ??= linkMailbox().finally(() => (linking = undefined)));

  await relink();
  return {
    ids,
    cookie: user.cookie(),
    call,
    upload: async (path, form) => void (await user.call("POST", path, form)),
    relink,
  };
}
