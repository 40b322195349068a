import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../../worker/contract/limits";
import { bulkPreview, bulkSend } from "../../../worker/contract/mail";
import { generateMessage } from "../../../worker/contract/messages";
import { getOutbox } from "../../../worker/contract/outbox";
import { runList, runListFile } from "../../../worker/contract/own-lists";
import { listFoundCompanies } from "../../../worker/contract/search";
import { profiles, users } from "../../../worker/db/schema/account";
import { companies } from "../../../worker/db/schema/companies";
import { messageVersions } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import { claimMail } from "../../../worker/mail/send/store-mail-claims";
import { hasEnded, startBulk, waitForGeneration } from "../support/bulk-generation";
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { waitForSearch } from "../support/run-search";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { database, seedCompany, seedProfile } from "../support/seed";
import { fetchCompany, fetchPreview, makeClaim, queueMail, seedLinkedUser, sendOne } from "../support/send-mail";

const FRENCH_FILE = "%PDF-1.4 le CV";
const ENGLISH_FILE = "%PDF-1.4 the resume";
const ENGLISH_LETTER = {
  language: "en",
  subject: "Speculative application",
  message: "Dear team,\n\nYour team interests me.\n\nAna Martin",
} as const;

const LONG_ENGLISH =
  "Dear team,\n\nI have read what you write about your work and would like to join you as a designer.\n\nAna Martin";

/** A sender with a French profile, which is the default one, and an English one. */
async function seedSenderWithProfiles() {
  const user = await seedLinkedUser({
    cvPath: "cv/x/fr",
    cvName: "cv.pdf",
    cvText: "Vendeuse chez Pain et Co de 2019 à 2021",
    cvTextStatus: "ok",
    profileLanguage: "fr",
  });
  await env.FILES.put("cv/x/fr", FRENCH_FILE);
  await env.FILES.put("cv/x/en", ENGLISH_FILE);
  const english = await seedProfile(user.userId, {
    cvPath: "cv/x/en",
    cvName: "resume.pdf",
    cvText: "Shop assistant at Bread and Co from 2019 to 2021",
    cvTextStatus: "ok",
  });
  return { ...user, english };
}

const postBulkSend = async (client: Client, ids: string[], more: object = {}) =>
  (await client.post("/api/dashboard/companies/bulk-send", { company_ids: ids, ...more })).as(bulkSend.answer);
const postBulkPreview = async (client: Client, ids: string[]) =>
  (await client.post("/api/dashboard/companies/bulk-preview", { company_ids: ids })).as(bulkPreview.answer);
const listSentSizes = async () => (await listOutbox()).map(({ attachments }) => attachments[0]?.size);

beforeEach(async () => {
  await clearFaults();
});

