import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { cvTextQuery, saveCvText } from "../../../worker/account/cv/store-cv";
import { uploadCv } from "../../../worker/contract/account";
import { CV_LINES, makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import type { Client } from "../support/client";
import { deliverCvMessage } from "../support/cv-queue";
import { database, seedUser } from "../support/seed";

const uploadTestCv = (client: Client, file = makeCvFile()) => client.upload("/api/settings/cv", "cv", file);

const listFileKeys = async () => (await env.FILES.list()).objects.map(({ key }) => key);

describe("the CV", () => {
  it("is stored under a random key, and its text is read afterwards", async () => {
    const { userId, client } = await seedUser();
    const { cv_path, cv } = (await uploadTestCv(client, makeCvFile(makeCvPdf(), "../Mon CV.pdf"))).as(uploadCv.answer);
    expect(cv).toMatchObject({ name: "Mon CV.pdf", size: makeCvPdf().byteLength, text_status: "pending" });
    expect(cv_path).toMatch(new RegExp(`^cv/${userId}/[\\w-]{43}$`, "u"));
    await deliverCvMessage(userId, cv_path);
    expect((await client.get("/api/settings")).body).toMatchObject({ cv_path, cv: { text_status: "ok" } });
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "ok", text: `\f${CV_LINES.join("\n")}` }]);
    expect((await client.get("/api/settings/cv/text")).body).toEqual({ text_status: "ok", text: CV_LINES.join("\n") });
  });

  it("is shown by the browser as it was uploaded, under the name of the attachment", async () => {
    const { client } = await seedUser({ name: "Zoé Müller" });
    expect(await client.get("/api/settings/cv/file")).toMatchObject({ status: 404, body: { code: "not_found" } });
    await uploadTestCv(client);
    const other = await seedUser();
    expect(await other.client.get("/api/settings/cv/file")).toMatchObject({ status: 404 });
    const shown = await client.get("/api/settings/cv/file");
    expect(shown.body).toBe(new TextDecoder().decode(makeCvPdf()));
    expect(shown.headers.get("content-type")).toBe("application/pdf");
    expect(shown.headers.get("content-disposition")).toBe('inline; filename="CV-Zoe-Muller.pdf"');
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(shown.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("a new one replaces the old, whose file is deleted", async () => {
    const { userId, client } = await seedUser();
    await uploadTestCv(client);
    const second = (await uploadTestCv(client, makeCvFile(makeCvPdf(["Second version"])))).as(uploadCv.answer);
    await deliverCvMessage(userId, second.cv_path);
    expect(await cvTextQuery(database, userId)).toEqual([{ status: "ok", text: "\fSecond version" }]);
    await expect.poll(listFileKeys).toEqual([second.cv_path]);
  });

  it("text that arrives after a newer upload is discarded", async () => {
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
  ])("%s is rejected at once, and the existing CV stays", async (_, file, status, code) => {
    const { client } = await seedUser();
    const { cv_path } = (await uploadTestCv(client)).as(uploadCv.answer);
    expect(await uploadTestCv(client, file)).toMatchObject({ status, body: { code } });
    expect((await client.get("/api/settings")).body).toMatchObject({ cv_path });
    expect(await listFileKeys()).toEqual([cv_path]);
  });

  it("a bad one found while reading is reported", async () => {
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

  it("one whose reading crashes is abandoned at the third try", async () => {
    const { userId } = await waiting();
    await env.FILES.put("cv/x/1", makeCvPdf());
    await deliverCvMessage(userId, "cv/x/1", 3);
    expect(await readCvStatus(userId)).toBe("too_complex");
    await deliverCvMessage(userId, "cv/x/1", 1);
    expect(await readCvStatus(userId)).toBe("too_complex");
  });

  it("one whose file is missing is invalid, and a queue message for another file does nothing", async () => {
    const { userId } = await waiting();
    await deliverCvMessage(userId, "cv/x/0");
    expect(await readCvStatus(userId)).toBe("pending");
    await deliverCvMessage(userId, "cv/x/1");
    expect(await readCvStatus(userId)).toBe("invalid");
  });
});
