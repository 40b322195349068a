import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { bulkPreview } from "../../../worker/contract/mail";
import { queueMails } from "../../../worker/contract/outbox";
import { undeliverableReports } from "../../../worker/db/schema/shared";
import {
  deleteEndedUndeliverableReports,
  reportUndeliverable,
} from "../../../worker/suppression/undeliverable-addresses";
import type { DeliveredMail } from "../../sandbox/gmail/forwarded-mail";
import { linkGmail } from "../support/gmail-sandbox";
import { deliver, openInbox, react } from "../support/inbound-mail";
import { sharedDatabase, seedCompany, seedUser } from "../support/seed";
import { fetchPreview, sendMany, sendOne } from "../support/send-mail";

const TO = "jobs@firm.example";
const REFUSED = { status: 422, body: { code: "undeliverable_address" } };

/** A user with a mailbox of their own, and a company on their dashboard. */
async function seedSender(mailbox: string, email = TO) {
  const { userId, client } = await seedUser();
  await linkGmail(client, { email: `${mailbox}@mail.example` });
  return { userId, client, id: await seedCompany(userId, { email }) };
}

/** The same, whose mail comes back. */
async function bounce(
  mailbox: string,
  email = TO,
  change: (mail: DeliveredMail) => DeliveredMail = (mail) => mail,
): Promise<void> {
  const { client, id } = await seedSender(mailbox, email);
  await sendOne(client, id);
  const { address } = await openInbox(client);
  await deliver(change(await react("bounce", { to: email, address })));
}
const countReports = () => sharedDatabase.$count(undeliverableReports);

describe("an address from which the mails of two users came back", () => {
  it("is refused for everybody, with the reason, wherever a mail is prepared or sent", async () => {
    await bounce("one");
    const before = await seedSender("before");
    expect(await fetchPreview(before.client, before.id)).toMatchObject({ undeliverable: false });
    await bounce("two");
    const { client, id } = await seedSender("three");
    const preview = await fetchPreview(client, id);
    expect(preview).toMatchObject({ undeliverable: true });
    const batch = (await client.post("/api/dashboard/companies/bulk-preview", { company_ids: [id] })).as(
      bulkPreview.answer,
    );
    expect(batch.undeliverable).toEqual([id]);
    expect(await sendOne(client, id, { confirm: ["already_contacted", "objection_pending"] })).toMatchObject(REFUSED);
    expect((await sendMany(client, [id])).failed).toEqual([{ id, reason: "undeliverable_address" }]);
    const mails = [{ company_id: id, message_version: 1, fingerprint: preview.fingerprint }];
    const queued = (await client.post("/api/outbox", { mails })).as(queueMails.answer);
    expect(queued.failed).toEqual([{ id, reason: "undeliverable_address" }]);
  });

  it("counts a user once, however often their mail comes back, and a mailbox once, whoever has linked it", async () => {
    await bounce("one");
    await bounce("one");
    const { client, id } = await seedSender("three");
    expect(await fetchPreview(client, id)).toMatchObject({ undeliverable: false });
    expect(await countReports()).toBe(1);
  });

  it("can be written to again after half a year", async () => {
    await bounce("one");
    await bounce("two");
    const deps = composeDeps(env);
    const later = { ...deps, now: () => new Date(Date.now() + 181 * 86_400_000) };
    await deleteEndedUndeliverableReports(deps);
    expect(await countReports()).toBe(2);
    await deleteEndedUndeliverableReports(later);
    expect(await countReports()).toBe(0);
  });

  it("is not named, and neither are its users", async () => {
    await bounce("one");
    expect(JSON.stringify(await sharedDatabase.select().from(undeliverableReports))).not.toMatch(/firm|mail\.example/u);
  });
});

describe("a report counts for nobody else", () => {
  it.each([
    ["unless its sender is proven", [/(dkim|dmarc|arc)=pass/gu, "$1=none"]],
    ["when a stranger signed it", [/googlemail\.com/gu, "stranger.example"]],
    ["when it says that the mailbox is full", [/^Status: .*$/gmu, "Status: 5.2.2"]],
    ["when it was refused as unwanted", [/^Status: .*$/gmu, "Status: 5.7.1"]],
    ["when it names another address", [/^(Final-Recipient|X-Failed-Recipients): .*$/gmu, "$1: rfc822; x@y.example"]],
    ["when it did not come through the user's Gmail", [/spf=pass/gu, "spf=fail"]],
  ] as const)("%s", async (_name, [from, to]) => {
    await bounce("one", TO, (mail) => ({ ...mail, raw: mail.raw.replaceAll(from, to) }));
    expect(await countReports()).toBe(0);
  });

  it("that it otherwise would", async () => {
    await bounce("one");
    expect(await countReports()).toBe(1);
  });
});

it("an address at a domain that takes no mail is refused after one report", async () => {
  const ports = composeDeps(env);
  await reportUndeliverable({ address: "jobs@null-mx.example", mailbox: "one@mail.example" }, ports);
  const { client, id } = await seedSender("two", "jobs@null-mx.example");
  expect(await sendOne(client, id)).toMatchObject(REFUSED);
});

it("a report is taken although the resolver does not answer", async () => {
  await reportUndeliverable({ address: "jobs@servfail.example", mailbox: "one@mail.example" }, composeDeps(env));
  expect(await countReports()).toBe(1);
});