describe("a letter is written", () => {
  it("with the default profile, whose id is kept with it and its version", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    const { company } = (await client.post(`/api/dashboard/companies/${id}/generate-message`)).as(
      generateMessage.answer,
    );
    expect(company.profile_id).toBe(userId);
    expect(company.message).toContain("Pain et Co");
    expect(await database.select().from(messageVersions)).toMatchObject([{ version: 1, profileId: userId }]);
  });

  it("with the profile that is named, and from then on with it", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { message: "", messageVersion: 0, language: "en" });
    const path = `/api/dashboard/companies/${id}/generate-message`;
    const named = (await client.post(path, { profile_id: english })).as(generateMessage.answer);
    expect(named.company).toMatchObject({
      profile_id: english,
      message: expect.stringContaining("Bread and Co") as string,
    });
    expect((await client.post(path)).as(generateMessage.answer).company.profile_id).toBe(english);
  });

  it("not with a profile of another user, and the company is free again", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const other = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    const path = `/api/dashboard/companies/${id}/generate-message`;
    expect(await client.post(path, { profile_id: other.english })).toMatchObject({ status: 404 });
    expect(await client.post(path)).toMatchObject({ status: 200 });
    expect(await client.patch(`/api/dashboard/companies/${id}`, { profile_id: other.english })).toMatchObject({
      status: 404,
    });
    expect(
      await client.post("/api/dashboard/companies/bulk-generate-message", {
        company_ids: [id],
        profile_id: other.english,
      }),
    ).toMatchObject({ status: 404 });
  });

  it("without a profile's id while the user has only one", async () => {
    const { userId, client } = await seedLinkedUser();
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    const { company } = (await client.post(`/api/dashboard/companies/${id}/generate-message`)).as(
      generateMessage.answer,
    );
    expect(company.profile_id).toBeNull();
  });

  it("in bulk with the one that is named, else each with that of its company", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const blank = { message: "", messageVersion: 0 };
    const [first, second] = [
      await seedCompany(userId, blank),
      await seedCompany(userId, { ...blank, profileId: english }),
    ];
    await startBulk(client, [first, second]);
    await waitForGeneration(client, hasEnded);
    expect((await fetchCompany(client, first)).profile_id).toBe(userId);
    expect((await fetchCompany(client, second)).profile_id).toBe(english);
    const again = await client.post("/api/dashboard/companies/bulk-generate-message", {
      company_ids: [first],
      overwrite: true,
      profile_id: english,
    });
    expect(again).toMatchObject({ status: 200, body: { queued: [first] } });
    await expect.poll(async () => (await fetchCompany(client, first)).profile_id).toBe(english);
  });

  it("in bulk only where a profile has a template", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const blank = await seedProfile(userId, { templateMessage: " " });
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    const answer = await client.post("/api/dashboard/companies/bulk-generate-message", {
      company_ids: [id],
      profile_id: blank,
    });
    expect(answer.body).toMatchObject({ generation_id: null, skipped: [{ id, reason: "no_template" }] });
  });

  it("a restored version brings back its profile", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    const path = `/api/dashboard/companies/${id}`;
    await client.post(`${path}/generate-message`, { profile_id: english });
    await client.post(`${path}/generate-message`, { profile_id: userId });
    expect((await fetchCompany(client, id)).profile_id).toBe(userId);
    await client.post(`${path}/message-versions/1/restore`);
    expect((await fetchCompany(client, id)).profile_id).toBe(english);
    await client.post(`${path}/message-versions/2/restore`);
    await database.delete(profiles).where(eq(profiles.id, english));
    await client.post(`${path}/message-versions/1/restore`);
    expect((await fetchCompany(client, id)).profile_id).toBeNull();
  });

  it("not with a profile that was deleted while it was being written", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { message: "", messageVersion: 0 });
    await orderFault("openai", "latency", { call: "write", ms: 2_000, times: 1 });
    const written = client.post(`/api/dashboard/companies/${id}/generate-message`, { profile_id: english });
    await expect.poll(async () => (await fetchCompany(client, id)).generating).toBe(true);
    await database.delete(profiles).where(eq(profiles.id, english));
    expect(await written).toMatchObject({ status: 200 });
    expect((await fetchCompany(client, id)).profile_id).toBeNull();
  });
});

