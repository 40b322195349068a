import { exports } from "cloudflare:workers";
import fc from "fast-check";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { getReportSummary, type ReportSummary } from "../../../worker/contract/report";
import { applications, outcomeEvents } from "../../../worker/db/schema/applications";
import { mails } from "../../../worker/db/schema/mail";
import type { Client } from "../support/client";
import { database, seedCompany, seedUser } from "../support/seed";
import { userD1 } from "../support/user-shards";

const NOVEMBER = "from=2026-11-01&to=2026-11-30&zone=Europe/Paris";
const readSummary = async (client: Client, query = NOVEMBER) =>
  (await client.get(`/api/applications/report?${query}`)).as(getReportSummary.answer);
/** Cells of a CSV of one-line cells without quotes, its head first. */
const readCsv = async (client: Client, query = NOVEMBER) => {
  const { status, body } = await client.get(`/api/applications/report.csv?${query}&language=en`);
  expect(status).toBe(200);
  return String(body)
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((row) => row.slice(1, -1).split('","'));
};

async function fetchPdf(client: Client, query: string) {
  const { headers, bytes } = await fetchBytes(client, `/api/applications/report.pdf?${query}`);
  return { headers, pdf: await getDocumentProxy(bytes) };
}

async function fetchBytes(client: Client, path: string) {
  const cookie = client.cookieHeader;
  const response = await exports.default.fetch(new URL(path, "http://localhost"), { headers: { cookie } });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** The texts of all pages. */
async function readPdfTexts(client: Client): Promise<string[]> {
  const { pdf } = await fetchPdf(client, `${NOVEMBER}&language=en`);
  const texts = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(...items.flatMap((item) => ("str" in item ? [item.str.replaceAll("\u00a0", " ")] : [])));
  }
  return texts;
}

const seedMail = (userId: string, companyId: string, at: string, status: "sent" | "unknown" = "sent") =>
  database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    companyName: "Lune",
    recipient: "rh@lune.example",
    subject: "Candidature",
    body: "Bonjour,\n\nAna",
    status,
    createdAt: at,
    updatedAt: at,
  });

type MailStatus = "sent" | "bounced" | "unknown" | "failed" | "sending";
interface Application {
  company: number;
  how: MailStatus | "test" | "phone" | "form" | "careers";
  /** Minutes since the end of October, Paris time. */
  minutes: number;
}
interface AnsweredCompany {
  company: number;
  outcome: "answered" | "interview" | "offer" | "refused" | "no_answer";
  minutes: number;
  status: "confirmed" | "proposed";
}

const MINUTES_OF_NOVEMBER = 30 * 24 * 60;
/** From two days before November to two days after it. */
const anyMinutes = fc.integer({ min: -2 * 24 * 60, max: MINUTES_OF_NOVEMBER + 2 * 24 * 60 });
const anyHistory = fc.record({
  done: fc.array(
    fc.record<Application>({
      company: fc.nat(7),
      how: fc.constantFrom("sent", "bounced", "unknown", "failed", "test", "phone", "form", "careers"),
      minutes: anyMinutes,
    }),
    { maxLength: 25 },
  ),
  answers: fc.array(
    fc.record<AnsweredCompany>({
      company: fc.nat(7),
      outcome: fc.constantFrom("answered", "interview", "offer", "refused", "no_answer"),
      minutes: anyMinutes,
      status: fc.constantFrom("confirmed", "confirmed", "proposed"),
    }),
    { maxLength: 8 },
  ),
});
type History = typeof anyHistory extends fc.Arbitrary<infer H> ? H : never;

/** November begins in Paris at 23:00 UTC. The seconds keep the order of what happened in the same minute. */
const toTime = (minutes: number, order: number) => new Date(Date.UTC(2026, 9, 31, 23, minutes, order)).toISOString();
const isWay = (how: Application["how"]) => how === "phone" || how === "form" || how === "careers";

/** What the product would have written: one mail sent and one application a way for each company. */
function toPossibleLog({ done, answers }: History) {
  const taken = new Set<string>();
  const kept = done
    .map((one, order) => ({ ...one, at: toTime(one.minutes, order) }))
    .filter(({ how, company }) => {
      if (how !== "sent" && !isWay(how)) return true;
      const key = `${how}:${company}`;
      return !taken.has(key) && taken.add(key);
    });
  return { done: kept, answers: answers.map((one, order) => ({ ...one, at: toTime(one.minutes, 30 + order) })) };
}

