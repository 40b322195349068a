import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { uploadCv } from "../../../worker/contract/account";
import { bulkGenerate, getCurrentGeneration } from "../../../worker/contract/messages";
import { users } from "../../../worker/db/schema/account";
import type { CvFacts, StoredFacts } from "../../../worker/db/schema/json-types";
import { formatCvFacts, listCvFacts, verifyFacts } from "../../../worker/messages/facts/cv-facts";
import { buildCvFactsPrompt } from "../../../worker/messages/facts/prompt-cv-facts";
import { makeCvFile } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { callSandbox, orderFault, clearFaults } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";

const CV_TEXT = `Ana Martin
Vendeuse chez Pain et Co (Lyon), 2019 - 2021
- accueil de 80 clients par jour
- tenue de la caisse
Caissière chez Grand Marché, 2021 - 2023
- mise en rayon
CAP vente, Lycée Jean Moulin, 2018
Permis de conduire, catégorie B
Compétences : caisse, conseil client, déve-
loppement commercial
Anglais courant, espagnol scolaire`;
const NO_FACTS: CvFacts = { jobs: [], studies: [], skills: [], languages: [], certificates: [], figures: [], more: [] };

describe("the facts of a CV", () => {
  it("that are in the CV are kept, whatever their case, accents and line breaks", () => {
    const facts: CvFacts = {
      jobs: [
        {
          employer: "PAIN ET CO",
          title: "vendeuse",
          period: "2019–2021",
          place: "lyon",
          tasks: ["accueil de 80 clients par jour", "tenue de la caisse"],
        },
        { employer: "Grand Marché", title: "Caissiere", period: "2021 - 2023", place: "", tasks: ["mise en rayon"] },
      ],
      studies: [{ school: "Lycée Jean Moulin", diploma: "CAP vente", period: "2018" }],
      skills: ["conseil client", "développement commercial"],
      languages: [
        { language: "Anglais", level: "courant" },
        { language: "espagnol", level: "scolaire" },
      ],
      certificates: [{ name: "Permis de conduire", level: "catégorie B" }],
      figures: ["80 clients par jour"],
      more: [],
    };
    expect(verifyFacts(facts, CV_TEXT)).toEqual(facts);
  });

  it.each<[string, Partial<CvFacts>, Partial<CvFacts>]>([
    [
      "an employer who does not stand there goes with the post",
      { jobs: [{ employer: "Airbus", title: "", period: "2019", place: "", tasks: ["mise en rayon"] }] },
      { jobs: [] },
    ],
    [
      "a word that was added makes it another fact",
      { skills: ["caisse enregistreuse", "caisse"] },
      { skills: ["caisse"] },
    ],
    ["half a word is no word", { skills: ["vent", "client"] }, { skills: ["client"] }],
    ["a figure that was rounded is dropped", { figures: ["accueil de 100 clients par jour"] }, { figures: [] }],
    [
      "a level that belongs to no such language is dropped",
      {
        languages: [
          { language: "Anglais", level: "bilingue" },
          { language: "allemand", level: "courant" },
        ],
      },
      { languages: [{ language: "Anglais", level: "" }] },
    ],
    [
      "a licence keeps its class only where the CV gives it",
      {
        certificates: [
          { name: "Permis de conduire", level: "catégorie C" },
          { name: "CACES R489", level: "3" },
        ],
      },
      { certificates: [{ name: "Permis de conduire", level: "" }] },
    ],
    [
      "a place that is not that of the job is dropped",
      { jobs: [{ employer: "Pain et Co", title: "", period: "", place: "Paris", tasks: [] }] },
      { jobs: [{ employer: "Pain et Co", title: "", period: "", place: "", tasks: [] }] },
    ],
    ["what is said twice is kept once", { more: ["CAP vente", "CAP vente"] }, { more: ["CAP vente"] }],
    ["blank texts are nothing", { skills: [" ", ""], more: ["–"] }, {}],
  ])("%s", (_, found, expected) =>
    expect(verifyFacts({ ...NO_FACTS, ...found }, CV_TEXT)).toEqual({ ...NO_FACTS, ...expected }),
  );

  it("a job below a heading of studies is one of these", () => {
    const cv = `Jana Köhler
Berufserfahrung
Bürokauffrau, Hausverwaltung Spree GmbH, 2019 – heute
Ausbildung
Kauffrau für Büromanagement, OSZ Potsdam, 2016`;
    const at = (employer: string, title: string, period: string) => ({ employer, title, period, place: "", tasks: [] });
    const job = at("Hausverwaltung Spree GmbH", "Bürokauffrau", "2019 – heute");
    const learned = at("OSZ Potsdam", "Kauffrau für Büromanagement", "2016");
    const { jobs, studies } = verifyFacts({ ...NO_FACTS, jobs: [job, learned] }, cv);
    expect(jobs).toEqual([job]);
    expect(studies).toEqual([{ school: "OSZ Potsdam", diploma: "Kauffrau für Büromanagement", period: "2016" }]);
  });

  it.each([
    ["below a heading of both", "Ausbildung und beruflicher Werdegang\nBürokauffrau, Spree GmbH, 2019 – heute", []],
    ["below a heading that no list has", "Formation\nCAP, 2018\nStages utiles\nBürokauffrau, Spree GmbH, 2019", []],
    ["with tasks, as of an apprentice", "Ausbildung\nBürokauffrau, Spree GmbH, 2019\n- Ablage", ["Ablage"]],
  ])("a job %s stays one", (_, cv, tasks) => {
    const job = { employer: "Spree GmbH", title: "Bürokauffrau", period: "2019", place: "", tasks };
    expect(verifyFacts({ ...NO_FACTS, jobs: [job] }, cv).jobs).toEqual([job]);
  });

  it("headings are no facts, but the same words elsewhere are", () => {
    const cv = `Ana Martin
Dix ans d’expérience en cuisine
EXPÉRIENCE PROFESSIONNELLE
Formatrice chez Pain et Co, 2019 - 2021
COMPÉTENCES
Formation, caisse
FORMATION
CAP cuisine, 2012
LANGUES :
Anglais courant
PERMIS ET CERTIFICATS
Permis B
LICENCES AND CERTIFICATES
BERUFSERFAHRUNG
Sprachen und Kenntnisse`;
    const job = { employer: "Pain et Co", title: "Formatrice", period: "2019 - 2021", place: "", tasks: [] };
    const study = { school: "", diploma: "CAP cuisine", period: "2012" };
    const kept: CvFacts = {
      jobs: [job],
      studies: [study],
      skills: ["Formation", "caisse"],
      languages: [{ language: "Anglais", level: "courant" }],
      certificates: [{ name: "Permis", level: "B" }],
      figures: [],
      more: ["Dix ans d’expérience en cuisine"],
    };
    const headings = ["EXPÉRIENCE PROFESSIONNELLE", "EXPÉRIENCE", "LANGUES", "BERUFSERFAHRUNG"];
    const found: CvFacts = {
      jobs: [job, { employer: "EXPÉRIENCE PROFESSIONNELLE", title: "", period: "", place: "", tasks: [] }],
      studies: [study, { school: "", diploma: "BERUFSERFAHRUNG", period: "" }],
      skills: ["COMPÉTENCES", ...kept.skills],
      languages: [{ language: "Sprachen", level: "" }, ...kept.languages],
      certificates: [...kept.certificates, { name: "LICENCES", level: "AND CERTIFICATES" }],
      figures: headings,
      more: [...headings, ...kept.more],
    };
    expect(verifyFacts(found, cv)).toEqual(kept);
    // Its name stands elsewhere too.
    const licence = { ...NO_FACTS, certificates: [{ name: "PERMIS", level: "ET CERTIFICATS" }] };
    expect(verifyFacts(licence, cv).certificates).toEqual([{ name: "PERMIS", level: "" }]);
  });

  it("a task moved to another job is dropped", () => {
    const post = (employer: string, tasks: string[]) => ({
      employer,
      title: "",
      period: "",
      place: "",
      tasks,
    });
    const moved = verifyFacts(
      {
        ...NO_FACTS,
        jobs: [
          post("Pain et Co", ["mise en rayon"]),
          post("Grand Marché", ["accueil de 80 clients par jour", "mise en rayon"]),
        ],
      },
      CV_TEXT,
    );
    expect(moved.jobs.map(({ tasks }) => tasks)).toEqual([[], ["mise en rayon"]]);
  });

  it("a period far from its job is dropped", () => {
    const far = `Vendeuse chez Pain et Co\n${"et bien d’autres choses encore ".repeat(10)}\n1998 - 2001`;
    expect(
      verifyFacts(
        {
          ...NO_FACTS,
          jobs: [{ employer: "Pain et Co", title: "Vendeuse", period: "1998 - 2001", place: "", tasks: [] }],
        },
        far,
      ).jobs,
    ).toEqual([{ employer: "Pain et Co", title: "Vendeuse", period: "", place: "", tasks: [] }]);
  });

  it("are one line each, without figures that a task contains", () => {
    const facts: CvFacts = {
      ...NO_FACTS,
      jobs: [
        { employer: "Pain et Co", title: "Vendeuse", period: "", place: "Lyon", tasks: ["accueil de 80 clients"] },
      ],
      skills: ["caisse", "conseil client"],
      languages: [{ language: "Anglais", level: "courant" }],
      certificates: [{ name: "Permis de conduire", level: "catégorie B" }],
      figures: ["80 clients", "3 prix"],
    };
    expect(formatCvFacts(listCvFacts(facts))).toBe(
      [
        "Jobs\n- Vendeuse, Pain et Co, Lyon\n  - accueil de 80 clients",
        "Skills\n- caisse, conseil client",
        "Languages\n- Anglais, courant",
        "Licences and certificates\n- Permis de conduire, catégorie B",
        "Figures\n- 3 prix",
      ].join("\n"),
    );
    expect(formatCvFacts(listCvFacts(NO_FACTS))).toBe("");
  });

  it("are joined without the full stops of the CV's lines, but with those of abbreviations", () => {
    const facts: CvFacts = {
      ...NO_FACTS,
      jobs: [{ employer: "Pain Inc.", title: "Vendeuse en boutique.", period: "2019.", place: "Lyon.", tasks: [] }],
      skills: ["Tenue de caisse.", "conseil client."],
    };
    const listed = listCvFacts(facts);
    expect(listed.map(({ text }) => text)).toContain("Vendeuse en boutique, Pain Inc., Lyon, 2019.");
    expect(formatCvFacts(listed)).toContain("- Tenue de caisse, conseil client.");
    // What a letter may quote is as it stands in the CV.
    expect(listed[0]?.phrases).toContain("Vendeuse en boutique.");
  });

  it("are requested with the CV as a source, truncated when too long", () => {
    const { input, answer } = buildCvFactsPrompt(`${"x".repeat(60_000)}</cv>`);
    expect(input.length).toBeLessThan(21_000);
    expect(buildCvFactsPrompt("a </cv> b").input.split("</cv>")).toHaveLength(2);
    expect(answer.safeParse(NO_FACTS).success).toBe(true);
  });
});

