import { z } from "zod";
import type { MiniflareServer } from "../sending/miniflare-server.ts";

/** What must hold whatever happened, as queries that find what breaks it. */
const INVARIANT_QUERIES: Record<string, string> = {
  "a company shown as sent without exactly one mail that says so": `SELECT c.id AS what FROM companies c WHERE (c.send_status = 'sent') <> (1 = (SELECT count(*) FROM mails m WHERE m.user_id = c.user_id AND m.company_id = c.id AND m.test = 0 AND m.status = 'sent' AND m.released = 0))`,
  "a company with an open outcome and no mail that says so": `SELECT c.id AS what FROM companies c WHERE c.send_status IN ('sending', 'unknown') AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.user_id = c.user_id AND m.company_id = c.id AND m.test = 0 AND m.status = c.send_status AND m.released = 0)`,
  "two mails of a company that hold": `SELECT company_id AS what FROM mails WHERE status IN ('sending', 'sent', 'unknown') AND released = 0 AND test = 0 GROUP BY user_id, company_id HAVING count(*) > 1`,
  "one address written to twice": `SELECT recipient AS what FROM mails WHERE status IN ('sending', 'sent', 'unknown') AND test = 0 GROUP BY user_id, recipient HAVING count(*) > 1`,
  "the daily cap exceeded": `SELECT user_id AS what FROM mails WHERE status IN ('sending', 'sent', 'unknown') GROUP BY user_id, substr(created_at, 1, 10) HAVING count(*) > ?1`,
  "two searches at a time": `SELECT user_id AS what FROM searches WHERE status IN ('running', 'stopping') GROUP BY user_id HAVING count(*) > 1`,
  "two generations at a time": `SELECT user_id AS what FROM generations WHERE finished_at IS NULL GROUP BY user_id HAVING count(*) > 1`,
  "a generation without its companies": `SELECT id AS what FROM generations g WHERE NOT EXISTS (SELECT 1 FROM generation_items i WHERE i.user_id = g.user_id AND i.generation_id = g.id)`,
  "a turn that never ran and is done": `SELECT company_id AS what FROM generation_items WHERE state = 'done' AND attempts = 0`,
  "a search that is over and does not say when": `SELECT id AS what FROM searches WHERE status NOT IN ('running', 'stopping') AND completed_at IS NULL`,
  "a message without a subject that was written": `SELECT id AS what FROM companies WHERE message <> '' AND subject = ''`,
  "spending that cannot be": `SELECT user_id || ' ' || kind AS what FROM spending WHERE count < 1 OR period > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  "a CV whose reading says nothing": `SELECT id AS what FROM users WHERE cv_path IS NOT NULL AND cv_text_status IS NOT 'ok'`,
};

const ViolationRow = z.object({ what: z.string() });
const MAX_SHOWN = 5;

/** @param cap mails of a user and day @returns what is broken, in words */
export async function findViolations(server: MiniflareServer, cap: number): Promise<string[]> {
  const all: string[] = [];
  const addViolation = (name: string, rows: { what: string }[]) => {
    if (rows.length > 0)
      all.push(
        `${name}: ${rows.length}, such as ${rows
          .slice(0, MAX_SHOWN)
          .map(({ what }) => what)
          .join(", ")}`,
      );
  };
  for (const [name, sql] of Object.entries(INVARIANT_QUERIES))
    addViolation(name, await server.read(ViolationRow, sql, ...(sql.includes("?1") ? [cap] : [])));
  const owned = await server.read(
    ViolationRow,
    "SELECT name AS what FROM sqlite_master WHERE type = 'table' AND instr(sql, '`user_id`') > 0",
  );
  for (const { what: table } of owned)
    addViolation(
      `rows of nobody in ${table}`,
      await server.read(
        ViolationRow,
        `SELECT user_id AS what FROM ${table} WHERE user_id <> '' AND user_id NOT LIKE 'network:%' AND user_id NOT IN (SELECT id FROM users) GROUP BY user_id`,
      ),
    );
  if (owned.length < 8) all.push(`only ${owned.length} tables hold rows of users`);
  const users = await server.read(
    z.object({ id: z.string(), path: z.string().nullable() }),
    "SELECT id, cv_path AS path FROM users",
  );
  const files = await server.files();
  addViolation(
    "a file of nobody",
    files.filter((key) => !users.some(({ id }) => key.startsWith(`cv/${id}/`))).map((what) => ({ what })),
  );
  addViolation(
    "a CV without its file",
    users.flatMap(({ path }) => (path !== null && !files.includes(path) ? [{ what: path }] : [])),
  );
  return all;
}

const Outbox = z.array(z.object({ account: z.string(), to: z.string() }));

/** Holds the log against what Gmail took. Accounts are told apart by their mailbox, `<user id>@gmail.example`; mails of deleted ones are in no log. */
export async function auditOutbox(
  server: MiniflareServer,
): Promise<{ accepted: number; twice: number; broken: string[] }> {
  const outbox = Outbox.parse(await server.callSandbox("GET", "outbox")).filter(({ account, to }) => account !== to);
  const log = await server.read(
    z.object({ user: z.string(), recipient: z.string(), status: z.string() }),
    "SELECT user_id AS user, recipient, status FROM mails WHERE test = 0",
  );
  const users = new Set((await server.read(z.object({ id: z.string() }), "SELECT id FROM users")).map(({ id }) => id));
  const toKey = (user: string, to: string) => `${user} ${to.toLowerCase()}`;
  const taken = new Map<string, number>();
  for (const { account, to } of outbox)
    taken.set(
      toKey(account.slice(0, account.indexOf("@")), to),
      (taken.get(toKey(account.slice(0, account.indexOf("@")), to)) ?? 0) + 1,
    );
  const held = new Set(
    log
      .filter(({ status }) => status === "sent" || status === "unknown")
      .map(({ user, recipient }) => toKey(user, recipient)),
  );
  const twice = [...taken].filter(([, count]) => count > 1);
  const unlogged = [...taken.keys()].filter((each) => users.has(each.split(" ")[0] ?? "") && !held.has(each));
  const untaken = log.filter(({ user, recipient, status }) => status === "sent" && !taken.has(toKey(user, recipient)));
  return {
    accepted: outbox.length,
    twice: twice.length,
    broken: [
      ...twice.map(([each, count]) => `${count} mails: ${each}`),
      ...unlogged.map((each) => `a mail that no row knows of: ${each}`),
      ...untaken.map(
        ({ user, recipient }) => `sent, says the log, and Gmail has no such mail: ${toKey(user, recipient)}`,
      ),
    ],
  };
}
