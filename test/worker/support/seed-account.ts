import { devices, spending } from "../../../worker/db/schema/account";
import { applications, inboxCounts } from "../../../worker/db/schema/applications";
import { pastCompanies } from "../../../worker/db/schema/companies";
import { companyNotes, companyTags } from "../../../worker/db/schema/company-notes";
import { deadAddresses, doNotContact, gmailLinks, mails } from "../../../worker/db/schema/mail";
import { followUps, generationItems, generations, messageVersions } from "../../../worker/db/schema/messages";
import { searches } from "../../../worker/db/schema/search";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import {
  database,
  seedCompany,
  seedFact,
  seedInbox,
  seedMailbox,
  seedOutcome,
  seedProfile,
  seedSavedSearch,
} from "./seed";

/** Logged mails of a user, one per status. */
export async function seedMails(
  userId: string,
  statuses: (typeof mails.$inferInsert)["status"][],
  at = new Date(),
): Promise<void> {
  const time = at.toISOString();
  await database.insert(mails).values(
    statuses.map((status) => ({
      userId,
      id: crypto.randomUUID(),
      companyId: crypto.randomUUID(),
      recipient: "jobs@company.example",
      subject: "s",
      body: "b",
      status,
      createdAt: time,
      updatedAt: time,
    })),
  );
}

/** A row of the user in every table. @returns the id of the search */
export async function seedEverything(userId: string): Promise<string> {
  const now = new Date().toISOString();
  const id = crypto.randomUUID();
  const companyId = await seedCompany(userId);
  await database
    .insert(messageVersions)
    .values({ userId, companyId, version: 1, author: "user", subject: "s", message: "m", createdAt: now });
  await database.insert(companyNotes).values({ userId, companyId, text: "Call on Monday", version: 1, updatedAt: now });
  await database.insert(companyTags).values({ userId, companyId, foldedTag: "lyon", tag: "Lyon", createdAt: now });
  await database.insert(followUps).values({ userId, companyId, step: 1, message: "m", language: "fr", updatedAt: now });
  await seedMailbox(userId);
  await seedFact(userId);
  await seedProfile(userId);
  await seedSavedSearch(userId);
  await database.insert(applications).values({
    userId,
    id,
    companyId,
    companyName: "Firm",
    companyCity: "Lyon",
    way: "phone",
    target: "+33 1 23 45 67 89",
    createdAt: now,
  });
  await seedOutcome({ userId, companyId, id }, "confirmed");
  await seedInbox(userId);
  await database.insert(inboxCounts).values({ userId, kind: "answer", count: 1, lastAt: now });
  await database
    .insert(deadAddresses)
    .values({ userId, address: "dead@firm.example", mailId: id, companyId, how: "user", createdAt: now });
  await database.insert(pastCompanies).values({ userId, identity: "past.example", createdAt: now });
  await seedMails(userId, ["sent", "failed"]);
  await database.insert(searches).values({
    userId,
    id,
    status: "completed",
    businessTypes: ["office"],
    cities: ["Paris (France)"],
    createdAt: now,
    totals: EMPTY_TOTALS,
  });
  await database.insert(generations).values({ userId, id, createdAt: now });
  await database
    .insert(generationItems)
    .values({ userId, generationId: id, companyId: id, position: 0, state: "done", updatedAt: now });
  await database.insert(doNotContact).values({ userId, entry: "firm.example", createdAt: now });
  await database
    .insert(gmailLinks)
    .values({ stateHash: id, userId, sessionHash: "x", codeVerifier: "x", expiresAt: now });
  await database.insert(devices).values({ userId, tokenHash: id, lastSignInAt: now });
  await database.insert(spending).values({ userId, kind: "search", period: now, count: 1 });
  return id;
}