describe("a letter leaves with the CV of its profile", () => {
  it("in the preview and in the mail", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { ...ENGLISH_LETTER, profileId: english });
    const preview = await fetchPreview(client, id);
    expect(preview).toMatchObject({
      attachment: { name: "CV-Ana-Martin.pdf", size: ENGLISH_FILE.length },
      cv_language: false,
      profile: { id: english, name: "English", language: "en" },
    });
    expect(await sendOne(client, id, { fingerprint: preview.fingerprint })).toMatchObject({ status: 200 });
    expect(await listSentSizes()).toEqual([ENGLISH_FILE.length]);
  });

  it("in a test mail too", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { ...ENGLISH_LETTER, profileId: english });
    expect(await client.post(`/api/dashboard/companies/${id}/send-test`, {})).toMatchObject({ status: 200 });
    expect(await listSentSizes()).toEqual([ENGLISH_FILE.length]);
  });

  it("in a batch each with its own", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const french = await seedCompany(userId);
    const others = [];
    for (const id of ["a", "b"]) others.push(await seedCompany(userId, { ...ENGLISH_LETTER, id, profileId: english }));
    const seen = await postBulkPreview(client, [french, ...others]);
    expect(seen.attachment).toMatchObject({ size: FRENCH_FILE.length });
    expect(seen.profiles).toEqual([
      expect.objectContaining({ id: userId, language: "fr", company_ids: [french] }),
      expect.objectContaining({
        id: english,
        attachment: { name: "CV-Ana-Martin.pdf", size: ENGLISH_FILE.length, type: "application/pdf" },
        company_ids: others,
      }),
    ]);
    expect(await postBulkSend(client, [french, ...others], { fingerprints: seen.fingerprints })).toMatchObject({
      sent_ids: [french, ...others],
    });
    const sizes = await listSentSizes();
    expect(sizes.filter((size) => size === FRENCH_FILE.length)).toHaveLength(1);
    expect(sizes.filter((size) => size === ENGLISH_FILE.length)).toHaveLength(2);
  });

  it("a missing file stops only the letters of its profile", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    await env.FILES.delete("cv/x/en");
    const french = await seedCompany(userId);
    const broken = await seedCompany(userId, { ...ENGLISH_LETTER, profileId: english });
    expect(await postBulkSend(client, [broken, french])).toEqual({
      sent_ids: [french],
      failed: [{ id: broken, reason: "provider_error" }],
    });
  });

  it("another CV, or another profile, ends what was approved", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { ...ENGLISH_LETTER, profileId: english });
    const { fingerprint } = await fetchPreview(client, id);
    await env.FILES.put("cv/x/en", "%PDF-1.4 another one");
    expect(await sendOne(client, id, { fingerprint })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    await env.FILES.put("cv/x/en", ENGLISH_FILE);
    expect((await client.patch(`/api/dashboard/companies/${id}`, { profile_id: userId })).body).toMatchObject({
      company: { profile_id: userId, message_version: 1 },
    });
    expect(await sendOne(client, id, { fingerprint, confirm: ["cv_language"] })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    expect(await listOutbox()).toEqual([]);
  });

  it("that of the default one once its own was deleted", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { profileId: english });
    await database.delete(profiles).where(eq(profiles.id, english));
    expect(await fetchPreview(client, id)).toMatchObject({
      attachment: { size: FRENCH_FILE.length },
      profile: { id: userId },
    });
  });
});