async function seedHistory(userId: string, { done, answers }: ReturnType<typeof toPossibleLog>) {
  const ids = await Promise.all(
    Array.from({ length: 8 }, (_, n) => seedCompany(userId, { name: `Firm ${n}`, city: `Town ${n}` })),
  );
  for (const [n, { company, how, at }] of done.entries()) {
    const companyId = ids[company] ?? "";
    if (isWay(how))
      await database.insert(applications).values({
        userId,
        id: `t${n}`,
        companyId,
        companyName: `Firm ${company}`,
        companyCity: `Town ${company}`,
        way: how,
        target: how === "phone" ? "+33199001234" : "https://firm.example/",
        createdAt: at,
      });
    else
      await database.insert(mails).values({
        userId,
        id: `m${n}`,
        companyId,
        companyName: `Firm ${company}`,
        recipient: `rh@firm-${company}.example`,
        subject: "Candidature",
        body: "Bonjour",
        status: how === "test" ? "sent" : how,
        test: how === "test",
        // Only one of unknown outcome holds the lock of its company.
        released: how === "unknown",
        createdAt: at,
        updatedAt: at,
      });
  }
  for (const [n, { company, outcome, status, at }] of answers.entries())
    await database.insert(outcomeEvents).values({
      userId,
      id: `e${n}`,
      companyId: ids[company] ?? "",
      companyName: `Firm ${company}`,
      outcome,
      how: "user",
      status,
      createdAt: at,
      decidedAt: status === "confirmed" ? at : null,
    });
}

/** The sums of November, counted from the history itself. */
function countNovember({ done, answers }: ReturnType<typeof toPossibleLog>): ReportSummary {
  const isInNovember = (one: { at: string }) => one.at >= toTime(0, 0) && one.at < toTime(MINUTES_OF_NOVEMBER, 0);
  const listed = done.filter(
    (one) => isInNovember(one) && (isWay(one.how) || one.how === "sent" || one.how === "bounced"),
  );
  const latest = new Map(
    answers
      .filter(({ status }) => status === "confirmed")
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map((one) => [one.company, one]),
  );
  const answered = listed.filter(({ how, company, at }) => {
    const last = latest.get(company);
    return how !== "bounced" && last !== undefined && last.outcome !== "no_answer" && last.at >= at;
  });
  const count = (wanted: Application["how"][]) => listed.filter(({ how }) => wanted.includes(how)).length;
  return {
    applications: listed.length,
    companies: new Set(listed.map(({ company }) => company)).size,
    answered: new Set(answered.map(({ company }) => company)).size,
    ways: {
      email: count(["sent", "bounced"]),
      phone: count(["phone"]),
      form: count(["form"]),
      careers: count(["careers"]),
    },
    unconfirmed: 0,
  };
}

