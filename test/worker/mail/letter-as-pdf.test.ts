import PostalMime from "postal-mime";
import { getDocumentProxy } from "unpdf";
import { afterEach, describe, expect, it, vi } from "vitest";
import { bulkPreview, bulkSend } from "../../../worker/contract/mail";
import { getOutbox, queueMails } from "../../../worker/contract/outbox";
import { sessions } from "../../../worker/db/schema/account";
import { writeLetterPdf } from "../../../worker/letter-pdf/write-letter-pdf";
import type { Client } from "../support/client";
import { listOutbox } from "../support/gmail-sandbox";
import { database, seedUser } from "../support/seed";
import { fetchPreview, seedSenderWithCv, sendOne } from "../support/send-mail";

const ADDRESS = "14 rue des Œillets\n69003 Lyon";
const MESSAGE = "Madame, Monsieur,\n\nVotre équipe m’intéresse.\n\nAna Martin";
const switchOn = (client: Client, letterAddress = ADDRESS) =>
  client.patch("/api/settings/preferences", { attach_letter: true, letter_address: letterAddress });

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice());
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const { info } = await pdf.getMetadata();
  const lines = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item.str] : []));
  return { lines, info: info as Record<string, unknown>, tree: await page.getStructTree() };
}
const previewBatch = async (client: Client, ids: string[]) =>
  (await client.post("/api/dashboard/companies/bulk-preview", { company_ids: ids })).as(bulkPreview.answer);

afterEach(() => {
  vi.useRealTimers();
});