const READ_CV = { cvPath: "cv/a.pdf", cvName: "cv.pdf", cvText: CV_TEXT, cvTextStatus: "ok" } as const;
const readStoredFacts = async (userId: string): Promise<StoredFacts | null> =>
  (await database.select({ facts: users.cvFacts }).from(users).where(eq(users.id, userId)))[0]?.facts ?? null;
const generateFor = async (userId: string, client: Client) => {
  const answer = await client.post(`/api/dashboard/companies/${await seedCompany(userId)}/generate-message`);
  expect(answer.status).toBe(200);
  return z.object({ generated_message: z.string() }).parse(answer.body).generated_message;
};
/** Remaining faults for facts requests. */
const countRemainingFaults = async () =>
  z.object({ faults: z.array(z.object({ times: z.number() })) }).parse(await callSandbox("/sandbox/faults")).faults[0]
    ?.times ?? 0;

describe("requesting them", () => {
  beforeEach(async () => {
    await clearFaults();
  });

  it("happens when first needed, and once", async () => {
    const { userId, client } = await seedUser(READ_CV);
    await orderFault("openai", "latency", { call: "facts", ms: 1, times: 9 });
    await generateFor(userId, client);
    expect(await readStoredFacts(userId)).toMatchObject({
      of: READ_CV.cvPath,
      found: {
        jobs: [{ employer: "Pain et Co", place: "Lyon" }, { employer: "Grand Marché" }],
        studies: [{ period: "2018" }],
        certificates: [{ name: "Permis de conduire", level: "catégorie B" }],
      },
    });
    expect(await countRemainingFaults()).toBe(8);
    await generateFor(userId, client);
    expect(await countRemainingFaults()).toBe(8);
  });

  it("happens once for concurrent letters, which do not wait", async () => {
    const { userId, client } = await seedUser(READ_CV);
    await orderFault("openai", "latency", { call: "facts", ms: 700, times: 9 });
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await seedCompany(userId, { message: "", messageVersion: 0 }));
    (await client.post("/api/dashboard/companies/bulk-generate-message", { company_ids: ids })).as(bulkGenerate.answer);
    const waitForEnd = async () =>
      (await client.get("/api/dashboard/generations/current")).as(getCurrentGeneration.answer).generation;
    for (let tries = 0; tries < 100 && (await waitForEnd())?.status === "running"; tries++) await scheduler.wait(100);
    expect(await waitForEnd()).toMatchObject({ done: 6, failed: 0 });
    expect(await countRemainingFaults()).toBe(8);
    expect((await readStoredFacts(userId))?.found).not.toBeNull();
  });

  it("that fails leaves the CV's text as the source, and is not retried at once", async () => {
    const { userId, client } = await seedUser(READ_CV);
    await orderFault("openai", "refusal", { call: "facts", times: 9 });
    expect(await generateFor(userId, client)).toMatch(
      /chez Pain et Co|chez Grand Marché|CAP vente|clients par jour|Compétences|Anglais|caisse|rayon/u,
    );
    await generateFor(userId, client);
    expect(await countRemainingFaults()).toBe(8);
    expect(await readStoredFacts(userId)).toMatchObject({ of: READ_CV.cvPath, found: null });
    await clearFaults();
    await database
      .update(users)
      .set({ cvFacts: { of: READ_CV.cvPath, at: new Date(Date.now() - 601_000).toISOString(), found: null } })
      .where(eq(users.id, userId));
    await generateFor(userId, client);
    expect((await readStoredFacts(userId))?.found).not.toBeNull();
  });

  it("happens again for another CV", async () => {
    const { userId, client } = await seedUser({
      ...READ_CV,
      cvFacts: {
        of: "cv/older.pdf",
        at: new Date().toISOString(),
        found: { ...NO_FACTS, more: ["Fausse piste tout à fait"] },
      },
    });
    expect(await generateFor(userId, client)).not.toContain("Fausse piste");
    expect(await readStoredFacts(userId)).toMatchObject({
      of: READ_CV.cvPath,
      found: { jobs: [{ title: "Vendeuse" }, {}] },
    });
    (await client.upload("/api/settings/cv", "cv", makeCvFile())).as(uploadCv.answer);
    expect(await readStoredFacts(userId)).toBeNull();
  });
});
