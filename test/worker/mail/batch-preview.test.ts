import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../worker/contract/limits";
import { bulkPreview, bulkSend } from "../../../worker/contract/mail";
import { users } from "../../../worker/db/schema/account";
import { mailboxes } from "../../../worker/db/schema/mail";
import { sha256 } from "../../../worker/lib/hash";
import { previewBatch, previewEmail } from "../../../worker/mail/preview-email";
import { sendBatch } from "../../../worker/mail/send/send-batch";
import { loadSendContext } from "../../../worker/mail/send/store-send-context";
import type { FileStorage } from "../../../worker/platform/ports";
import type { Client } from "../support/client";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { composeUserDeps, database, seedCompany } from "../support/seed";
import { seedSenderWithCv, sendOne, fetchPreview, makeSendPorts } from "../support/send-mail";

const OWN_ADDRESS = "camille.martin@mail.example";

describe("the preview of a batch", () => {
  const lookAtAll = async (client: Client, ids: string[]) =>
    (await client.post("/api/dashboard/companies/bulk-preview", { company_ids: ids })).as(bulkPreview.answer);
  const sendAll = async (client: Client, ids: string[], more: object) =>
    (await client.post("/api/dashboard/companies/bulk-send", { company_ids: ids, ...more })).as(bulkSend.answer);

  it("has the fingerprint of each preview, the sender and the attachment", async () => {
    const { userId, client, id } = await seedSenderWithCv();
    const ids = [
      id,
      await seedCompany(userId, {
        subject: "",
        language: "de",
        message: "Guten Tag,\n\nIhr Team interessiert mich.\n\nAna Martin",
      }),
      await seedCompany(userId, { email: "" }),
    ];
    const seen = await lookAtAll(client, [...ids, "absent"]);
    expect(seen).toMatchObject({
      from: { name: "Ana Martin", address: OWN_ADDRESS },
      // Named in the language of one of the letters.
      attachment: {
        name: expect.stringMatching(/^(?:CV|Lebenslauf)-Ana-Martin\.pdf$/u) as string,
        size: 15,
        type: "application/pdf",
      },
    });
    expect(Object.keys(seen.fingerprints).sort()).toEqual(ids.toSorted());
    for (const each of ids.slice(0, 2))
      expect(seen.fingerprints[each]).toBe((await fetchPreview(client, each)).fingerprint);
    expect(await sendAll(client, ids.slice(0, 2), { fingerprints: seen.fingerprints })).toMatchObject({ failed: [] });
  });

  it.each([
    ["a CV replaced in another tab", () => env.FILES.put("cv/x/1", "%PDF-1.4 another CV")],
    [
      "a CV uploaded in another tab",
      async () => {
        await env.FILES.put("cv/x/2", "%PDF-1.4 the new CV");
        await database.update(users).set({ cvPath: "cv/x/2" });
      },
    ],
    [
      "a CV switched off",
      ({ client }: { client: Client }) => client.patch("/api/settings/preferences", { attach_cv: false }),
    ],
    ["another sender", ({ client }: { client: Client }) => linkGmail(client, { email: "alex.taylor@mail.example" })],
    ["another name", () => database.update(users).set({ name: "Ana Martin-Roy" })],
  ])("is not sent after %s, not even in part", async (_, change) => {
    const { userId, client, id } = await seedSenderWithCv();
    const ids = [id, await seedCompany(userId), await seedCompany(userId)];
    const { fingerprints } = await lookAtAll(client, ids);
    await change({ client });
    const versions = Object.fromEntries(ids.map((each) => [each, 1]));
    expect(await sendAll(client, ids, { message_versions: versions, fingerprints })).toEqual({
      sent_ids: [],
      failed: ids.map((each) => ({ id: each, reason: "message_changed" })),
    });
    expect(await listOutbox()).toEqual([]);
    // Without either the batch is sent, as the specification says.
    expect(await sendAll(client, ids, {})).toMatchObject({ sent_ids: ids });
  });

  it("fails with the same error as a send", async () => {
    const { client, id } = await seedSenderWithCv();
    const postBulkPreview = (body: object) => client.post("/api/dashboard/companies/bulk-preview", body);
    expect(await postBulkPreview({ company_ids: [] })).toMatchObject({ status: 400 });
    expect(await postBulkPreview({ company_ids: Array.from({ length: 21 }, (_, n) => `${n}`) })).toMatchObject({
      status: 400,
      body: { code: "bulk_send_limit" },
    });
    await env.FILES.delete("cv/x/1");
    expect(await postBulkPreview({ company_ids: [id] })).toMatchObject({ status: 422, body: { code: "cv_required" } });
    await database.delete(mailboxes);
    expect(await postBulkPreview({ company_ids: [id] })).toMatchObject({
      status: 422,
      body: { code: "gmail_required" },
    });
  });
});

describe("the CV", () => {
  it("is not read for a preview, and once for a whole batch", async () => {
    const { userId, id } = await seedSenderWithCv();
    const ids = [id, await seedCompany(userId), await seedCompany(userId)];
    const { db, sharedDb, files, config, now } = composeUserDeps();
    const reads = { stat: 0, load: 0 };
    const counted: FileStorage = {
      ...files,
      get: () => Promise.reject(new Error("the CV must not be read")),
      stat: (key) => {
        reads.stat += 1;
        return files.stat(key);
      },
      load: (key) => {
        reads.load += 1;
        return files.load(key);
      },
    };
    const context = await loadSendContext(db, userId, { companyIds: ids }, new Date());
    expect((await previewEmail(id, context, { db, sharedDb, config, now, files: counted })).attachment).toMatchObject({
      size: 15,
    });
    expect((await previewBatch(context, { sharedDb, config, now, files: counted })).attachment).toMatchObject({
      size: 15,
    });
    expect(reads).toEqual({ stat: 2, load: 0 });
    const order = {
      userId,
      companyIds: ids,
      confirm: [],
      versions: {},
      fingerprints: {},
      askedAt: now().toISOString(),
    };
    const sent = await sendBatch(order, makeSendPorts({ files: counted }));
    expect(sent.filter((result) => "company" in result)).toHaveLength(3);
    expect(reads).toEqual({ stat: 2, load: 1 });
    expect((await listOutbox()).map(({ attachments }) => attachments[0]?.size)).toEqual([15, 15, 15]);
  });

  it("of the largest size arrives byte by byte", async () => {
    const { client, id } = await seedSenderWithCv();
    const cv = new Uint8Array(LIMITS.cvBytes).map((_, n) => (n * 31 + (n >> 8)) % 256);
    await env.FILES.put("cv/x/1", cv);
    expect((await fetchPreview(client, id)).attachment).toMatchObject({ size: LIMITS.cvBytes });
    expect(await sendOne(client, id)).toMatchObject({ status: 200 });
    const [mail] = await listOutbox();
    const encoded = /filename=CV-Ana-Martin\.pdf\r\n\r\n([\w+/=\r\n]+?)\r\n--/u.exec(mail?.raw ?? "")?.[1] ?? "";
    expect(await sha256(Uint8Array.fromBase64(encoded.replaceAll("\r\n", "")))).toBe(await sha256(cv));
  });
});
