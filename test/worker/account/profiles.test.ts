import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listOverdueCvs } from "../../../worker/account/cv/store-cv";
import { DataExport, listFacts, uploadCv } from "../../../worker/contract/account";
import { LIMITS } from "../../../worker/contract/limits";
import { addProfile, listProfiles } from "../../../worker/contract/profiles";
import { profiles, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { savedSearches, searches } from "../../../worker/db/schema/search";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { deliverCvMessage } from "../support/cv-queue";
import { database, seedCompany, seedProfile, seedSavedSearch, seedUser } from "../support/seed";

const PATH = "/api/settings/profiles";
const fetchProfiles = async (client: Client) => (await client.get(PATH)).as(listProfiles.answer).profiles;
const patchProfile = (client: Client, id: string, body: object) => client.patch(`${PATH}/${id}`, body);
const deleteProfile = (client: Client, id: string, body?: object) => client.send("DELETE", `${PATH}/${id}`, body);
const readCompany = async (id: string) =>
  (await database.select().from(companies).where(eq(companies.id, id)))[0]?.profileId;
const listFileKeys = async () => (await env.FILES.list()).objects.map(({ key }) => key).toSorted();

const FRENCH_CV = {
  cvPath: "cv/x/fr",
  cvName: "cv.pdf",
  cvSize: 9,
  cvUploadedAt: "2026-11-01T10:00:00.000Z",
  cvText: "Vendeuse chez Pain et Co de 2019 à 2021",
  cvTextStatus: "ok",
} as const;
const ENGLISH_CV = {
  cvPath: "cv/x/en",
  cvName: "resume.pdf",
  cvSize: 7,
  cvUploadedAt: "2026-11-02T10:00:00.000Z",
  cvText: "Shop assistant at Bread and Co from 2019 to 2021",
  cvTextStatus: "ok",
} as const;

/** A user with a French profile, which is the default one, and an English one. */
async function seedTwoProfiles() {
  const user = await seedUser({ ...FRENCH_CV, profileLanguage: "fr" });
  return { ...user, english: await seedProfile(user.userId, ENGLISH_CV) };
}

describe("a user who never made a profile", () => {
  it("has one, without name and language, under their own id", async () => {
    const { userId, client } = await seedUser(FRENCH_CV);
    expect(await fetchProfiles(client)).toEqual([
      {
        id: userId,
        name: "",
        language: "fr",
        language_read: true,
        is_default: true,
        template_message: "Bonjour, je suis développeuse et je cherche un poste près de chez vous.",
        cv: { name: "cv.pdf", size: 9, uploaded_at: FRENCH_CV.cvUploadedAt, text_status: "ok" },
        cv_names_user: false,
        letters: 0,
      },
    ]);
    expect((await client.get("/api/settings")).body).toMatchObject({ several_profiles: false });
  });

  it("can name it and say its language, and cannot delete it", async () => {
    const { userId, client } = await seedUser();
    expect((await patchProfile(client, userId, { name: "Vente", language: "de" })).body).toMatchObject({
      profiles: [{ id: userId, name: "Vente", language: "de", is_default: true }],
    });
    expect(await deleteProfile(client, userId)).toMatchObject({ status: 409, body: { code: "profile_default" } });
    expect(await patchProfile(client, userId, { is_default: true })).toMatchObject({ status: 200 });
    expect(await fetchProfiles(client)).toHaveLength(1);
  });
});

describe("a new profile", () => {
  it("has no CV and no template", async () => {
    const { userId, client } = await seedUser({ ...ENGLISH_CV, templateMessage: "I would like to work with you." });
    const answer = (await client.post(PATH, { name: "Français", language: "fr" })).as(addProfile.answer);
    expect(answer.profiles).toMatchObject([
      { id: userId, language: "en", is_default: true },
      { id: answer.profile_id, name: "Français", language: "fr", is_default: false, template_message: "", cv: null },
    ]);
    expect((await client.get("/api/settings")).body).toMatchObject({ several_profiles: true });
  });

  it.each([
    ["what the user says, while the CV tells none", { cvText: "Ana Martin", profileLanguage: "de" }, "de"],
    ["what the CV says, whatever the user has said", { profileLanguage: "de" }, "en"],
    ["what the CV says, read before there were profiles", { profileLanguage: null }, "en"],
    ["not known for a CV without text", { cvText: "", cvTextStatus: "no_text", profileLanguage: null }, null],
    ["not known while the CV is read", { cvText: null, cvTextStatus: "pending", profileLanguage: null }, null],
  ] as const)("leaves the language of the first one alone: %s", async (_, more, language) => {
    const { client } = await seedUser({ ...ENGLISH_CV, ...more });
    expect((await client.post(PATH, { name: "Français", language: "fr" })).body).toMatchObject({
      profiles: [{ language }, { language: "fr" }],
    });
  });

  it("is made once, however often it is asked for", async () => {
    const { client } = await seedUser();
    const body = { name: "Français", language: "fr" };
    const first = (await client.post(PATH, body)).as(addProfile.answer);
    expect((await client.post(PATH, body)).as(addProfile.answer)).toEqual(first);
    expect((await client.post(PATH, { ...body, language: "en" })).as(addProfile.answer).profiles).toHaveLength(3);
  });

  it("is refused beyond the largest number", async () => {
    const { userId, client } = await seedUser();
    for (let n = 1; n < LIMITS.profiles; n += 1) await seedProfile(userId);
    expect(await client.post(PATH, { name: "One more", language: "en" })).toMatchObject({
      status: 422,
      body: { code: "profiles_full" },
    });
    expect(await fetchProfiles(client)).toHaveLength(LIMITS.profiles);
  });

  it.each([
    [{ name: " ", language: "fr" }],
    [{ name: "x".repeat(LIMITS.profileName + 1), language: "fr" }],
    [{ name: "Two\nlines", language: "fr" }],
    [{ name: "Italiano", language: "it" }],
    [{ name: "No language" }],
  ])("is refused as %j", async (body) => {
    const { client } = await seedUser();
    expect(await client.post(PATH, body)).toMatchObject({ status: 400 });
  });
});

describe("making another profile the default one", () => {
  it("changes what the calls without a profile mean, and loses nothing", async () => {
    const { userId, client, english } = await seedTwoProfiles();
    const [first, second] = await fetchProfiles(client);
    const { body } = await patchProfile(client, english, { is_default: true });
    expect(body).toEqual({
      profiles: [
        { ...second, is_default: true },
        { ...first, is_default: false },
      ],
    });
    expect((await client.get("/api/settings")).body).toMatchObject({
      template_message: "Hello, I am a developer and I am looking for a job near you.",
      cv_path: "cv/x/en",
      cv: { name: "resume.pdf" },
    });
    expect((await client.get("/api/settings/cv/text")).body).toMatchObject({ text: ENGLISH_CV.cvText });
    // And back again.
    await patchProfile(client, userId, { is_default: true });
    expect(await fetchProfiles(client)).toEqual([first, second]);
    expect(await database.select().from(profiles)).toHaveLength(1);
  });

  it("leaves letters with the profile they were written with, and blank companies with the default one", async () => {
    const { userId, client, english } = await seedTwoProfiles();
    const written = await seedCompany(userId);
    const blank = await seedCompany(userId, { message: "", messageVersion: 0 });
    const other = await seedCompany(userId, { profileId: english });
    await patchProfile(client, english, { is_default: true });
    expect(await Promise.all([written, blank, other].map(readCompany))).toEqual([userId, null, english]);
    expect(await fetchProfiles(client)).toMatchObject([{ id: english }, { id: userId, letters: 1 }]);
  });

  it("does not happen for a profile of another user", async () => {
    const { client } = await seedTwoProfiles();
    const other = await seedTwoProfiles();
    expect(await patchProfile(client, other.english, { is_default: true, name: "Mine" })).toMatchObject({
      status: 404,
    });
    expect(await fetchProfiles(other.client)).toMatchObject([{ is_default: true }, { name: "English" }]);
  });
});

describe("deleting a profile", () => {
  it("deletes its row and its file", async () => {
    const { client, english } = await seedTwoProfiles();
    await env.FILES.put("cv/x/en", "%PDF-1.4 English");
    await env.FILES.put("cv/x/fr", "%PDF-1.4 French");
    expect(await deleteProfile(client, english)).toMatchObject({ status: 200, body: { profiles: [{ name: "" }] } });
    await expect.poll(listFileKeys).toEqual(["cv/x/fr"]);
    expect(await deleteProfile(client, english)).toMatchObject({ status: 404 });
  });

  it("asks while letters were written with it, then gives them to the default one", async () => {
    const { userId, client, english } = await seedTwoProfiles();
    const written = await seedCompany(userId, { profileId: english });
    const blank = await seedCompany(userId, { profileId: english, message: "" });
    const sent = await seedCompany(userId, { profileId: english, sendStatus: "sent" });
    const archived = await seedCompany(userId, { profileId: english, archivedAt: new Date().toISOString() });
    expect(await fetchProfiles(client)).toMatchObject([{ letters: 0 }, { letters: 2 }]);
    expect(await deleteProfile(client, english)).toMatchObject({ status: 409, body: { code: "profile_in_use" } });
    expect(await readCompany(written)).toBe(english);
    expect(await deleteProfile(client, english, { move_letters: true })).toMatchObject({ status: 200 });
    expect(await Promise.all([written, blank, sent, archived].map(readCompany))).toEqual([
      userId,
      null,
      english,
      userId,
    ]);
  });

  it("takes it out of searches, past and saved", async () => {
    const { userId, client, english } = await seedTwoProfiles();
    const saved = await seedSavedSearch(userId);
    const request = { business_types: ["shop_bakery"], cities: ["Toulouse (France)"], places: [], profile_id: english };
    await database.update(savedSearches).set({ request });
    const now = new Date().toISOString();
    const search = { userId, id: "s", businessTypes: [], cities: [], createdAt: now, totals: EMPTY_TOTALS };
    await database.insert(searches).values({ ...search, status: "completed", profileId: english });
    await deleteProfile(client, english);
    const { profile_id: _gone, ...kept } = request;
    expect(await database.select({ id: savedSearches.id, request: savedSearches.request }).from(savedSearches)).toEqual(
      [{ id: saved, request: kept }],
    );
    expect(await database.select({ profileId: searches.profileId }).from(searches)).toEqual([{ profileId: null }]);
  });
});

describe("the CV of a profile", () => {
  const upload = (client: Client, id: string, file = makeCvFile()) =>
    client.upload(`/api/settings/cv?profile_id=${id}`, "cv", file);

  it("is uploaded, read and shown apart from that of the default one", async () => {
    const { userId, client } = await seedUser();
    const english = await seedProfile(userId);
    const first = (await client.upload("/api/settings/cv", "cv", makeCvFile(makeCvPdf(["Vendeuse"])))).as(
      uploadCv.answer,
    );
    const second = (await upload(client, english, makeCvFile(makeCvPdf(["Shop assistant"])))).as(uploadCv.answer);
    await deliverCvMessage(userId, second.cv_path);
    await deliverCvMessage(userId, first.cv_path);
    expect((await client.get("/api/settings/cv/text")).body).toEqual({ text_status: "ok", text: "Vendeuse" });
    expect((await client.get(`/api/settings/cv/text?profile_id=${english}`)).body).toEqual({
      text_status: "ok",
      text: "Shop assistant",
    });
    const fetchFile = async (id: string) => (await client.get(`/api/settings/cv/file?profile_id=${id}`)).body;
    expect(await fetchFile(english)).toBe(new TextDecoder().decode(makeCvPdf(["Shop assistant"])));
    expect(await fetchFile(userId)).toBe(new TextDecoder().decode(makeCvPdf(["Vendeuse"])));
    // Cleaning up after an upload leaves the files of the other profiles.
    const third = (await upload(client, english, makeCvFile(makeCvPdf(["Head of a shop"])))).as(uploadCv.answer);
    await expect.poll(listFileKeys).toEqual([first.cv_path, third.cv_path].toSorted());
  });

  it("is read again by the cron job when its wake-up was lost", async () => {
    const { userId } = await seedUser();
    const pending = { cvTextStatus: "pending", cvUploadedAt: "2026-01-01T00:00:00.000Z" } as const;
    await seedProfile(userId, { ...pending, cvPath: "cv/x/en" });
    await database.update(users).set({ ...pending, cvPath: "cv/x/fr" });
    const overdue = await listOverdueCvs(database, "2026-01-02T00:00:00.000Z", 50);
    expect(overdue.map(({ cvPath }) => cvPath)).toEqual(["cv/x/fr", "cv/x/en"]);
    expect(await listOverdueCvs(database, "2026-01-02T00:00:00.000Z", 1)).toHaveLength(1);
  });

  it("is refused for a profile that is not the user's, and leaves no file", async () => {
    const { client } = await seedUser();
    const other = await seedTwoProfiles();
    expect(await upload(client, other.english)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await listFileKeys()).toEqual([]);
    for (const path of ["cv/text", "cv/file", "facts"])
      expect(await client.get(`/api/settings/${path}?profile_id=${other.english}`)).toMatchObject({ status: 404 });
    expect(
      await client.patch(`/api/settings/template-message?profile_id=${other.english}`, { message: "Mine" }),
    ).toMatchObject({ status: 404 });
    expect(
      await client.post(`/api/settings/facts?profile_id=${other.english}`, { text: "I have a car" }),
    ).toMatchObject({ status: 404 });
    expect(await fetchProfiles(other.client)).toMatchObject([{}, { cv: { name: "resume.pdf" } }]);
  });
});

it("the template of a profile is saved apart", async () => {
  const { client, english } = await seedTwoProfiles();
  const saved = await client.patch(`/api/settings/template-message?profile_id=${english}`, { message: "Dear team" });
  expect(saved.body).toMatchObject({ template_message: expect.stringContaining("Bonjour") as string });
  expect(await fetchProfiles(client)).toMatchObject([
    { template_message: expect.stringContaining("Bonjour") as string },
    { template_message: "Dear team" },
  ]);
});

it("the facts of a profile are those of its CV; what the user states counts for all", async () => {
  const FOUND = { jobs: [], studies: [], skills: ["Vendeuse"], languages: [], figures: [], more: [] };
  const { userId, client } = await seedUser({
    ...FRENCH_CV,
    cvFacts: { of: FRENCH_CV.cvPath, at: FRENCH_CV.cvUploadedAt, found: FOUND },
  });
  const found = { ...FOUND, skills: ["Shop assistant"] };
  const english = await seedProfile(userId, {
    ...ENGLISH_CV,
    cvFacts: { of: ENGLISH_CV.cvPath, at: ENGLISH_CV.cvUploadedAt, found },
  });
  const fetchFacts = async (query = "") => (await client.get(`/api/settings/facts${query}`)).as(listFacts.answer).facts;
  const query = `?profile_id=${english}`;
  await client.post(`/api/settings/facts${query}`, { text: "I have a car" });
  expect((await fetchFacts()).map(({ text }) => text)).toEqual(["Vendeuse", "I have a car"]);
  const [skill] = await fetchFacts(query);
  expect(skill).toMatchObject({ text: "Shop assistant", source: "cv" });
  expect(await client.send("DELETE", `/api/settings/facts/${skill?.id}`)).toMatchObject({ status: 404 });
  expect(await client.send("DELETE", `/api/settings/facts/${skill?.id}${query}`)).toMatchObject({ status: 200 });
  expect((await fetchFacts(query)).map(({ text }) => text)).toEqual(["I have a car"]);
  expect(await fetchFacts()).toHaveLength(2);
});

it("the export has every profile with its CV", async () => {
  const { userId, client, english } = await seedTwoProfiles();
  await seedProfile(userId, { profileName: "Without a CV" });
  await env.FILES.put("cv/x/en", "%PDF-1.4 English");
  const exported = (await client.get("/api/settings/export")).as(DataExport);
  expect(exported["profiles"]).toHaveLength(2);
  expect(exported["profiles"]).toContainEqual(expect.objectContaining({ id: english, cv_text: ENGLISH_CV.cvText }));
  expect(exported.profile_cv_files).toEqual([
    { profile_id: english, name: "resume.pdf", type: "application/pdf", base64: btoa("%PDF-1.4 English") },
  ]);
});

it("the name of the user can be changed, and is trimmed", async () => {
  const { client } = await seedUser();
  expect((await client.patch("/api/settings/name", { name: "  Ana Martín " })).body).toMatchObject({
    user: { name: "Ana Martín" },
  });
  expect((await client.get("/api/auth/me")).body).toMatchObject({ user: { name: "Ana Martín" } });
  expect(await client.patch("/api/settings/name", { name: " " })).toMatchObject({ status: 400 });
});
