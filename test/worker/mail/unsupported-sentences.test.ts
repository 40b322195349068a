import { describe, expect, it } from "vitest";
import { bulkPreview } from "../../../worker/contract/mail";
import { listOutbox } from "../support/gmail-sandbox";
import { seedCompany, seedFact } from "../support/seed";
import { fetchCompany, fetchPreview, seedLinkedUser, sendMany, sendOne } from "../support/send-mail";

const INVENTED = "Mes parents se fournissent chez vous depuis des années.";
const DENIED = "Je suis titulaire d’un master en gestion.";
const makeLetter = (sentence: string) => `Bonjour,\n\nVotre équipe m’intéresse. ${sentence}\n\nAna Martin`;

async function seedSenderOf(sentence: string) {
  const user = await seedLinkedUser();
  return {
    ...user,
    doubtful: await seedCompany(user.userId, { message: makeLetter(sentence) }),
    honest: await seedCompany(user.userId),
  };
}

describe("a message with a sentence that no source says", () => {
  it("names it in the preview and is sent alone only when the user confirms", async () => {
    const { client, doubtful } = await seedSenderOf(INVENTED);
    expect((await fetchPreview(client, doubtful)).review).toEqual([{ code: "unsupported_sentence", detail: INVENTED }]);
    expect(await sendOne(client, doubtful)).toMatchObject({ status: 409, body: { code: "needs_review" } });
    expect(await listOutbox()).toEqual([]);
    expect(await sendOne(client, doubtful, { confirm: ["needs_review"] })).toMatchObject({ status: 200 });
  });

  it.each([INVENTED, DENIED])("is left out of a batch: %s", async (sentence) => {
    const { client, doubtful, honest } = await seedSenderOf(sentence);
    expect(await sendMany(client, [doubtful, honest])).toEqual({
      sent_ids: [honest],
      failed: [{ id: doubtful, reason: "needs_review" }],
    });
    expect(await listOutbox()).toHaveLength(1);
  });

  it("is named by the preview of a batch as the sources are now, whatever its row says", async () => {
    const { userId, client, doubtful, honest } = await seedSenderOf(INVENTED);
    const fact = await seedFact(userId, INVENTED);
    const previewAll = async () =>
      (await client.post("/api/dashboard/companies/bulk-preview", { company_ids: [doubtful, honest] })).as(
        bulkPreview.answer,
      );
    expect((await previewAll()).needs_review).toEqual([]);
    await client.delete(`/api/settings/facts/${fact}`);
    expect((await fetchCompany(client, doubtful)).message_warnings).toEqual([]);
    const { needs_review: named, fingerprints } = await previewAll();
    expect(named).toEqual([doubtful]);
    expect(Object.keys(fingerprints)).toHaveLength(2);
    expect((await sendMany(client, [doubtful, honest])).failed).toEqual([{ id: doubtful, reason: "needs_review" }]);
  });

  it("needs no confirmation once the sentence is a fact of the user's, alone or in a batch", async () => {
    const { userId, client, doubtful, honest } = await seedSenderOf(INVENTED);
    const next = await seedCompany(userId, { message: makeLetter(INVENTED) });
    expect(await client.post("/api/settings/facts", { text: INVENTED })).toMatchObject({ status: 200 });
    expect((await fetchPreview(client, doubtful)).review).toEqual([]);
    expect(await sendOne(client, doubtful)).toMatchObject({ status: 200 });
    expect(await sendMany(client, [next, honest])).toEqual({ sent_ids: [next, honest], failed: [] });
  });
});
