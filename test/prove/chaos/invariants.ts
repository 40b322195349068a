import { z } from "zod";
import { toShardName } from "../../../tools/database-name.ts";
import type { Product } from "../../harness/product.ts";

/** What must always hold, as queries that find what breaks it. */
const INVARIANT_QUERIES: Record<string, string> = {
  "a company shown as sent without exactly one mail that was sent": `
    SELECT c.id AS what FROM companies c
    WHERE (c.send_status = 'sent') <> (1 = (
      SELECT count(*) FROM mails m
      WHERE m.user_id = c.user_id AND m.company_id = c.id AND m.step = 0 AND m.test = 0
        AND m.status = 'sent' AND m.released = 0))`,
  "a company with an open outcome and no such mail": `
    SELECT c.id AS what FROM companies c
    WHERE c.send_status IN ('sending', 'unknown') AND NOT EXISTS (
      SELECT 1 FROM mails m
      WHERE m.user_id = c.user_id AND m.company_id = c.id AND m.step = 0 AND m.test = 0
        AND m.status = c.send_status AND m.released = 0)`,
  "two mails of a company and step that count": `
    SELECT company_id AS what FROM mails
    WHERE status IN ('sending', 'sent', 'unknown') AND released = 0 AND test = 0
    GROUP BY user_id, company_id, step HAVING count(*) > 1`,
  "one address written to twice": `
    SELECT recipient AS what FROM mails
    WHERE status IN ('sending', 'sent', 'unknown') AND test = 0
    GROUP BY user_id, recipient, step HAVING count(*) > 1`,
  "the daily limit exceeded": `
    SELECT user_id AS what FROM mails
    WHERE status IN ('sending', 'sent', 'unknown')
    GROUP BY user_id, substr(created_at, 1, 10) HAVING count(*) > ?1`,
  "two searches at a time": `
    SELECT user_id AS what FROM searches
    WHERE status IN ('running', 'stopping') GROUP BY user_id HAVING count(*) > 1`,
  "two generations at a time": `
    SELECT user_id AS what FROM generations
    WHERE finished_at IS NULL GROUP BY user_id HAVING count(*) > 1`,
  "a generation without its companies": `
    SELECT id AS what FROM generations g
    WHERE NOT EXISTS (SELECT 1 FROM generation_items i WHERE i.user_id = g.user_id AND i.generation_id = g.id)`,
  "a generation item that is done and never ran": `
    SELECT company_id AS what FROM generation_items WHERE state = 'done' AND attempts = 0`,
  "a finished search without a time of completion": `
    SELECT id AS what FROM searches WHERE status NOT IN ('running', 'stopping') AND completed_at IS NULL`,
  "a message without a subject": `
    SELECT id AS what FROM companies WHERE message <> '' AND subject = ''`,
  "a message that is not its own latest version": `
    SELECT c.id AS what FROM companies c
    WHERE EXISTS (SELECT 1 FROM message_versions v WHERE v.user_id = c.user_id AND v.company_id = c.id)
      AND NOT EXISTS (SELECT 1 FROM message_versions v
        WHERE v.user_id = c.user_id AND v.company_id = c.id AND v.version = c.message_version
          AND v.subject = c.subject AND v.message = c.message)`,
  "a version later than the message, or of no company": `
    SELECT v.company_id AS what FROM message_versions v
    LEFT JOIN companies c ON c.user_id = v.user_id AND c.id = v.company_id
    WHERE c.id IS NULL OR v.version > c.message_version`,
  "a follow-up of no company": `
    SELECT f.company_id AS what FROM follow_ups f
    LEFT JOIN companies c ON c.user_id = f.user_id AND c.id = f.company_id
    WHERE c.id IS NULL`,
  "an impossible quota": `
    SELECT user_id || ' ' || kind AS what FROM spending
    WHERE count < 1 OR period > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  "a CV without a text": `
    SELECT id AS what FROM users WHERE cv_path IS NOT NULL AND cv_text_status IS NOT 'ok'
    UNION ALL SELECT id FROM profiles WHERE cv_path IS NOT NULL AND cv_text_status IS NOT 'ok'`,
  // What was sent keeps the profile that it was sent with.
  "an unsent company whose profile is gone": `
    SELECT c.id AS what FROM companies c JOIN users u ON u.id = c.user_id
    WHERE c.send_status NOT IN ('sending', 'sent') AND c.profile_id IS NOT NULL
      AND c.profile_id <> coalesce(u.profile_id, u.id)
      AND NOT EXISTS (SELECT 1 FROM profiles p WHERE p.user_id = c.user_id AND p.id = c.profile_id)`,
  "a note or a tag of no company": `
    SELECT n.company_id AS what FROM company_notes n
    WHERE NOT EXISTS (SELECT 1 FROM companies c WHERE c.user_id = n.user_id AND c.id = n.company_id)
    UNION ALL SELECT t.company_id FROM company_tags t
    WHERE NOT EXISTS (SELECT 1 FROM companies c WHERE c.user_id = t.user_id AND c.id = t.company_id)`,
  "an application that its company does not show": `
    SELECT a.company_id AS what FROM applications a JOIN companies c ON c.user_id = a.user_id AND c.id = a.company_id
    WHERE c.applied_at IS NULL`,
};
const USER_TABLES_QUERY = "SELECT name AS what FROM sqlite_master WHERE type = 'table' AND instr(sql, '`user_id`') > 0";
const orphansQuery = (table: string) => `
  SELECT user_id AS what FROM ${table}
  WHERE user_id NOT IN (SELECT id FROM users) GROUP BY user_id`;

const ViolationRow = z.object({ what: z.string() });
const CvRow = z.object({ id: z.string(), path: z.string().nullable() });
const MAX_SHOWN = 5;
/** Fewer would mean that the query for them is wrong. */
const MIN_USER_TABLES = 8;

const EntryRow = z.object({ id: z.string(), shard: z.number(), state: z.string() });

/** Users whose rows are in several shards, or not where the directory says, and entries of no user. */
async function findMisplacedUsers(server: Product): Promise<string[]> {
  const entries = await server.readFrom(
    "SHARED_DB",
    EntryRow,
    "SELECT user_id AS id, shard, state FROM user_directory",
  );
  const shards = new Map<string, string[]>();
  for (const shard of server.shards)
    for (const { id } of await server.readFrom(shard, UserRow, "SELECT id FROM users"))
      shards.set(id, [...(shards.get(id) ?? []), shard]);
  const unlisted = [...shards.keys()].filter((id) => entries.every((entry) => entry.id !== id));
  return [
    ...unlisted.map((id) => `the directory does not know ${id}`),
    ...entries
      // A reservation that led to no account ends by itself.
      .filter(({ id, state }) => shards.has(id) || state !== "opening")
      .filter(({ id, shard }) => String(shards.get(id)) !== toShardName(shard))
      .map(({ id, shard }) => `${id} is in ${String(shards.get(id))}, and the directory says ${toShardName(shard)}`),
  ];
}

/** @param dailyLimit mails of a user and day @returns broken invariants, each with examples */
export async function findViolations(server: Product, dailyLimit: number): Promise<string[]> {
  const violations: string[] = [];
  const addViolation = (name: string, examples: string[]) => {
    const shown = examples.slice(0, MAX_SHOWN).join(", ");
    if (examples.length > 0) violations.push(`${name}: ${examples.length}, such as ${shown}`);
  };
  const readNames = async (sql: string, ...values: unknown[]) =>
    (await server.read(ViolationRow, sql, ...values)).map(({ what }) => what);
  for (const [name, sql] of Object.entries(INVARIANT_QUERIES)) {
    addViolation(name, await readNames(sql, ...(sql.includes("?1") ? [dailyLimit] : [])));
  }
  const tables = [...new Set(await readNames(USER_TABLES_QUERY))];
  for (const table of tables) addViolation(`rows of no user in ${table}`, await readNames(orphansQuery(table)));
  if (tables.length < MIN_USER_TABLES) violations.push(`only ${tables.length} tables hold rows of users`);
  for (const violation of await findMisplacedUsers(server)) violations.push(violation);
  const users = await server.read(
    CvRow,
    "SELECT id, cv_path AS path FROM users UNION ALL SELECT user_id, cv_path FROM profiles",
  );
  const files = await server.files();
  addViolation(
    "a file of no user",
    files.filter((key) => !users.some(({ id }) => key.startsWith(`cv/${id}/`))),
  );
  addViolation(
    "a CV without its file",
    users.flatMap(({ path }) => (path !== null && !files.includes(path) ? [path] : [])),
  );
  return violations;
}

const Outbox = z.array(z.object({ account: z.string(), to: z.string() }));

const MailRow = z.object({ user: z.string(), recipient: z.string(), status: z.string() });
const UserRow = z.object({ id: z.string() });

/**
 * Compares the log of mails with what Gmail took. A mailbox is named after its account, `<user id>@gmail.example`;
 * mails of deleted accounts are in no log.
 */
export async function auditOutbox(server: Product): Promise<{ accepted: number; twice: number; broken: string[] }> {
  const outbox = Outbox.parse(await server.callSandbox("GET", "outbox")).filter(({ account, to }) => account !== to);
  const log = await server.read(MailRow, "SELECT user_id AS user, recipient, status FROM mails WHERE test = 0");
  const users = new Set((await server.read(UserRow, "SELECT id FROM users")).map(({ id }) => id));
  const toKey = (user: string, to: string) => `${user} ${to.toLowerCase()}`;
  const accepted = new Map<string, number>();
  for (const { account, to } of outbox) {
    const key = toKey(account.slice(0, account.indexOf("@")), to);
    accepted.set(key, (accepted.get(key) ?? 0) + 1);
  }
  const logged = new Set(
    log
      .filter(({ status }) => status === "sent" || status === "unknown")
      .map(({ user, recipient }) => toKey(user, recipient)),
  );
  const twice = [...accepted].filter(([, count]) => count > 1);
  const unlogged = [...accepted.keys()].filter((key) => users.has(key.split(" ")[0] ?? "") && !logged.has(key));
  const missing = log
    .filter(({ status }) => status === "sent")
    .map(({ user, recipient }) => toKey(user, recipient))
    .filter((key) => !accepted.has(key));
  return {
    accepted: outbox.length,
    twice: twice.length,
    broken: [
      ...twice.map(([key, count]) => `${count} mails: ${key}`),
      ...unlogged.map((key) => `an accepted mail that is not in the log: ${key}`),
      ...missing.map((key) => `sent according to the log, and Gmail has no such mail: ${key}`),
    ],
  };
}