describe("a CV in another language than the letter", () => {
  it("leaves only when the user confirms it", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, ENGLISH_LETTER);
    expect(await fetchPreview(client, id)).toMatchObject({ cv_language: true, profile: { language: "fr" } });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "cv_language" } });
    expect(await sendOne(client, id, { confirm: ["already_contacted", "needs_review"] })).toMatchObject({
      body: { code: "cv_language" },
    });
    expect(await listOutbox()).toEqual([]);
    expect(await sendOne(client, id, { confirm: ["cv_language"] })).toMatchObject({ status: 200 });
    expect(await listSentSizes()).toEqual([FRENCH_FILE.length]);
  });

  it("is left out of a batch, with the reason", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const [french, english] = [await seedCompany(userId), await seedCompany(userId, ENGLISH_LETTER)];
    expect((await postBulkPreview(client, [french, english])).cv_language).toEqual([english]);
    expect(await postBulkSend(client, [french, english])).toEqual({
      sent_ids: [french],
      failed: [{ id: english, reason: "cv_language" }],
    });
  });

  it.each([
    ["no CV is attached", () => database.update(users).set({ attachCv: false })],
    ["the profile has no CV", () => database.update(users).set({ cvPath: null })],
    ["its text could not be read", () => database.update(users).set({ cvText: "", profileLanguage: null })],
  ])("is not asked about when %s", async (_, change) => {
    const { userId, client } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, ENGLISH_LETTER);
    await change();
    expect(await fetchPreview(client, id)).toMatchObject({ cv_language: false });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("is asked about whatever the user has said of it, and not once its file fits", async () => {
    const { userId, client, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { ...ENGLISH_LETTER, profileId: english });
    await database.update(profiles).set({ cvText: "Vendeuse chez Pain et Co de 2019 à 2021" });
    expect(await fetchPreview(client, id)).toMatchObject({
      cv_language: true,
      profile: { id: english, language: "fr" },
    });
    await database.update(profiles).set({ cvText: "Shop assistant at Bread and Co", profileLanguage: "de" });
    expect(await fetchPreview(client, id)).toMatchObject({ cv_language: false, profile: { language: "en" } });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
  });

  it("is asked about for a text in another language than was ordered", async () => {
    const { userId, client } = await seedSenderWithProfiles();
    const id = await seedCompany(userId, { ...ENGLISH_LETTER, language: "fr", message: LONG_ENGLISH });
    expect(await fetchPreview(client, id)).toMatchObject({ cv_language: true, letter_language: "en" });
    expect(await sendOne(client, id)).toMatchObject({ status: 409, body: { code: "cv_language" } });
    const confirm = ["cv_language", "needs_review"] as const;
    expect(await sendOne(client, id, { confirm: [...confirm] })).toMatchObject({ status: 200 });
  });

  describe("of a user with one profile", () => {
    const seedSender = async (cvText = "Vendeuse chez Pain et Co de 2019 à 2021") => {
      const user = await seedLinkedUser({
        cvPath: "cv/x/fr",
        cvName: "cv.pdf",
        cvText,
        cvTextStatus: "ok",
        profileLanguage: null,
      });
      await env.FILES.put("cv/x/fr", FRENCH_FILE);
      return { ...user, id: await seedCompany(user.userId, ENGLISH_LETTER) };
    };

    it("holds the letter in preview, send, test of a batch and batch", async () => {
      const { client, id } = await seedSender();
      const { fingerprint, ...preview } = await fetchPreview(client, id);
      expect(preview).toMatchObject({ cv_language: true, letter_language: "en", profile: { language: "fr" } });
      expect(await sendOne(client, id, { fingerprint })).toMatchObject({ status: 409, body: { code: "cv_language" } });
      expect((await postBulkPreview(client, [id])).cv_language).toEqual([id]);
      expect(await postBulkSend(client, [id])).toMatchObject({ sent_ids: [], failed: [{ id, reason: "cv_language" }] });
      expect(await listOutbox()).toEqual([]);
    });

    it("is not put into the outbox unasked, and once asked leaves without another question", async () => {
      const { client, id } = await seedSender();
      const { fingerprint } = await fetchPreview(client, id);
      const queue = (confirm: string[]) =>
        client.post("/api/outbox", {
          mails: [{ company_id: id, message_version: 1, fingerprint, confirm }],
        });
      expect(await queue([])).toMatchObject({ body: { queued_ids: [], failed: [{ id, reason: "cv_language" }] } });
      expect(await queue(["cv_language"])).toMatchObject({ body: { queued_ids: [id], failed: [] } });
    });

    it("asks nothing for a CV in the language of the letter, or in none that is known", async () => {
      for (const cvText of ["Shop assistant at Bread and Co from 2019 to 2021", "Ana Martin"]) {
        const { client, id } = await seedSender(cvText);
        expect(await fetchPreview(client, id)).toMatchObject({ cv_language: false });
      }
    });
  });

  it("is caught by the claim when it changed since it was read", async () => {
    const { userId, english } = await seedSenderWithProfiles();
    const id = await seedCompany(userId);
    const claim = makeClaim(userId, id, { language: "fr" });
    await database.update(companies).set({ language: "en" });
    expect(await claimMail(database, claim)).toMatchObject({ sendState: { company: { language: "en" } } });
    await database.update(companies).set({ language: "fr", profileId: english });
    expect(await claimMail(database, claim)).not.toBeNull();
    await database.update(companies).set({ profileId: null });
    expect(await claimMail(database, claim)).toBeNull();
  });
});

