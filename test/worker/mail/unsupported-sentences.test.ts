import { describe, expect, it } from "vitest";
import { listOutbox } from "../support/gmail-sandbox";
import { seedCompany } from "../support/seed";
import { fetchPreview, seedLinkedUser, sendMany, sendOne } from "../support/send-mail";

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

  it("needs no confirmation once the sentence is a fact of the user's, alone or in a batch", async () => {
    const { userId, client, doubtful, honest } = await seedSenderOf(INVENTED);
    const next = await seedCompany(userId, { message: makeLetter(INVENTED) });
    expect(await client.post("/api/settings/facts", { text: INVENTED })).toMatchObject({ status: 200 });
    expect((await fetchPreview(client, doubtful)).review).toEqual([]);
    expect(await sendOne(client, doubtful)).toMatchObject({ status: 200 });
    expect(await sendMany(client, [next, honest])).toEqual({ sent_ids: [next, honest], failed: [] });
  });
});
