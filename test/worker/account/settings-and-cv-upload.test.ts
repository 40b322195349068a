import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { toGmailStatus, toSettings } from "../../../worker/account/account-dto";
import { cvTextQuery, saveCvText } from "../../../worker/account/cv/store-cv";
import { toSendingDay } from "../../../worker/auth/rules-daily-limit";
import { completeWizard, getCurrentUser, getSettings, Settings, uploadCv } from "../../../worker/contract/account";
import { encryptTokens } from "../../../worker/mail/gmail-link/token-encryption";
import { CV_LINES, makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { deliverCvMessage } from "../support/cv-queue";
import { TEST_KEYS } from "../support/encryption-keys";
import { database, seedMailbox, seedUser } from "../support/seed";
import { seedMails } from "../support/seed-account";

const uploadTestCv = (client: Client, file = makeCvFile()) => client.upload("/api/settings/cv", "cv", file);
const listFileKeys = async () => (await env.FILES.list()).objects.map(({ key }) => key);

describe("the rules of the settings", () => {
  it.each([
    ["2026-11-21T00:00:00.000Z", "2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2028-02-28T12:00:00+14:00", "2028-02-27T00:00:00.000Z", "2028-02-28T00:00:00.000Z"],
  ])("the day of %s began %s and ends %s", (now, began, ends) => {
    expect(toSendingDay(new Date(now))).toEqual({ began, ends });
  });

  it.each([
    [
      { id: "1", gmailEmail: null, gmailTokens: null, gmailLinkedAt: null },
      { connected: false, email: null, linked_at: null, reconnect: false },
    ],
    [
      { id: "1", gmailEmail: "a@b.fr", gmailTokens: "jwe", gmailLinkedAt: "t" },
      { connected: true, email: "a@b.fr", linked_at: "t", reconnect: false },
    ],
    [
      { id: "1", gmailEmail: "a@b.fr", gmailTokens: null, gmailLinkedAt: "t" },
      { connected: false, email: "a@b.fr", linked_at: "t", reconnect: true },
    ],
  ])("a mailbox %j reads %j", (row, status) => {
    expect(toGmailStatus(row, { tokenKeys: undefined })).toEqual(status);
  });

  it("the object carries the server's limits and no secret", () => {
    const account = {
      id: "1",
      name: "Ana",
      email: "a@b.fr",
      language: "fr",
      wizardCompleted: true,
      attachCv: true,
      templateMessage: "t",
      createdAt: "c",
      cvPath: null,
      cvName: null,
      cvSize: null,
      cvUploadedAt: null,
      cvTextStatus: null,
      gmailEmail: "a@b.fr",
      gmailTokens: "jwe",
      gmailLinkedAt: "2026-01-01T00:00:00.000Z",
    } as const;
    const object = toSettings(account, 3, { dailyLimit: 50, tokenKeys: undefined }, new Date("2026-11-21T10:00:00Z"));
    expect(Settings.parse(object)).toEqual(object);
    expect(object).toMatchObject({
      sent_today: 3,
      daily_limit: 50,
      resets_at: "2026-11-22T00:00:00.000Z",
      cv: null,
      limits: {
        bulk_send: 20,
        categories: 10,
        cities: 10,
        suggestions: 50,
        query_length: 500,
        template_length: 5_000,
        cv_bytes: 5_242_880,
      },
    });
    expect(JSON.stringify(object)).not.toContain("jwe");
  });
});

describe("the settings of a user", () => {
  it("are read with and without the slash, and count today's mails that hold a place under the cap", async () => {
    const { userId, client } = await seedUser();
    await seedMailbox(userId, {
      tokens: await encryptTokens(TEST_KEYS, userId, {
        refreshToken: "r",
        accessToken: "a",
        expiresAt: new Date().toISOString(),
      }),
    });
    await seedMails(userId, ["sent", "sending", "unknown", "failed"]);
    await seedMails(userId, ["sent"], new Date(Date.now() - 86_400_000));
    const other = await seedUser();
    await seedMails(other.userId, ["sent", "sent"]);
    const [with_, without] = [await client.get("/api/settings/"), await client.get("/api/settings")];
    expect(with_.body).toEqual(without.body);
    expect(without.as(getSettings.answer)).toMatchObject({
      sent_today: 3,
      daily_limit: 50,
      gmail: { connected: true, email: "ana@gmail.example", reconnect: false },
      attach_cv: true,
    });
    expect((await client.get("/api/auth/me")).as(getCurrentUser.answer).user).toMatchObject({
      gmail_connected: true,
      gmail_email: "ana@gmail.example",
    });
  });

  it("change one by one, each answered with all, and only one's own", async () => {
    const { client } = await seedUser();
    const other = await seedUser();
    expect((await client.patch("/api/settings/language", { language: "en" })).as(Settings)).toMatchObject({
      language: "en",
    });
    expect((await client.patch("/api/settings/preferences", { attach_cv: false })).as(Settings)).toMatchObject({
      language: "en",
      attach_cv: false,
    });
    const message = "  Bonjour,\n\n— moi 🙂  ";
    expect((await client.patch("/api/settings/template-message", { message })).as(Settings)).toMatchObject({
      language: "en",
      attach_cv: false,
      template_message: message,
    });
    expect((await client.get("/api/settings")).body).toMatchObject({
      language: "en",
      attach_cv: false,
      template_message: message,
    });
    expect((await other.client.get("/api/settings")).body).toMatchObject({ language: "fr", attach_cv: true });
  });

  it.each([
    ["language", { language: "de" }, "invalid"],
    ["language", {}, "invalid"],
    ["language", { language: null }, "invalid"],
    ["preferences", { attach_cv: "yes" }, "invalid"],
    ["preferences", { attach_cv: true, theme: "dark" }, "invalid"],
    ["template-message", { message: " \n\t " }, "template_required"],
    ["template-message", { message: "x".repeat(5_001) }, "template_too_long"],
    ["template-message", { message: "a\u0000b" }, "invalid"],
    ["template-message", { message: 5 }, "invalid"],
    ["template-message", {}, "invalid"],
  ])("PATCH %s %j is refused and changes nothing", async (what, body, code) => {
    const { client } = await seedUser();
    const before = (await client.get("/api/settings")).body;
    expect(await client.patch(`/api/settings/${what}`, body)).toMatchObject({ status: 400, body: { code } });
    expect((await client.get("/api/settings")).body).toEqual(before);
  });
});

describe("the setup", () => {
  it("ends with a CV and no template, and twice is once", async () => {
    const { client } = await seedUser({ wizardCompleted: false, templateMessage: "" });
    expect(await client.post("/api/settings/wizard-complete")).toMatchObject({
      status: 422,
      body: { code: "cv_required" },
    });
    expect(await client.get("/api/dashboard/companies")).toMatchObject({ status: 403 });
    await uploadTestCv(client);
    for (const _ of [1, 2]) (await client.post("/api/settings/wizard-complete")).as(completeWizard.answer);
    expect((await client.get("/api/auth/me")).body).toMatchObject({
      user: { wizard_completed: true, template_message: "" },
    });
  });
});

describe("the CV", () => {
  it("is kept under a key nobody can guess, its text read afterwards", async () => {
    const { userId, client } = await seedUser();
    const { cv_path, cv } = (await uploadTestCv(client, makeCvFile(makeCvPdf(), "../Mon CV.pdf"))).as(uploadCv.answer);
    expect(cv).toMatchObject({ name: "Mon CV.pdf", size: makeCvPdf().byteLength, text_status: "pending" });
    expect(cv_path).toMatch(new RegExp(`^cv/${userId}/[\\w-]{43}$`, "u"));
    await deliverCvMessage(userId, cv_path);
    expect((await client.get("/api/settings")).body).toMatchObject({ cv_path, cv: { text_status: "ok" } });
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "ok", text: CV_LINES.join("\n") }]);
  });

  it("a new one takes the place of the old, whose file goes", async () => {
    const { userId, client } = await seedUser();
    await uploadTestCv(client);
    const second = (await uploadTestCv(client, makeCvFile(makeCvPdf(["Second version"])))).as(uploadCv.answer);
    await deliverCvMessage(userId, second.cv_path);
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "ok", text: "Second version" }]);
    await expect.poll(listFileKeys).toEqual([second.cv_path]);
  });

  it("a reading that ends after a newer upload is thrown away", async () => {
    const { userId } = await seedUser({ cvPath: "cv/x/new", cvTextStatus: "pending" });
    await saveCvText(database, userId, "cv/x/old", { status: "ok", text: "old" });
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "pending", text: null }]);
    await saveCvText(database, userId, "cv/x/new", { status: "ok", text: "new" });
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "ok", text: "new" }]);
  });

  it.each([
    ["a PNG named .pdf", makeCvFile(new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), "cv.pdf"), 415, "cv_pdf_only"],
    ["a text", makeCvFile(new TextEncoder().encode("%PDF-1.4"), "cv.txt", "text/plain"), 415, "cv_pdf_only"],
    ["an empty file", makeCvFile(new Uint8Array()), 415, "cv_pdf_only"],
    ["6 MB", makeCvFile(new Uint8Array(6 * 1024 * 1024)), 413, "cv_too_large"],
    ["a little over 5 MB", makeCvFile(new Uint8Array(5 * 1024 * 1024 + 1)), 413, "cv_too_large"],
  ])("%s is refused at once, and the CV there was stays", async (_, file, status, code) => {
    const { client } = await seedUser();
    const { cv_path } = (await uploadTestCv(client)).as(uploadCv.answer);
    expect(await uploadTestCv(client, file)).toMatchObject({ status, body: { code } });
    expect((await client.get("/api/settings")).body).toMatchObject({ cv_path });
    expect(await listFileKeys()).toEqual([cv_path]);
  });

  it("a bad one found while reading says so", async () => {
    const { userId, client } = await seedUser();
    const { cv_path } = (await uploadTestCv(client, makeCvFile(new TextEncoder().encode("%PDF-1.7 and no more")))).as(
      uploadCv.answer,
    );
    await deliverCvMessage(userId, cv_path);
    expect((await client.get("/api/settings")).body).toMatchObject({ cv: { text_status: "invalid" } });
  });

  const waiting = () =>
    seedUser({
      cvPath: "cv/x/1",
      cvName: "cv.pdf",
      cvSize: 1,
      cvUploadedAt: new Date().toISOString(),
      cvTextStatus: "pending",
    });
  const readCvStatus = async (userId: string) => (await cvTextQuery(database, userId))[0]?.status;

  it("one whose readings die is given up at the third", async () => {
    const { userId } = await waiting();
    await env.FILES.put("cv/x/1", makeCvPdf());
    await deliverCvMessage(userId, "cv/x/1", 3);
    expect(await readCvStatus(userId)).toBe("too_complex");
    await deliverCvMessage(userId, "cv/x/1", 1);
    expect(await readCvStatus(userId)).toBe("too_complex");
  });

  it("one whose file is gone is no CV, and a wake-up for another file does nothing", async () => {
    const { userId } = await waiting();
    await deliverCvMessage(userId, "cv/x/0");
    expect(await readCvStatus(userId)).toBe("pending");
    await deliverCvMessage(userId, "cv/x/1");
    expect(await readCvStatus(userId)).toBe("invalid");
  });
});
