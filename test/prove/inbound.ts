import { z } from "zod";
import { type Bounce, listBounces, listUnseenBounces, toAsciiAddress } from "../data/bounces.ts";
import { listHostileMails } from "../data/hostile-inbound-mails.ts";
import { defineProof } from "../harness/cli.ts";
import { seedJobSeeker } from "../harness/job-seeker.ts";
import { loadModule } from "../harness/load-module.ts";
import { type Product, startProduct } from "../harness/product.ts";
import type { SentMail } from "../sandbox/gmail/company-mails.ts";
import { type DeliveredMail, forwardFromGmail } from "../sandbox/gmail/forwarded-mail.ts";

/** Of test/unit/support/matching-proof.ts, which this project cannot type: it imports the worker. */
interface MatchingProof {
  checkStories(stories: number, seed: number): Promise<{ answers: number; found: number; wrong: string[] }>;
}

const LEAST_FOUND = 0.95;
const LEAST_MATCHED = 0.9;
const LEAST_HANDED_OVER = 0.8;
const SENT_AT = "2026-09-01T08:00:00.000Z";
const SUBJECT = "Candidature spontanée";
/** What mails may change: how many of them came. */
const COUNTED = new Set(["inbox_counts", "spending"]);
/** All that a refusal by the product says. */
const REFUSAL = /^Worker rejected email with the following reason: (?:No such address|Not accepted)$/u;

const InboxAnswer = z.object({ inbox: z.object({ address: z.string() }) });
const Proposals = z.object({ proposals: z.array(z.object({ company_id: z.string(), outcome: z.string() })) });

/** Miniflare itself hands over no mail without a sender or a Message-ID, none that is huge or that it cannot read. */
type End = "taken" | "refused" | "never handed over";

/** Hands a mail to the e-mail handler of the server. @returns what became of it, and what was said */
async function post(server: Product, { from, to, raw }: DeliveredMail): Promise<{ end: End; said: string }> {
  const url = new URL("/cdn-cgi/local/email", server.url());
  url.search = new URLSearchParams({ from, to }).toString();
  const response = await fetch(url, { method: "POST", body: raw });
  const said = await response.text();
  if (response.ok) return { end: "taken", said };
  if (said.startsWith("Worker rejected")) return { end: "refused", said };
  return { end: "never handed over", said };
}

/** A user with a linked Gmail, a forwarding address, and mails that were sent. */
async function seedForwarder(
  server: Product,
  name: string,
  sent: readonly { id: string; to: string; messageId: string | null }[],
) {
  const { call } = await seedJobSeeker(server, name, 0);
  await server.write(
    sent.flatMap(({ id, to, messageId }) => [
      {
        sql: `INSERT INTO companies (user_id, id, identity, name, website, business_type, city, country, email, phone,
          contacts, language, subject, message, message_version, created_at, source, send_status)
          VALUES (?, ?, ?, ?, '', '', '', '', ?, '', '[]', 'fr', ?, '', 1, ?, 'proof', 'sent')`,
        values: [name, id, id, `Firm ${id}`, to, SUBJECT, SENT_AT],
      },
      {
        sql: `INSERT INTO mails (user_id, id, company_id, recipient, subject, body, status, message_id, created_at,
          updated_at) VALUES (?, ?, ?, ?, ?, '', 'sent', ?, ?, ?)`,
        values: [name, id, id, to, SUBJECT, messageId, SENT_AT, SENT_AT],
      },
    ]),
  );
  const { address } = InboxAnswer.parse((await call("POST", "/api/settings/inbox"))?.body).inbox;
  return {
    mailbox: `${name}@gmail.example`,
    address,
    listBounced: async () =>
      Proposals.parse((await call("GET", "/api/dashboard/proposals"))?.body)
        .proposals.filter(({ outcome }) => outcome === "bounced")
        .map(({ company_id: id }) => id),
  };
}