it("companies that a search adds are written with the profile of the search", async () => {
  const { client, english } = await seedSenderWithProfiles();
  const order = { business_types: ["shop_bakery"], cities: ["Toulouse (France)"] };
  expect(await client.post("/api/search/run", { ...order, profile_id: "absent" })).toMatchObject({ status: 404 });
  const run = await client.post("/api/search/run", { ...order, profile_id: english });
  expect(run).toMatchObject({ status: 200 });
  const { search_id: id } = run.body as { search_id: string };
  await expect
    .poll(async () => (await client.get(`/api/search/status/${id}`)).body, { timeout: 60_000, interval: 500 })
    .toMatchObject({ search: { status: "completed" } });
  await client.post(`/api/search/add-to-dashboard/${id}`, {});
  const rows = await database.select({ profileId: companies.profileId }).from(companies);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ profileId }) => profileId))).toEqual(new Set([english]));
  // A search that is run again from the history is given the profile that it names.
  expect(await client.get("/api/search/history")).toMatchObject({ body: { searches: [{ id, profile_id: english }] } });
  await client.post(`/api/search/keep/${id}`, { name: "Bakeries" });
  expect(await client.get("/api/saved-searches")).toMatchObject({ body: { saved: [{ id, profile_id: english }] } });
}, 90_000);

it.each([
  ["pasted sites", "", { text: "boulangerie-martin-toulouse-00007.example" }],
  ["one company by hand", "/company", { name: "Menuiserie Roy", phone: "01 42 34 56 78" }],
] as const)(
  "companies of the user's own (%s) are written with the profile named",
  async (_, path, body) => {
    const { client, english } = await seedSenderWithProfiles();
    const start = (profileId: string) => client.post(`/api/search/lists${path}`, { ...body, profile_id: profileId });
    expect(await start("absent")).toMatchObject({ status: 404 });
    const { search_id: id, search } = (await start(english)).as(runList.answer);
    expect(search.profile_id).toBe(english);
    await waitForSearch(client, id);
    const { companies: found } = (await client.get(`/api/search/${id}/companies`)).as(listFoundCompanies.answer);
    const add = () =>
      client.post(`/api/search/add-to-dashboard/${id}`, { company_ids: found.map((company) => company.id) });
    const listProfiles = () => database.select({ profileId: companies.profileId }).from(companies);
    await add();
    expect(await listProfiles()).toEqual([{ profileId: english }]);
    // Deleted between the check of the order and its row.
    await database.delete(companies);
    await database.delete(profiles).where(eq(profiles.id, english));
    await add();
    expect(await listProfiles()).toEqual([{ profileId: null }]);
  },
  60_000,
);

it("every part of a long file keeps the profile named with it", async () => {
  const { client, english } = await seedSenderWithProfiles();
  const lines = Array.from(
    { length: LIMITS.companiesPerSearch + 1 },
    (_, at) => `Maison ${at};rh@maison-${at}.example`,
  );
  const text = ["name;email", ...lines].join("\n");
  const start = (profileId: string) =>
    client.upload(`/api/search/lists/file?profile_id=${profileId}`, "list", new File([text], "salon.csv"));
  expect(await start("absent")).toMatchObject({ status: 404 });
  expect((await start(english)).as(runListFile.answer)).toMatchObject({ lists: 2, search: { profile_id: english } });
  const rows = await database.select({ profileId: searches.profileId }).from(searches);
  expect(rows).toEqual([{ profileId: english }, { profileId: english }]);
});

it("the outbox knows whose CV a waiting mail attaches", async () => {
  const { client, userId, english } = await seedSenderWithProfiles();
  const first = await seedCompany(userId, { ...ENGLISH_LETTER, message: LONG_ENGLISH, profileId: english });
  const second = await seedCompany(userId, {
    language: "fr",
    subject: "Candidature spontanée",
    email: "rh@second.test",
    message: "Bonjour,\n\nVotre équipe m’intéresse beaucoup, et je souhaite la rejoindre.\n\nAna Martin",
  });
  const tomorrow = Date.now() + 86_400_000;
  for (const id of [first, second]) await queueMail(client, id, tomorrow);
  const { outbox } = (await client.get("/api/outbox")).as(getOutbox.answer);
  expect(outbox.mails.map((mail) => [mail.company_id, mail.cv_profile_id])).toEqual([
    [first, english],
    [second, userId],
  ]);
});