describe("the letter as a PDF", () => {
  it("goes with no mail until the user wants it", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE });
    const before = await fetchPreview(client, id);
    expect(before.letter).toBeNull();
    expect((await previewBatch(client, [id])).letters).toBe(false);
  });

  it("is previewed and sent before the CV, tagged, while the text of the mail stays the letter", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE, city: "Villeurbanne" });
    await switchOn(client);
    const seen = await fetchPreview(client, id);
    expect(seen.text).toBe(MESSAGE);
    expect(seen.letter).toMatchObject({ name: "Lettre-de-motivation-Ana-Martin.pdf", type: "application/pdf" });
    expect(seen.attachment).toMatchObject({ name: "CV-Ana-Martin.pdf", size: 15 });
    expect((await sendOne(client, id, { fingerprint: seen.fingerprint, confirm: ["needs_review"] })).status).toBe(200);
    const [mail] = await listOutbox();
    expect(mail?.text.trimEnd()).toBe(MESSAGE);
    expect(mail?.attachments).toEqual([
      { filename: seen.letter?.name, mimeType: "application/pdf", size: seen.letter?.size },
      { filename: "CV-Ana-Martin.pdf", mimeType: "application/pdf", size: 15 },
    ]);
    const [sent] = (await PostalMime.parse(mail?.raw ?? "")).attachments;
    const { lines, info, tree } = await readPdf(new Uint8Array(sent?.content as ArrayBuffer));
    expect(info).toMatchObject({ Title: "Lettre de motivation – Ana Martin", Language: "fr" });
    expect(tree).toMatchObject({ children: [{ role: "Document" }] });
    expect(lines).toEqual(
      expect.arrayContaining(["14 rue des Œillets", "Villeurbanne", "Votre équipe m’intéresse.", "Ana Martin"]),
    );
    expect(lines.join(" ")).toMatch(/Lyon, le \d/u);
    const file = await client.get(`/api/dashboard/companies/${id}/letter`);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toBe('inline; filename="Lettre-de-motivation-Ana-Martin.pdf"');
    expect(file.body).toMatch(/^%PDF-1\.7\n/u);
  });

  it("goes alone where no CV is attached, and with a test to oneself", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE, language: "de" });
    await switchOn(client, "");
    await client.patch("/api/settings/preferences", { attach_cv: false });
    const seen = await fetchPreview(client, id);
    expect(seen).toMatchObject({ attachment: null, letter: { name: "Anschreiben-Ana-Martin.pdf" } });
    const test = await client.post(`/api/dashboard/companies/${id}/send-test`, { fingerprint: seen.fingerprint });
    expect(test.status).toBe(200);
    const [mail] = await listOutbox();
    expect(mail?.attachments).toEqual([
      { filename: "Anschreiben-Ana-Martin.pdf", mimeType: "application/pdf", size: seen.letter?.size },
    ]);
    expect(mail?.text.trimEnd()).toBe(MESSAGE);
  });

  it("goes with each mail of a batch, whose fingerprints are those of the previews", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE });
    await switchOn(client);
    const { letters, fingerprints } = await previewBatch(client, [id]);
    expect(letters).toBe(true);
    expect(fingerprints[id]).toBe((await fetchPreview(client, id)).fingerprint);
    const answer = await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id], fingerprints });
    expect(answer.as(bulkSend.answer)).toMatchObject({ sent_ids: [id] });
    expect((await listOutbox())[0]?.attachments.map(({ filename }) => filename)).toEqual([
      "Lettre-de-motivation-Ana-Martin.pdf",
      "CV-Ana-Martin.pdf",
    ]);
  });

  it("is part of what is approved: switched on or off, or with another address, it is another mail", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE });
    const without = await fetchPreview(client, id);
    await switchOn(client);
    const attached = await fetchPreview(client, id);
    expect(attached.fingerprint).not.toBe(without.fingerprint);
    expect(await sendOne(client, id, { fingerprint: without.fingerprint, confirm: ["needs_review"] })).toMatchObject({
      status: 409,
      body: { code: "message_changed" },
    });
    await switchOn(client, "1 place Bellecour\n69002 Lyon");
    expect((await fetchPreview(client, id)).fingerprint).not.toBe(attached.fingerprint);
    await switchOn(client);
    expect((await fetchPreview(client, id)).fingerprint).toBe(attached.fingerprint);
    await client.patch("/api/settings/preferences", { attach_letter: false });
    expect((await fetchPreview(client, id)).fingerprint).toBe(without.fingerprint);
    expect(await listOutbox()).toEqual([]);
  });

  it("leaves an approval in the outbox valid on another day, and ends it when it is switched off", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE });
    await switchOn(client);
    const { fingerprint } = await fetchPreview(client, id);
    const approved = { company_id: id, message_version: 1, fingerprint, confirm: ["needs_review"] };
    const sendAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const queued = await client.post("/api/outbox", { mails: [approved], send_at: sendAt });
    expect(queued.as(queueMails.answer)).toMatchObject({ queued_ids: [id], failed: [] });
    const fetchMail = async () => (await client.get("/api/outbox")).as(getOutbox.answer).outbox.mails[0];
    const tomorrow = Date.now() + 86_400_000;
    const expiresAt = new Date(tomorrow + 86_400_000).toISOString();
    await database.update(sessions).set({ lastSeenAt: new Date(tomorrow).toISOString(), expiresAt });
    vi.useFakeTimers({ toFake: ["Date"], now: tomorrow });
    expect((await fetchPreview(client, id)).fingerprint).toBe(fingerprint);
    expect(await fetchMail()).toMatchObject({ status: "waiting" });
    await client.patch("/api/settings/preferences", { attach_letter: false });
    expect(await fetchMail()).toMatchObject({ status: "withdrawn", ended_by: "sender_changed" });
  });

  it("can be had without Gmail, for a form, and for nobody else's company", async () => {
    const { client, id } = await seedSenderWithCv({ message: MESSAGE });
    const other = await seedUser();
    expect((await other.client.get(`/api/dashboard/companies/${id}/letter`)).body).toMatchObject({ code: "not_found" });
    await client.delete("/api/settings/gmail");
    expect((await client.get(`/api/dashboard/companies/${id}/letter`)).status).toBe(200);
  });

  it("has the same bytes on the same day", async () => {
    const letter = {
      language: "de" as const,
      sender: { name: "Jörg Groß", address: [], contacts: ["joerg@example.org"] },
      recipient: ["Hölzl & Söhne"],
      place: "",
      subject: "Bewerbung",
      text: MESSAGE,
    };
    const first = await writeLetterPdf(letter, "2026-12-01");
    expect(await writeLetterPdf(letter, "2026-12-01")).toEqual(first);
  });
});
