import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { HOSTILE_MARK, listHostileMails } from "../../data/hostile-inbound-mails";
import { deliver, fetchCounts, fetchInbox, findSentMail, MAILBOX, seedForwardingUser } from "../support/inbound-mail";
import { seedCompany } from "../support/seed";
import { sendOne } from "../support/send-mail";

const TO = "jobs@firm.example";
/** What mails may change: how many of them came. */
const COUNTED = new Set(["inbox_counts", "spending"]);

/** All rows, but for counts and the time of the last mail. */
async function dumpRows(): Promise<Record<string, string>> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'",
  ).all<{ name: string }>();
  const dumps: Record<string, string> = {};
  for (const { name } of tables.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
    if (!COUNTED.has(name)) dumps[name] = JSON.stringify(results.map((row) => ({ ...row, last_mail_at: undefined })));
  }
  return dumps;
}

describe("hostile mails", () => {
  it("change nothing but a count, are told nothing, and leave nothing in the log", { timeout: 120_000 }, async () => {
    const { client, userId, inbox } = await seedForwardingUser();
    await sendOne(client, await seedCompany(userId, { email: TO, identity: "firm.example" }));
    const hostile = listHostileMails({ mailbox: MAILBOX, address: inbox.address, sent: await findSentMail(TO) });
    expect(hostile.length).toBeGreaterThanOrEqual(40);
    const before = await dumpRows();
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
    const ends: [string, string][] = [];
    const slow: [string, number][] = [];
    for (const { about, mail } of hostile) {
      const began = performance.now();
      const refusal = await deliver(mail);
      if (performance.now() - began > 10_000) slow.push([about, performance.now() - began]);
      ends.push([about, refusal === null ? "dropped" : "refused"]);
      expect([null, "No such address", "Not accepted"], about).toContain(refusal);
      expect(await dumpRows(), about).toEqual(before);
    }
    vi.restoreAllMocks();
    expect(ends).toEqual(hostile.map(({ about, end }) => [about, end]));
    expect(slow).toEqual([]);
    expect(lines.filter((line) => line.includes("@") || line.includes(HOSTILE_MARK))).toEqual([]);
    expect(await fetchInbox(client)).toMatchObject({ confirmation: null });
    const counts = await fetchCounts(client);
    // Those at addresses that nobody has are nobody's.
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(hostile.length - 6);
    expect(counts).not.toHaveProperty("answer");
    expect(counts).not.toHaveProperty("bounce");
  });
});
