import { describe, expect, it, vi } from "vitest";
import { HOSTILE_MARK, listHostileMails } from "../../data/hostile-inbound-mails";
import { deliver, fetchCounts, fetchInbox, findSentMail, MAILBOX, seedForwardingUser } from "../support/inbound-mail";
import { dumpTables, seedCompany } from "../support/seed";
import { sendOne } from "../support/send-mail";

const TO = "jobs@firm.example";
/** What mails may change: how many of them came. */
const COUNTED = new Set(["inbox_counts", "spending"]);

/** All rows, but for counts and the time of the last mail. */
async function dumpRows(): Promise<Record<string, string>> {
  const dumps = Object.entries(await dumpTables()).filter(([name]) => !COUNTED.has(name));
  return Object.fromEntries(
    dumps.map(([name, rows]) => [name, rows.replaceAll(/"last_mail_at":(?:null|"[^"]*")/gu, "")]),
  );
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
