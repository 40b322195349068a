import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { type Fact, type FactsStatus, listFacts, uploadCv } from "../../../worker/contract/account";
import { LIMITS } from "../../../worker/contract/limits";
import { checkMessage, generateMessage } from "../../../worker/contract/messages";
import { confirmedFacts, type users } from "../../../worker/db/schema/account";
import type { StoredFacts } from "../../../worker/db/schema/json-types";
import { formatCvForPrompt, toCandidateCv } from "../../../worker/messages/cv-context";
import { toFactText } from "../../../worker/messages/facts/store-confirmed-facts";
import { candidateQuery } from "../../../worker/messages/store-candidate";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { deliverCvMessage } from "../support/cv-queue";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedUser } from "../support/seed";

const CV_TEXT = `\fAna Martin
Vendeuse chez Pain et Co (Lyon), 2019 - 2021
- tenue de la caisse
- accueil de 80 clients par jour

\fCaissière chez Grand Marché, 2021 - 2023
Compétences : caisse, conseil client
Permis B`;
const PATH = "cv/a.pdf";
const READ_CV = { cvPath: PATH, cvName: "cv.pdf", cvText: CV_TEXT, cvTextStatus: "ok" } as const;
const FOUND: NonNullable<StoredFacts["found"]> = {
  jobs: [
    {
      employer: "Pain et Co",
      title: "Vendeuse",
      period: "2019 - 2021",
      place: "Lyon",
      tasks: ["tenue de la caisse", "accueil de 80 clients par jour"],
    },
    { employer: "Grand Marché", title: "Caissière", period: "2021 - 2023", place: "", tasks: [] },
  ],
  studies: [],
  skills: ["caisse", "conseil client"],
  languages: [],
  certificates: [{ name: "Permis", level: "B" }],
  figures: [],
  more: [],
};
const STORED: StoredFacts = { of: PATH, at: "2026-11-23T08:00:00.000Z", found: FOUND };
const JOB = "Vendeuse, Pain et Co, Lyon, 2019 - 2021";

const seedReader = () => seedUser({ ...READ_CV, cvFacts: STORED });
const readFacts = async (client: Client) => (await client.get("/api/settings/facts")).as(listFacts.answer);
const readTexts = async (client: Client) => (await readFacts(client)).facts.map(({ text }) => text);
const findId = async (client: Client, text: string) => {
  const fact = (await readFacts(client)).facts.find((each) => each.text === text);
  if (!fact) throw new Error(`no fact ${text}`);
  return fact.id;
};
const add = (client: Client, text: string, more: Partial<Pick<Fact, "kind" | "details">> = {}) =>
  client.post("/api/settings/facts", { text, ...more });
const change = async (client: Client, text: string, body: object) =>
  client.patch(`/api/settings/facts/${await findId(client, text)}`, body);
const remove = async (client: Client, text: string) =>
  client.delete(`/api/settings/facts/${await findId(client, text)}`);
/** What supports the messages of a user. */
const readSources = async (userId: string) => {
  const [candidate] = await candidateQuery(database, userId);
  const cv = toCandidateCv(candidate);
  return { cv: cv?.text ?? "", prompt: formatCvForPrompt(cv), confirmed: candidate?.confirmed.map(toFactText) };
};

