import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import {
  composeReport,
  listWeeks,
  type ReportLog,
  type ReportSpan,
  type SentMail,
  type ToldApplication,
  toInstants,
} from "../../../worker/applications/report/report";
import { composeReportCsv } from "../../../worker/applications/report/report-csv";
import { REPORT_COLUMNS, REPORT_TEXTS } from "../../../worker/applications/report/report-texts";
import { writeReportPdf } from "../../../worker/applications/report/write-report-pdf";
import type { MessageLanguage } from "../../../worker/contract/field-schemas";
import { readPdf } from "../support/read-pdf";

const NOVEMBER: ReportSpan = { from: "2026-11-01", to: "2026-11-30", zone: "Europe/Paris" };
const MAIL: SentMail = {
  id: "m1",
  companyId: "lune",
  companyName: "Lune",
  recipient: "rh@lune.example",
  status: "sent",
  released: false,
  createdAt: "2026-11-12T13:32:10.000Z",
  city: "Lyon",
  language: "fr",
  subject: "",
  body: "",
};
const CALL: ToldApplication = {
  id: "t1",
  companyId: "soleil",
  companyName: "Soleil",
  companyCity: "Grenoble",
  way: "phone",
  target: "+33199001234",
  createdAt: "2026-11-10T08:00:00.000Z",
};
const log = (part: Partial<ReportLog>): ReportLog => ({ mails: [], told: [], events: [], ...part });
const event = (companyId: string, outcome: ReportLog["events"][number]["outcome"], createdAt: string) => ({
  companyId,
  outcome,
  createdAt,
});
const compose = (part: Partial<ReportLog>) => composeReport(log(part), NOVEMBER);

