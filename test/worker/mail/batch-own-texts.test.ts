import { expect, it } from "vitest";
import { bulkSend } from "../../../worker/contract/mail";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { orderFault } from "../support/sandbox-client";
import { seedCompany, seedUser } from "../support/seed";

const MESSAGES = [
  "Votre atelier me plaît.",
  "Vos ponts me plaisent.",
  "Vos jardins me plaisent.",
  "Votre journal me plaît.",
  "Vos cartes me plaisent.",
];

/** A user and companies that each get their own text. */
async function seedSender() {
  const { userId, client } = await seedUser();
  const ids: string[] = [];
  for (const [n, letter] of MESSAGES.entries())
    ids.push(
      await seedCompany(userId, {
        email: `jobs@firm-${n}.example`,
        subject: "Candidature",
        message: `Bonjour,\n\n${letter}\n\nAna Martin`,
      }),
    );
  return { userId, client, ids };
}

it("every company gets its own text at its own address, whatever happens to the others", async () => {
  const { userId, client, ids } = await seedSender();
  await linkGmail(client);
  const namesAnother = await seedCompany(userId, {
    name: "Atelier Vauban",
    message: "Bonjour,\n\nJ'aimerais travailler chez Brasserie Lenoir.\n\nAna Martin",
  });
  await seedCompany(userId, { name: "Brasserie Lenoir" });
  const [first = "", second = "", ...rest] = ids;
  const blank = await seedCompany(userId, { message: "" });
  await orderFault("gmail", "400", { times: 1 });
  const answer = (
    await client.post("/api/dashboard/companies/bulk-send", {
      company_ids: [first, blank, namesAnother, second, ...rest],
    })
  ).as(bulkSend.answer);
  expect(answer).toEqual({
    sent_ids: [second, ...rest],
    failed: [
      { id: first, reason: "provider_error" },
      { id: blank, reason: "missing_message" },
      { id: namesAnother, reason: "needs_review" },
    ],
  });
  const mails = (await listOutbox()).map(({ to, subject, text }) => `${to} ${subject}: ${text.split("\n")[2] ?? ""}`);
  expect(mails.sort()).toEqual([1, 2, 3, 4].map((n) => `jobs@firm-${n}.example Candidature: ${MESSAGES[n] ?? ""}`));
});