describe("what is known of a user", () => {
  it("is nothing without a CV", async () => {
    const { client } = await seedUser();
    expect(await readFacts(client)).toEqual({ status: "none", facts: [] });
  });

  it("are the facts of the CV with their pages, then what the user has stated", async () => {
    const { client } = await seedReader();
    const stated = await add(client, "J’ai une voiture");
    expect(stated.body).toEqual(await readFacts(client));
    const { status, facts } = await readFacts(client);
    expect(status).toBe("ready");
    const fact = (kind: Fact["kind"], text: string, page: number | null, details: string[] = []) => ({
      id: expect.stringMatching(/^[\da-f-]{20,36}$/u) as string,
      kind,
      source: page === null ? "confirmed" : "cv",
      text,
      details,
      cv_page: page,
    });
    expect(facts).toEqual([
      fact("job", JOB, 1, ["tenue de la caisse", "accueil de 80 clients par jour"]),
      fact("job", "Caissière, Grand Marché, 2021 - 2023", 2),
      fact("skill", "caisse", 1),
      fact("skill", "conseil client", 2),
      fact("certificate", "Permis, B", 2),
      fact("other", "J’ai une voiture", null),
    ]);
    expect(await readFacts(client)).toEqual({ status, facts });
  });

  it("opens as stored by an earlier version, in a CV without pages", async () => {
    const { client } = await seedUser({
      ...READ_CV,
      cvText: CV_TEXT.replaceAll("\f", ""),
      cvFacts: {
        ...STORED,
        found: {
          jobs: [{ employer: "Pain et Co", title: "Vendeuse", period: "2019 - 2021", tasks: [] }],
          studies: [],
          skills: ["caisse"],
          languages: [],
          figures: [],
          more: ["Permis B"],
        },
      },
    });
    expect((await readFacts(client)).facts).toMatchObject([
      { kind: "job", text: "Vendeuse, Pain et Co, 2019 - 2021", cv_page: null },
      { kind: "skill", text: "caisse", cv_page: null },
      { kind: "other", text: "Permis B", cv_page: null },
    ]);
  });

  it.each<[FactsStatus, string, Partial<typeof users.$inferInsert>]>([
    ["pending", "while the text of the CV is extracted", { cvTextStatus: "pending", cvText: null }],
    ["none", "for a CV without text", { cvTextStatus: "no_text", cvText: "" }],
    ["none", "before the facts are asked for", { cvFacts: null }],
    ["none", "for another CV than that of the facts", { cvFacts: { ...STORED, of: "cv/older.pdf" } }],
    [
      "pending",
      "while the assistant reads",
      { cvFacts: { of: PATH, at: new Date(Date.now() + 60_000).toISOString(), found: null } },
    ],
    [
      "failed",
      "after it has failed",
      { cvFacts: { of: PATH, at: "2026-11-23T08:00:00.000Z", failed: true, found: null } },
    ],
    ["failed", "after it was cut off", { cvFacts: { of: PATH, at: "2020-11-23T08:00:00.000Z", found: null } }],
  ])("is %s %s", async (status, _, values) => {
    const { client } = await seedUser({ ...READ_CV, ...values });
    expect(await readFacts(client)).toEqual({ status, facts: [] });
  });
});