/** Reports of mail systems: each names the company whose address is dead, and no other mail does. */
async function postBounces(server: Product, failures: string[]): Promise<string[]> {
  const bounces = [...listBounces(), ...listUnseenBounces()];
  const { mailbox, address, listBounced } = await seedForwarder(
    server,
    "bounces",
    // A mail of ours has one recipient.
    bounces.flatMap(({ id, recipients: [to], message_id: messageId }) =>
      to === undefined ? [] : [{ id, to: toAsciiAddress(to), messageId }],
    ),
  );
  const handed: Bounce[] = [];
  for (const bounce of bounces) {
    const { end, said } = await post(server, forwardFromGmail(bounce.eml, { mailbox, inbox: address }));
    if (end === "refused") failures.push(`${bounce.id} was refused: ${said}`);
    if (end === "taken") handed.push(bounce);
  }
  const bounced = new Set(await listBounced());
  const failed = handed.filter(({ label }) => label === "failed");
  const expected = failed.map(({ id }) => id);
  const found = expected.filter((id) => bounced.has(id));
  for (const id of bounced) if (!expected.includes(id)) failures.push(`${id} is said to have bounced`);
  if (found.length / expected.length < LEAST_FOUND)
    failures.push(`not found: ${expected.filter((id) => !bounced.has(id)).join(", ")}`);
  if (handed.length / bounces.length < LEAST_HANDED_OVER)
    failures.push(`only ${handed.length} bounces were handed over`);
  const systems = new Set(failed.map(({ system }) => system));
  return [
    `bounces: ${found.length} of ${expected.length} companies found, of ${systems.size} mail systems`,
    `${handed.length - failed.length} other mails; ${bounces.length - handed.length} not handed over by the server`,
  ];
}

/** All rows, but for counts and the time of the last mail. */
async function dumpRows(server: Product): Promise<Map<string, string>> {
  const listTables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'";
  const dumps = new Map<string, string>();
  for (const database of [...server.shards, "SHARED_DB"] as const) {
    for (const { name } of await server.readFrom(database, z.object({ name: z.string() }), listTables)) {
      if (COUNTED.has(name)) continue;
      const rows = await server.readFrom(database, z.looseObject({}), `SELECT * FROM "${name}"`);
      const dump = JSON.stringify(rows.map((row) => ({ ...row, last_mail_at: undefined })));
      dumps.set(name, (dumps.get(name) ?? "") + dump);
    }
  }
  return dumps;
}

/** Hostile mails: none changes anything but a count, and none is told more than that it is not wanted. */
async function postHostileMails(server: Product, failures: string[]): Promise<string> {
  const to = "jobs@firm.example";
  const messageId = "<proof@mail.gmail.com>";
  const { mailbox, address } = await seedForwarder(server, "hostile", [{ id: "firm", to, messageId }]);
  const sent: SentMail = { from: mailbox, replyTo: mailbox, to, subject: SUBJECT, messageId, text: "Bonjour" };
  const hostile = listHostileMails({ mailbox, address, sent });
  const before = await dumpRows(server);
  const ends = new Map<End, number>();
  for (const { about, end: expected, mail } of hostile) {
    const { end, said } = await post(server, mail);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (end !== "never handed over" && (end === "refused") !== (expected === "refused"))
      failures.push(`${about}: ${end}`);
    if (end === "refused" && !REFUSAL.test(said)) failures.push(`${about}: told ${said}`);
  }
  for (const [table, rows] of await dumpRows(server))
    if (rows !== before.get(table)) failures.push(`hostile mails changed ${table}`);
  if ((ends.get("never handed over") ?? 0) > hostile.length * (1 - LEAST_HANDED_OVER))
    failures.push("too few hostile mails were handed over");
  const counts = [...ends].map(([end, count]) => `${count} ${end}`).join(", ");
  return `hostile mails: ${hostile.length} (${counts}), and nothing but counts changed`;
}

/**
 * Mails through Miniflare's e-mail handler, which is that of `wrangler dev`; those that it hands over to nobody are
 * given to the worker by its tests. And stories of applications for what matches a mail with its company.
 */
export const command = defineProof({
  options: { stories: { about: "stories of applications, each with a mail", usual: 10_000, short: 1_000 } },
  prove: async ({ options, seed, print }) => {
    const failures: string[] = [];
    const server = await startProduct();
    try {
      for (const line of await postBounces(server, failures)) print(line);
      print(await postHostileMails(server, failures));
      // Those of workerd itself are no JSON.
      for (const line of server.loggedErrors) if (line.startsWith("{")) failures.push(`logged: ${line}`);
    } finally {
      await server.stop();
    }
    const { checkStories } = await loadModule<MatchingProof>("../unit/support/matching-proof.ts", import.meta.url);
    const { answers, found, wrong } = await checkStories(options.stories, seed);
    for (const mail of wrong) failures.push(`a wrong company: ${mail}`);
    if (found / answers < LEAST_MATCHED) failures.push(`only ${found} of ${answers} answers found their company`);
    print(`stories: ${found} of ${answers} answers found their company, ${wrong.length} another one`);
    return { failures };
  },
});
