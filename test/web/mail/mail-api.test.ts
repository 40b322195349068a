import { beforeEach, expect, it } from "vitest";
import * as companies from "../../../web/features/companies/api/company-requests";
import * as mail from "../../../web/features/mail/api/mail-requests";
import * as outbox from "../../../web/features/mail/api/outbox-requests";
import * as messages from "../../../web/features/messages/api/message-requests";
import * as search from "../../../web/features/search/api/search-requests";
import { callApi } from "../../../web/lib/api-client";
import { queryClient } from "../../../web/lib/query-client";
import type { Company } from "../../../worker/contract/companies";
import type { Confirmation, MailPreview } from "../../../worker/contract/mail";
import { getSearchStatus } from "../../../worker/contract/search";
import { startBrowserSession } from "../support/browser-fetch";
import { signUpWithSetup } from "../support/sign-up";

beforeEach(() => startBrowserSession());

const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const fetchPreview = async (company: Company) => (await queryClient.fetchQuery(mail.previewQuery(company))).preview;

/** A company with an address, found by a search. */
async function findCompanyWithEmail(): Promise<Company> {
  const [category] = (await search.suggestCategories("menuisier", "fr")).categories;
  const { search_id: id } = await search.runSearch([category?.gcid ?? ""], ["Marseille (France)"]);
  for (
    let tries = 0;
    tries < 120 && (await callApi(getSearchStatus, { params: { id } })).search.status === "running";
    tries += 1
  )
    await waitMs(500);
  await search.addToDashboard(id);
  const found = (await companies.fetchAllCompanies({ by: "website", order: "asc", favorites: false })).find(
    ({ recipient }) => recipient !== null,
  );
  if (!found) throw new Error("the search found no address");
  return found;
}

/** The user's steps in Google's popup. */
async function linkGmail(): Promise<void> {
  const { auth_url } = await mail.fetchAuthorizationUrl();
  const scope =
    new URL(auth_url).searchParams
      .get("scope")
      ?.split(" ")
      .find((each) => each.endsWith("/gmail.send")) ?? "";
  const answer = await fetch(auth_url, {
    method: "POST",
    body: new URLSearchParams({ decision: "allow", scope }),
    redirect: "manual",
  });
  await fetch(answer.headers.get("location") ?? "");
}

it("walks a mail from its preview and a test to the outbox, and logs both", { timeout: 120_000 }, async () => {
  await signUpWithSetup();
  const found = await findCompanyWithEmail();
  const { company } = await messages.generateMessage(found.id, AbortSignal.timeout(20_000));
  await expect(fetchPreview(company)).rejects.toMatchObject({ status: 422, code: "gmail_required" });
  await linkGmail();

  const first = await fetchPreview(company);
  expect(first).toMatchObject({
    to: company.recipient,
    subject: company.subject,
    do_not_contact: false,
    already_contacted: false,
    contacted_company: null,
    attachment: { type: "application/pdf" },
  });
  const from = first.from.address;
  expect(await mail.sendTest(company.id, { fingerprint: first.fingerprint })).toEqual({ to: from });

  const { company: edited } = await messages.saveMessage(company.id, { subject: `${company.subject} !` });
  const confirm: Confirmation[] = [
    ...(first.review.length > 0 ? ["needs_review" as const] : []),
    ...(first.cv_language ? ["cv_language" as const] : []),
  ];
  const queue = ({ message_version, id }: Company, { fingerprint }: MailPreview) =>
    outbox.queueMails({ mails: [{ company_id: id, message_version, fingerprint, confirm }] });
  expect((await queue(company, first)).failed).toEqual([{ id: company.id, reason: "message_changed" }]);
  const second = await fetchPreview(edited);
  expect(second.subject).toBe(edited.subject);

  await mail.addDoNotContact(company.recipient ?? "");
  expect((await fetchPreview({ ...edited, message_version: -1 })).do_not_contact).toBe(true);
  expect((await queue(edited, second)).failed).toEqual([{ id: company.id, reason: "do_not_contact" }]);
  await mail.removeDoNotContact(company.recipient ?? "");

  expect((await queue(edited, second)).outbox.mails).toMatchObject([{ company_id: company.id, status: "held" }]);
  expect(await outbox.takeOut([company.id])).toMatchObject({ company_ids: [company.id], outbox: { mails: [] } });
  expect((await queue(edited, second)).queued_ids).toEqual([company.id]);
  expect((await outbox.stopOutbox()).outbox.stopped).toBe("by_user");
  expect((await outbox.reorderOutbox([company.id])).outbox.mails).toHaveLength(1);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await outbox.scheduleMails([company.id], later)).outbox.mails).toMatchObject([{ send_at: later }]);
  expect((await outbox.scheduleMails([company.id], null)).company_ids).toEqual([company.id]);
  expect((await outbox.resumeOutbox()).outbox.stopped).toBeNull();
  const fetchStatus = async () =>
    (await queryClient.fetchQuery({ ...outbox.outboxQuery(), staleTime: 0 })).outbox.mails[0]?.status;
  await expect.poll(fetchStatus, { timeout: 30_000 }).toBe("sent");
  expect(await mail.fetchAllSentMails()).toMatchObject([
    {
      test: false,
      recipient: company.recipient,
      company_name: company.name,
      subject: edited.subject,
      status: "sent",
    },
    { test: true, recipient: from, company_name: company.name, subject: company.subject, status: "sent" },
  ]);
  expect(await mail.disconnectGmail()).toMatchObject({ gmail: { connected: false } });
});

it("edits the do-not-contact list", async () => {
  await signUpWithSetup();
  expect(await queryClient.fetchQuery({ ...mail.doNotContactQuery(), staleTime: 0 })).toEqual({ entries: [] });
  await mail.addDoNotContact("Lumen.Test");
  const { entries } = await mail.addDoNotContact("rh@eclat.test");
  expect(entries.map(({ entry }) => entry).toSorted()).toEqual(["lumen.test", "rh@eclat.test"]);
  await expect(mail.addDoNotContact("no address")).rejects.toMatchObject({
    status: 400,
    fields: { entry: "do_not_contact_invalid" },
  });
  expect((await mail.removeDoNotContact("lumen.test")).entries.map(({ entry }) => entry)).toEqual(["rh@eclat.test"]);
});