describe("a fact of the CV that is removed", () => {
  it("supports nothing any more, except where another fact says it", async () => {
    const { userId, client } = await seedReader();
    const other = await seedReader();
    expect((await readSources(userId)).cv).toBe(CV_TEXT.replaceAll("\f", ""));
    expect((await remove(client, JOB)).as(listFacts.answer)).toEqual(await readFacts(client));
    expect(await readTexts(client)).not.toContain(JOB);
    const { cv, prompt } = await readSources(userId);
    expect(cv).not.toMatch(/Vendeuse|Pain et Co|Lyon|2019|accueil|tenue/u);
    expect(cv).toContain("Caissière chez Grand Marché, 2021 - 2023\nCompétences : caisse, conseil client");
    expect(prompt).toBe(
      "Jobs\n- Caissière, Grand Marché, 2021 - 2023\nSkills\n- caisse, conseil client\n" +
        "Licences and certificates\n- Permis, B",
    );
    expect(await readTexts(other.client)).toContain(JOB);
  });

  it("keeps the words that a kept fact says too", async () => {
    const { userId, client } = await seedReader();
    await remove(client, "caisse");
    const { cv } = await readSources(userId);
    expect(cv).toContain("- tenue de la caisse");
    expect(cv).toMatch(/Compétences : +, conseil client/u);
  });

  it("takes a class or level away only beside its own name", async () => {
    const { userId, client } = await seedUser({
      ...READ_CV,
      cvText: "\fAna Martin\nVitamine B en vente\nPermis B\nPlan B",
      cvFacts: { ...STORED, found: { ...FOUND, jobs: [], skills: [] } },
    });
    await remove(client, "Permis, B");
    expect((await readSources(userId)).cv.replaceAll(/ +\n/gu, "\n")).toBe("Ana Martin\nVitamine B en vente\n\nPlan B");
  });

  it("stays removed while others are, and comes back with another CV", async () => {
    const { userId, client } = await seedReader();
    for (const text of await readTexts(client)) expect(await remove(client, text)).toMatchObject({ status: 200 });
    expect(await readFacts(client)).toEqual({ status: "ready", facts: [] });
    expect((await readSources(userId)).prompt).toBe("");
    const file = makeCvFile(makeCvPdf(["Vendeuse chez Pain et Co, 2019 - 2021"]));
    const { cv_path } = (await client.upload("/api/settings/cv", "cv", file)).as(uploadCv.answer);
    await deliverCvMessage(userId, cv_path);
    await client.post("/api/settings/facts/extract");
    expect(await readFacts(client)).toMatchObject({
      status: "ready",
      facts: [{ kind: "job", text: "Vendeuse, Pain et Co, 2019 - 2021", cv_page: 1 }],
    });
  });

  it("twice is not found", async () => {
    const { client } = await seedReader();
    const id = await findId(client, JOB);
    expect(await client.delete(`/api/settings/facts/${id}`)).toMatchObject({ status: 200 });
    expect(await client.delete(`/api/settings/facts/${id}`)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect(await client.patch(`/api/settings/facts/${id}`, { text: "x" })).toMatchObject({ status: 404 });
  });
});

describe("a fact that is changed", () => {
  it("of the CV becomes one that the user states, in its place; its old words support nothing", async () => {
    const { userId, client } = await seedReader();
    const text = "Responsable de boutique, Pain et Co, 2019 - 2022";
    const answer = (await change(client, JOB, { text })).as(listFacts.answer);
    expect(answer.facts[0]).toMatchObject({
      kind: "job",
      source: "confirmed",
      text,
      details: ["tenue de la caisse", "accueil de 80 clients par jour"],
      cv_page: null,
    });
    expect(answer.facts.map((fact) => fact.text)).not.toContain(JOB);
    const { cv, confirmed } = await readSources(userId);
    expect(cv).not.toMatch(/Vendeuse|2019/u);
    const again = "Responsable de boutique, Pain et Co, 2018 - 2022";
    await change(client, text, { text: again });
    expect((await readTexts(client))[0]).toBe(again);
    expect(confirmed).toEqual([`${text}\ntenue de la caisse\naccueil de 80 clients par jour`]);
  });

  it("of the CV is a job that the next letters are built on", async () => {
    await clearFaults();
    const { userId, client } = await seedReader();
    const id = await seedCompany(userId, { message: "" });
    await remove(client, "Caissière, Grand Marché, 2021 - 2023");
    await change(client, JOB, { text: "Responsable de boutique, Pain et Co, Lyon, 2019 - 2022" });
    const written = await client.post(`/api/dashboard/companies/${id}/generate-message`);
    expect(written.as(generateMessage.answer).generated_message).toMatch(
      /de 2019 à 2022.*responsable de boutique|responsable de boutique.*de 2019 à 2022/iu,
    );
    const checked = (await client.post(`/api/dashboard/companies/${id}/check-message`)).as(checkMessage.answer);
    const told = checked.sentences.find(({ text }) => text.includes("Pain et Co"));
    expect(told).toMatchObject({ status: "supported", sources: [{ kind: "confirmed" }] });
  });

  it("of the user keeps its place and what is not named", async () => {
    const { client } = await seedUser();
    await add(client, "Permis B", { kind: "certificate" });
    await add(client, "Vendeuse, Lune", { kind: "job", details: ["tenue de la caisse"] });
    await change(client, "Permis B", { text: "Permis B depuis 2016" });
    await change(client, "Vendeuse, Lune", { text: "Vendeuse, Lune", details: [], kind: "other" });
    expect((await readFacts(client)).facts).toMatchObject([
      { kind: "certificate", text: "Permis B depuis 2016", details: [] },
      { kind: "other", text: "Vendeuse, Lune", details: [] },
    ]);
  });

  it("to what another one says is one with it", async () => {
    const { client } = await seedReader();
    await add(client, "J’ai une voiture");
    await add(client, "Disponible dès mars");
    await change(client, "Disponible dès mars", { text: "j'ai une voiture !" });
    await change(client, "Permis, B", { text: "J’AI UNE VOITURE" });
    const stated = (await readFacts(client)).facts.filter(({ source }) => source === "confirmed");
    expect(stated.map(({ text }) => text)).toEqual(["j'ai une voiture !"]);
    expect(await readTexts(client)).not.toContain("Permis, B");
  });
});

describe("a fact that the user adds", () => {
  it("supports messages, is kept with another CV, and is theirs alone", async () => {
    const { userId, client } = await seedReader();
    const other = await seedUser();
    await add(client, "Disponible dès mars");
    expect((await readSources(userId)).confirmed).toEqual(["Disponible dès mars"]);
    expect((await readSources(other.userId)).confirmed).toEqual([]);
    expect(await readTexts(other.client)).toEqual([]);
    await client.upload("/api/settings/cv", "cv", makeCvFile());
    expect(await readTexts(client)).toEqual(["Disponible dès mars"]);
    await remove(client, "Disponible dès mars");
    expect((await readSources(userId)).confirmed).toEqual([]);
  });

  it("twice is one, whatever its case, accents and punctuation", async () => {
    const { client } = await seedUser();
    for (const text of ["Disponible dès mars", "disponible des mars.", "DISPONIBLE DÈS MARS"])
      expect(await add(client, text)).toMatchObject({ status: 200 });
    expect(await readTexts(client)).toEqual(["Disponible dès mars"]);
  });

  it("sent twice at once is one", async () => {
    const { client } = await seedUser();
    await Promise.all(Array.from({ length: 5 }, () => add(client, "J’ai une voiture")));
    expect(await readTexts(client)).toEqual(["J’ai une voiture"]);
  });

  it("beyond the limit is refused, and so is a changed fact of the CV, which stays", async () => {
    const { userId, client } = await seedReader();
    const createdAt = new Date().toISOString();
    const rows = Array.from({ length: LIMITS.confirmedFacts }, (_, n) => ({
      userId,
      id: crypto.randomUUID(),
      kind: "other" as const,
      text: `Fait ${n}`,
      foldedText: `fait ${n}`,
      createdAt,
    }));
    for (let at = 0; at < rows.length; at += 10) await database.insert(confirmedFacts).values(rows.slice(at, at + 10));
    const full = { status: 422, body: { code: "facts_full" } };
    expect(await add(client, "Un de trop")).toMatchObject(full);
    expect(await add(client, "fait 7")).toMatchObject({ status: 200 });
    expect(await change(client, JOB, { text: "Un de trop" })).toMatchObject(full);
    expect(await readTexts(client)).toContain(JOB);
    expect(await database.$count(confirmedFacts, eq(confirmedFacts.userId, userId))).toBe(LIMITS.confirmedFacts);
  });

  it.each([
    ["blank", { text: "  " }, { text: "required" }],
    ["too long", { text: "x".repeat(LIMITS.factLength + 1) }, { text: "too_long" }],
    ["of two lines", { text: "Permis B\nPermis C" }, { text: "invalid" }],
    ["of an unknown kind", { text: "Permis B", kind: "hobby" }, { kind: "invalid" }],
    ["with a blank task", { text: "Vendeuse", details: [""] }, { "details.0": "required" }],
    ["with too many tasks", { text: "Vendeuse", details: Array(11).fill("x") }, { details: "too_many" }],
  ])("%s is refused", async (_, body, fields) => {
    const { client } = await seedUser();
    expect(await client.post("/api/settings/facts", body)).toMatchObject({ status: 400, body: { fields } });
  });
});

describe("asking for the facts of the CV", () => {
  beforeEach(async () => {
    await clearFaults();
  });
  const extract = (client: Client) => client.post("/api/settings/facts/extract");

  it("reads them once, with places and licences", async () => {
    const { client } = await seedUser(READ_CV);
    const answer = (await extract(client)).as(listFacts.answer);
    expect(answer).toMatchObject({
      status: "ready",
      facts: [
        { kind: "job", text: JOB, details: ["tenue de la caisse", "accueil de 80 clients par jour"], cv_page: 1 },
        { kind: "job", text: "Caissière, Grand Marché, 2021 - 2023", cv_page: 2 },
        { kind: "skill", text: "caisse" },
        { kind: "skill", text: "conseil client" },
        { kind: "certificate", text: "Permis, B", cv_page: 2 },
      ],
    });
    await orderFault("openai", "refusal", { call: "facts" });
    expect((await extract(client)).body).toEqual(answer);
  });

  it("waits for the text of a CV that was just uploaded", async () => {
    const { userId, client } = await seedUser();
    const file = makeCvFile(makeCvPdf(["Vendeuse chez Pain et Co, 2019 - 2021"]));
    const { cv_path } = (await client.upload("/api/settings/cv", "cv", file)).as(uploadCv.answer);
    const [answer] = await Promise.all([extract(client), deliverCvMessage(userId, cv_path)]);
    expect(answer.body).toMatchObject({ status: "ready", facts: [{ text: "Vendeuse, Pain et Co, 2019 - 2021" }] });
  });

  it("is pending while another tab reads them", async () => {
    const { client } = await seedUser(READ_CV);
    await orderFault("openai", "latency", { call: "facts", ms: 700 });
    const first = extract(client);
    await expect.poll(async () => (await readFacts(client)).status).toBe("pending");
    expect((await extract(client)).body).toMatchObject({ status: "pending", facts: [] });
    expect((await first).body).toMatchObject({ status: "ready" });
  });

  it("tells why it failed, and may be repeated at once", async () => {
    const { client } = await seedUser(READ_CV);
    await orderFault("openai", "refusal", { call: "facts" });
    expect(await extract(client)).toMatchObject({ status: 502, body: { code: "writer_failed" } });
    expect(await readFacts(client)).toEqual({ status: "failed", facts: [] });
    await clearFaults();
    expect((await extract(client)).body).toMatchObject({ status: "ready" });
  });

  it("finds nothing without a CV, and keeps what the user has stated", async () => {
    const { client } = await seedUser();
    await add(client, "J’ai une voiture");
    expect((await extract(client)).body).toMatchObject({ status: "none", facts: [{ text: "J’ai une voiture" }] });
  });
});