describe("the days of a record", () => {
  it.each([
    ["Europe/Paris", "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"],
    ["Europe/London", "2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
    ["Pacific/Auckland", "2026-10-31T11:00:00.000Z", "2026-11-30T11:00:00.000Z"],
    ["America/New_York", "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
  ])("are those of the user: in %s they begin at %s", (zone, begins, ends) => {
    expect(toInstants({ ...NOVEMBER, zone })).toEqual({ begins, ends });
  });

  it("end after a day of 25 hours where clocks change", () => {
    const sunday = { from: "2026-10-25", to: "2026-10-25", zone: "Europe/Berlin" };
    expect(toInstants(sunday)).toEqual({ begins: "2026-10-24T22:00:00.000Z", ends: "2026-10-25T23:00:00.000Z" });
  });

  it("say day and time on the user's clock", () => {
    const mails = [{ ...MAIL, createdAt: "2026-11-12T23:32:10.000Z" }];
    expect(compose({ mails }).lines[0]).toMatchObject({ day: "2026-11-13", time: "00:32" });
  });

  it("are in weeks that begin on Monday", () => {
    const now = new Date("2026-11-01T23:30:00.000Z");
    expect(listWeeks("Europe/London", now, 2)).toEqual(["2026-10-26T00:00:00.000Z", "2026-10-18T23:00:00.000Z"]);
    expect(listWeeks("Europe/Paris", now, 2)).toEqual(["2026-11-01T23:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
  });
});

describe("the lines of a record", () => {
  it("are all applications, oldest first, with where and how they were made", () => {
    const { lines, summary } = compose({ mails: [MAIL], told: [CALL] });
    expect(lines).toMatchObject([
      {
        company: "Soleil",
        town: "Grenoble",
        contact: "+33199001234",
        way: "phone",
        state: "waiting",
        answeredOn: null,
      },
      { company: "Lune", town: "Lyon", contact: "rh@lune.example", way: "email", time: "14:32", state: "waiting" },
    ]);
    expect(summary).toEqual({
      applications: 2,
      companies: 2,
      answered: 0,
      ways: { email: 1, phone: 1, form: 0, careers: 0 },
      unconfirmed: 0,
    });
  });

  it("have the outcome that was decided last", () => {
    const events = [
      event("lune", "answered", "2026-11-14T08:00:00.000Z"),
      event("lune", "interview", "2026-11-16T23:30:00.000Z"),
      event("soleil", "no_answer", "2026-11-20T08:00:00.000Z"),
    ];
    const { lines, summary } = compose({ mails: [MAIL], told: [CALL], events });
    expect(lines).toMatchObject([
      { state: "no_answer", answeredOn: null },
      { state: "interview", answeredOn: "2026-11-17" },
    ]);
    expect(summary).toMatchObject({ companies: 2, answered: 1 });
  });

  it("do not take an answer to an earlier application for one to a later", () => {
    const told = [{ ...CALL, companyId: "lune", createdAt: "2026-11-20T08:00:00.000Z" }];
    const events = [event("lune", "refused", "2026-11-14T08:00:00.000Z")];
    const { lines, summary } = compose({ mails: [MAIL], told, events });
    expect(lines.map(({ state }) => state)).toEqual(["refused", "waiting"]);
    // One company, which has answered.
    expect(summary).toMatchObject({ applications: 2, companies: 1, answered: 1 });
  });

  it("tell a mail that came back from the one that was sent after it", () => {
    const again = { ...MAIL, id: "m2", recipient: "contact@lune.example", createdAt: "2026-11-13T09:00:00.000Z" };
    const events = [
      event("lune", "bounced", "2026-11-12T14:00:00.000Z"),
      event("lune", "answered", "2026-11-15T08:00:00.000Z"),
    ];
    const { lines, summary } = compose({ mails: [{ ...MAIL, status: "bounced" }, again], events });
    expect(lines).toMatchObject([
      { contact: "rh@lune.example", state: "bounced", answeredOn: null },
      { contact: "contact@lune.example", state: "answered", answeredOn: "2026-11-15" },
    ]);
    expect(summary).toMatchObject({ applications: 2, companies: 1, answered: 1 });
  });

  it("leave out what Gmail did not confirm, and say so once", () => {
    const unknown = { ...MAIL, id: "m0", status: "unknown" as const };
    const sentAnew = { ...unknown, id: "m9", released: true };
    expect(compose({ mails: [unknown, sentAnew, MAIL] })).toMatchObject({
      lines: [{ company: "Lune" }],
      summary: { applications: 1, unconfirmed: 1 },
    });
  });
});

describe("the record as CSV", () => {
  const quote = (cells: string) => `"${cells.replaceAll("|", '";"')}"`;

  it("says each line in the words of its language", () => {
    const report = compose({ mails: [MAIL], told: [{ ...CALL, companyName: "=Soleil" }] });
    expect(composeReportCsv(report, "fr", false).split("\r\n")).toEqual([
      `\uFEFF${quote("N°|Date|Entreprise|Ville|Contact|Nature|Moyen|Résultat|Réponse notée le|Enregistrement")}`,
      quote("1|10/11/2026|'=Soleil|Grenoble|+33199001234|Candidature spontanée|Téléphone|En attente||Saisie manuelle"),
      quote("2|12/11/2026|Lune|Lyon|rh@lune.example|Candidature spontanée|E-mail|En attente||Envoi Gmail à 14:32"),
      "",
    ]);
    expect(composeReportCsv(report, "de", false)).toContain(
      '"12.11.2026";"Lune";"Lyon";"rh@lune.example";"Initiativbewerbung"',
    );
    expect(composeReportCsv(report, "en", false)).toContain(
      '"Lune","Lyon","rh@lune.example","Speculative application"',
    );
  });

  it("has the messages where they are wanted", () => {
    const report = compose({ mails: [{ ...MAIL, subject: "Candidature", body: "Bonjour,\n\nAna" }], told: [CALL] });
    const csv = composeReportCsv(report, "fr", true);
    expect(csv).toContain('"Enregistrement";"Objet";"Message"');
    expect(csv).toContain('"Candidature";"Bonjour,\n\nAna"');
  });
});

/** Lines of a cell are read back without the space between them, and spaces of several kinds as one. */
const withoutSpaces = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s/gu, ""));

describe("the record as a PDF", () => {
  const makePdf = async (part: Partial<ReportLog>, language: MessageLanguage = "fr") =>
    readPdf(await writeReportPdf({ report: compose(part), language, name: "Zoé <Müller>", madeOn: "2026-11-24" }));

  it("is tagged: headings, a table whose first row names its columns, and what it rests on", async () => {
    const { read, info, markInfo } = await makePdf({ mails: [MAIL], told: [CALL] });
    expect(markInfo).toMatchObject({ Marked: true });
    expect(info).toMatchObject({ Title: "Justificatif de recherche d’emploi – Zoé <Müller>", Language: "fr" });
    expect(withoutSpaces(read)).toEqual(
      withoutSpaces([
        "H1 Justificatif de recherche d’emploi",
        "P Zoé <Müller>",
        "P Période : du 1er novembre 2026 au 30 novembre 2026",
        "P Établi le 24 novembre 2026",
        "H2 En résumé",
        "P 2 candidatures spontanées auprès de 2 entreprises (E-mail : 1 · Téléphone : 1)",
        "P Réponses reçues : 0 entreprise sur 2",
        "H2 Candidatures",
        // All are of one kind, which the summary says.
        ...REPORT_COLUMNS.filter((column) => column !== "kind").map(
          (column) => `TH ${REPORT_TEXTS.fr.columns[column]}`,
        ),
        ..."1|10/11/2026|Soleil|Grenoble|+33 1 99 00 12 34|Téléphone|En attente|–|Saisie manuelle"
          .split("|")
          .map((text) => `TD ${text}`),
        ..."2|12/11/2026|Lune|Lyon|rh@lune.example|E-mail|En attente|–|Envoi Gmail à 14:32"
          .split("|")
          .map((text) => `TD ${text}`),
        "H2 Comment ces informations ont été enregistrées",
        ...REPORT_TEXTS.fr.recordNotes("Zoé <Müller>", "Europe/Paris").map((note) => `P ${note}`),
      ]),
    );
  });

  it("repeats the names of its columns on each page for the eye, and reads them aloud once", async () => {
    const mails = Array.from({ length: 40 }, (_, n) => ({ ...MAIL, id: `m${n}`, companyId: `c${n}` }));
    const { pages, read, lines } = await makePdf({ mails }, "en");
    expect(pages.length).toBeGreaterThan(2);
    const heads = lines.filter((text) => text === "Company");
    expect(heads.length).toBeGreaterThan(1);
    expect(read.filter((text) => text.startsWith("TH"))).toHaveLength(9);
    expect(read.filter((text) => text.startsWith("TD"))).toHaveLength(360);
    expect(lines).toContain(`Page 1 of ${pages.length}`);
    expect(read.join("\n")).not.toContain("Page 1");
  });

  it("has the messages as an annex, each in its own language", async () => {
    const letter = { subject: "Bewerbung", body: "Guten Tag,\n\nich backe gern.", language: "de" as const };
    const { read, pages } = await makePdf({ mails: [{ ...MAIL, ...letter }], told: [CALL] });
    expect(read.slice(-6)).toEqual([
      "H2 Annexe : messages envoyés",
      "H3 N° 2 – Lune, 12/11/2026",
      "P À : rh@lune.example",
      "P Objet : Bewerbung",
      "P Guten Tag,",
      "P ich backe gern.",
    ]);
    const paragraphs = pages.at(-1)?.tree?.children?.[0]?.children ?? [];
    expect(paragraphs.map(({ lang }) => lang)).toEqual([undefined, undefined, undefined, undefined, "de", "de"]);
    // Upright, while the table lies across.
    expect(pages.at(-1)?.height).toBeGreaterThan(pages[0]?.height ?? 0);
  });

  it.each(["fr", "en", "de"] as const)("breaks no word of its own in %s", async (language) => {
    const ways = ["phone", "form", "careers"] as const;
    const outcomes = ["answered", "interview", "offer", "refused", "no_answer"] as const;
    const { lines } = await makePdf(
      {
        mails: outcomes.map((outcome) => ({ ...MAIL, id: outcome, companyId: outcome })),
        told: ways.map((way) => ({ ...CALL, id: way, companyId: way, way })),
        events: outcomes.map((outcome) => event(outcome, outcome, "2026-11-20T08:00:00.000Z")),
      },
      language,
    );
    const words = new Set(lines.flatMap((line) => line.split(/[\s\u00a0]/u)));
    const { columns, ways: wayTexts, states, entered } = REPORT_TEXTS[language];
    const { kind: _, ...printed } = columns;
    const texts = [...Object.values(printed), ...Object.values(wayTexts), states.interview, states.offer, entered];
    for (const word of texts.join(" ").split(" ")) expect(words).toContain(word);
  });

  it("prints whatever a company is called, on a cell of several lines", async () => {
    const companyName = `${"Très longue dénomination & Cie ".repeat(20)}株式会社 🎉`;
    const recipient = `${"a".repeat(60)}@${"b".repeat(60)}.example`;
    const { lines } = await makePdf({ mails: [{ ...MAIL, companyName, recipient, city: "\u202eLyon\u0000" }] });
    expect(lines).toContain("Lyon");
    expect(lines.some((line) => line.startsWith("@b"))).toBe(true);
  });

  it("has the same bytes when composed again", async () => {
    const document = { report: compose({ mails: [MAIL] }), language: "fr" as const, name: "Zoé", madeOn: "2026-11-24" };
    expect(await writeReportPdf(document)).toEqual(await writeReportPdf(document));
  });

  it("takes little for a thousand lines", { timeout: 20_000 }, async () => {
    const mails = Array.from({ length: 1_000 }, (_, n) => ({ ...MAIL, id: `m${n}`, companyId: `c${n}` }));
    const bytes = await writeReportPdf({
      report: compose({ mails }),
      language: "de",
      name: "Zoé",
      madeOn: "2026-11-24",
    });
    expect(bytes.byteLength).toBeLessThan(2_500_000);
    expect((await getDocumentProxy(bytes)).numPages).toBeLessThan(90);
  });
});