describe("the record of a span", () => {
  it("has the sums of the log, as CSV and PDF too, over 20 generated histories", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory, async (generated) => {
        number += 1;
        const history = toPossibleLog(generated);
        const { client, userId } = await seedUser({ name: "Zoé Müller" });
        await seedHistory(userId, history);
        const expected = countNovember(history);
        expect(await readSummary(client)).toEqual(expected);
        const [, ...rows] = await readCsv(client);
        expect(rows).toHaveLength(expected.applications);
        expect(new Set(rows.map(([, , company]) => company)).size).toBe(expected.companies);
        const answers = new Set(["Reply received", "Interview", "Job offer", "Rejected"]);
        expect(new Set(rows.filter((row) => answers.has(row[7] ?? "")).map(([, , company]) => company)).size).toBe(
          expected.answered,
        );
        if (number % 10 > 0) return;
        const read = await readPdfTexts(client);
        const { applications: all, companies, answered } = expected;
        const word = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
        expect(read).toContain(`Replies: ${answered} of ${word(companies, "company", "companies")}`);
        expect(
          read.some((line) => line.startsWith(word(all, "speculative application to", "speculative applications to"))),
        ).toBe(true);
        for (const [, day = "", company = ""] of rows) expect(read).toEqual(expect.arrayContaining([day, company]));
      }),
      { numRuns: 20, seed: 21 },
    );
  });

  it("is a tagged PDF named after its days", async () => {
    const { client, userId } = await seedUser({ name: "Zoé Müller" });
    const companyId = await seedCompany(userId, { name: "Lune", city: "Lyon", language: "de" });
    await seedMail(userId, companyId, "2026-11-12T13:32:00.000Z");
    const { headers, pdf } = await fetchPdf(client, `${NOVEMBER}&language=de&letters=true`);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toContain("bewerbungsnachweis-2026-11-01-2026-11-30.pdf");
    expect((await pdf.getMetadata()).info).toMatchObject({ Title: "Bewerbungsnachweis – Zoé Müller", Language: "de" });
    const tree = await (await pdf.getPage(1)).getStructTree();
    expect(JSON.stringify(tree)).toContain('"role":"TH"');
    expect(pdf.numPages).toBe(2);
  });

  it("lists what the user has deleted since, and nothing of anybody else", async () => {
    const [{ client, userId }, other] = await Promise.all([seedUser(), seedUser()]);
    await seedMail(userId, "gone", "2026-11-12T13:32:00.000Z");
    await seedMail(other.userId, await seedCompany(other.userId), "2026-11-12T13:32:00.000Z");
    expect(await readSummary(client)).toMatchObject({ applications: 1, companies: 1 });
    const [, ...rows] = await readCsv(client);
    expect(rows.map((row) => row.slice(0, 5))).toEqual([["1", "12/11/2026", "Lune", "", "rh@lune.example"]]);
  });

  it("counts days on the user's clock", async () => {
    const { client, userId } = await seedUser();
    await seedMail(userId, "a", "2026-11-30T23:30:00.000Z");
    const count = async (zone: string) =>
      (await readSummary(client, `from=2026-11-30&to=2026-11-30&zone=${zone}`)).applications;
    expect(await count("Europe/London")).toBe(1);
    expect(await count("Europe/Paris")).toBe(0);
  });

  it("says how many mails Gmail did not confirm", async () => {
    const { client, userId } = await seedUser();
    await seedMail(userId, "a", "2026-11-12T13:32:00.000Z", "unknown");
    expect(await readSummary(client)).toMatchObject({ applications: 0, unconfirmed: 1 });
  });

  it("is refused when it would be too long: 300 messages, 2,000 lines", async () => {
    const { client, userId } = await seedUser();
    await userD1
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
       INSERT INTO applications SELECT ?, 't' || i, 'c' || i, 'Firm', 'Lyon', 'phone', '+33199001234',
         CASE WHEN i <= 301 THEN '2026-11-12T10:00:00.000Z' ELSE '2026-10-12T10:00:00.000Z' END FROM n`,
      )
      .bind(userId)
      .run();
    expect(await client.get(`/api/applications/report.csv?${NOVEMBER}&language=fr&letters=true`)).toMatchObject({
      status: 422,
      body: { code: "report_too_large" },
    });
    expect((await readSummary(client)).applications).toBe(301);
    const all = await client.get("/api/applications/report?from=2026-10-01&to=2026-11-30&zone=UTC");
    expect(all).toMatchObject({ status: 422, body: { code: "report_too_large" } });
  });

  it.each([
    ["from=2026-11-01&to=2026-11-30", "no time zone"],
    ["from=2026-11-01&to=2026-11-30&zone=Mars/Olympus", "an unknown one"],
    ["from=2026-11-31&to=2026-12-01&zone=UTC", "a day that is none"],
    ["from=2026-11-02&to=2026-11-01&zone=UTC", "an end before its beginning"],
    ["from=2025-11-01&to=2026-11-30&zone=UTC", "more than a year"],
    ["from=0026-11-01&to=0026-11-30&zone=UTC", "a year without companies"],
    ["from=2026-11-01&to=2026-11-30&zone=UTC&more=1", "more than is asked"],
  ])("is refused for %s: %s", async (query) => {
    const { client } = await seedUser();
    expect(await client.get(`/api/applications/report?${query}`)).toMatchObject({ status: 400 });
  });
});
