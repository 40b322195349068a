import { describe, expect, it } from "vitest";
import * as api from "../../../worker/contract/applications";
import { mails } from "../../../worker/db/schema/mail";
import { type Bounce, parseBounces, toAsciiAddress } from "../../data/bounces";
import unseen from "../../data/mail/bounces-unseen.ndjson?raw";
import seen from "../../data/mail/bounces.ndjson?raw";
import { forwardFromGmail } from "../../sandbox/gmail/forwarded-mail";
import { deliver, MAILBOX, seedForwardingUser } from "../support/inbound-mail";
import { database, seedCompany } from "../support/seed";

const SENT_AT = "2026-09-01T08:00:00.000Z";

/** A company that was written to, and the mail that a report is about. */
async function seedSent(userId: string, recipient: string, { id, message_id: messageId }: Bounce): Promise<string> {
  const companyId = await seedCompany(userId, {
    name: `${id} ${recipient}`,
    email: recipient,
    sendStatus: "sent",
  });
  await database.insert(mails).values({
    userId,
    id: crypto.randomUUID(),
    companyId,
    recipient,
    subject: "Candidature spontanée",
    body: "",
    status: "sent",
    messageId,
    createdAt: SENT_AT,
    updatedAt: SENT_AT,
  });
  return companyId;
}

describe("reports of mail systems, as the worker gets them", () => {
  it.each([
    ["that were seen", seen],
    ["that were not", unseen],
  ])(
    "%s name the company whose address is dead, and no other mail names one",
    { timeout: 120_000 },
    async (_, text) => {
      const bounces = parseBounces(text);
      const { client, userId, inbox } = await seedForwardingUser();
      const expected: string[] = [];
      for (const bounce of bounces) {
        // A mail of ours has one recipient.
        const [recipient] = bounce.recipients;
        if (recipient === undefined) continue;
        const companyId = await seedSent(userId, toAsciiAddress(recipient), bounce);
        if (bounce.label === "failed") expected.push(companyId);
      }
      for (const { eml } of bounces)
        expect(await deliver(forwardFromGmail(eml, { mailbox: MAILBOX, inbox: inbox.address }))).toBeNull();
      const { proposals } = (await client.get("/api/dashboard/proposals")).as(api.listProposals.answer);
      const bounced = proposals.filter(({ outcome }) => outcome === "bounced").map(({ company_id: id }) => id);
      expect(bounced.toSorted()).toEqual(expected.toSorted());
    },
  );
});
