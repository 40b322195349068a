import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { toSortKeys } from "../../../worker/companies/sort-keys";
import { composeDeps, type Deps } from "../../../worker/compose";
import { createSharedDatabase, createUserDatabase } from "../../../worker/db/client";
import { confirmedFacts, profiles, sessions, users } from "../../../worker/db/schema/account";
import { inboxes, outcomeEvents } from "../../../worker/db/schema/applications";
import { companies } from "../../../worker/db/schema/companies";
import { mailboxes, mails } from "../../../worker/db/schema/mail";
import { followUps } from "../../../worker/db/schema/messages";
import { savedSearches } from "../../../worker/db/schema/search";
import { sha256 } from "../../../worker/lib/hash";
import { randomToken } from "../../../worker/lib/random-token";
import { Client } from "./client";
import { enterUser, userD1 } from "./user-shards";

/** The databases under test. */
export const database = createUserDatabase(userD1);
export const sharedDatabase = createSharedDatabase(env.SHARED_DB);

/** The ports for the work for any user. */
export const composeUserDeps = (): Deps => ({ ...composeDeps(env).openShard(0), db: database });

/** A signed-in user who finished the wizard, with a template and no CV, and their browser. */
export async function seedUser(
  values: Partial<typeof users.$inferInsert> = {},
): Promise<{ userId: string; client: Client }> {
  const userId = values.id ?? crypto.randomUUID();
  const now = new Date();
  const email = values.email ?? `${userId}@mail.example`;
  const shard = await enterUser(userId, email, values.googleSub ?? null);
  await database.insert(users).values({
    id: userId,
    name: "Ana Martin",
    email,
    language: "fr",
    wizardCompleted: true,
    templateMessage: "Bonjour, je suis développeuse et je cherche un poste près de chez vous.",
    createdAt: now.toISOString(),
    ...values,
  });
  const token = randomToken();
  const tokenHash = await sha256(token);
  await database.insert(sessions).values({
    tokenHash,
    firstHash: tokenHash,
    userId,
    createdAt: now.toISOString(),
    lastSeenAt: now.toISOString(),
    startedAt: now.toISOString(),
    authenticatedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
  });
  const client = new Client();
  client.cookies.set("__Host-session", `${shard === 0 ? "" : `${shard}.`}${userId}.${token}`);
  return { userId, client };
}

let companyNumber = 0;

/** A company on a user's dashboard, by default with an address and a message. @returns its id */
export async function seedCompany(
  userId: string,
  values: Partial<typeof companies.$inferInsert> = {},
): Promise<string> {
  companyNumber += 1;
  const id = values.id ?? crypto.randomUUID();
  const { name = `Company ${companyNumber}`, website = `https://company-${companyNumber}.example/` } = values;
  await database.insert(companies).values({
    userId,
    id,
    identity: `company-${companyNumber}.example`,
    name,
    website,
    ...toSortKeys({ name, website }),
    businessType: "software_company",
    city: "Paris",
    country: "FR",
    email: `contact@company-${companyNumber}.example`,
    phone: "",
    contacts: [],
    language: "fr",
    subject: "Candidature spontanée",
    message: "Bonjour,\n\nVotre équipe m'intéresse.\n\nAna Martin",
    messageVersion: 1,
    createdAt: new Date(Date.now() + companyNumber).toISOString(),
    source: "OpenStreetMap (ODbL)",
    ...values,
  });
  return id;
}

/** An application to a company that was sent some days ago, and by default the text of its first follow-up. */
export async function seedApplication(
  { userId, companyId }: { userId: string; companyId: string },
  values: Partial<typeof mails.$inferInsert> & { daysAgo?: number; followUp?: string } = {},
): Promise<string> {
  const { daysAgo = 8, followUp = FOLLOW_UP_TEXT, ...mail } = values;
  const id = mail.id ?? crypto.randomUUID();
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const [company] = await database
    .update(companies)
    .set({ sendStatus: "sent", sentAt: at })
    .where(eq(companies.id, companyId))
    .returning();
  await database.insert(mails).values({
    userId,
    id,
    companyId,
    companyName: company?.name ?? "",
    recipient: company?.email.split(";")[0]?.toLowerCase() ?? "",
    subject: company?.subject ?? "",
    body: company?.message ?? "",
    status: "sent",
    createdAt: at,
    updatedAt: at,
    messageId: `<${id}@gmail.example>`,
    sender: "camille.martin@mail.example",
    ...mail,
  });
  if (followUp !== "")
    await database.insert(followUps).values({
      userId,
      companyId,
      step: 1,
      message: followUp,
      version: 1,
      author: "user",
      language: "fr",
      updatedAt: at,
    });
  return id;
}

/** A follow-up that needs no review. */
export const FOLLOW_UP_TEXT =
  "Madame, Monsieur,\n\nJe reviens vers vous au sujet de ma candidature. Votre équipe m'intéresse toujours. " +
  "Pourrions-nous en parler quelques minutes ?\n\nCordialement,\n\nAna Martin";

/** A linked mailbox. Tokens are in stored form: a JWE, or null for a link that Google no longer honours. */
export async function seedMailbox(userId: string, values: Partial<typeof mailboxes.$inferInsert> = {}): Promise<void> {
  await database
    .insert(mailboxes)
    .values({ userId, email: "ana@gmail.example", tokens: null, linkedAt: new Date().toISOString(), ...values });
}

/** A fact that a user has stated. @returns its id */
export async function seedFact(userId: string, text = "Permis B"): Promise<string> {
  const id = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  await database
    .insert(confirmedFacts)
    .values({ userId, id, kind: "other", text, foldedText: text.toLowerCase(), createdAt });
  return id;
}

/** A search that a user keeps. @returns its id */
export async function seedSavedSearch(
  userId: string,
  values: Partial<typeof savedSearches.$inferInsert> = {},
): Promise<string> {
  const id = values.id ?? crypto.randomUUID();
  const now = new Date().toISOString();
  await database.insert(savedSearches).values({
    userId,
    id,
    name: "Boulangeries",
    request: { business_types: ["shop_bakery"], cities: ["Toulouse (France)"], places: [] },
    lastRunAt: now,
    seen: [],
    zones: [],
    createdAt: now,
    ...values,
  });
  return id;
}

/** A profile beside the default one, by default English and without a CV. @returns its id */
export async function seedProfile(userId: string, values: Partial<typeof profiles.$inferInsert> = {}): Promise<string> {
  const id = values.id ?? crypto.randomUUID();
  await database.insert(profiles).values({
    userId,
    id,
    profileName: "English",
    profileLanguage: "en",
    templateMessage: "Hello, I am a developer and I am looking for a job near you.",
    createdAt: new Date().toISOString(),
    ...values,
  });
  return id;
}

/** A forwarding address. */
export async function seedInbox(userId: string): Promise<void> {
  const name = userId
    .replaceAll(/[^a-z2-9]/gu, "")
    .padEnd(20, "x")
    .slice(0, 20);
  await database.insert(inboxes).values({ userId, name, createdAt: new Date().toISOString() });
}

/** An outcome of a company that was applied to: confirmed, or waiting for the user. */
export async function seedOutcome(
  { userId, companyId, id }: { userId: string; companyId: string; id: string },
  status: "confirmed" | "proposed",
): Promise<void> {
  const now = new Date().toISOString();
  const isApplied = { sendStatus: "sent", sentAt: now, nextAt: now } as const;
  const isAnswered = { outcome: "answered", outcomeAt: now } as const;
  await database
    .update(companies)
    .set({ ...isApplied, ...(status === "confirmed" && isAnswered) })
    .where(eq(companies.id, companyId));
  await database.insert(outcomeEvents).values({
    userId,
    id,
    companyId,
    companyName: "Firm",
    outcome: "answered",
    how: "pasted",
    status,
    createdAt: now,
    decidedAt: status === "confirmed" ? now : null,
  });
}

/** All rows of both databases as JSON, by table. */
export async function dumpTables(): Promise<Record<string, string>> {
  const dumps: Record<string, string> = {};
  for (const [db, schema] of [
    [userD1, env.DB],
    [env.SHARED_DB, env.SHARED_DB],
  ] as const) {
    const tables = await schema
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
      .all<{ name: string }>();
    for (const { name } of tables.results)
      dumps[name] = JSON.stringify((await db.prepare(`SELECT * FROM "${name}"`).all()).results);
  }
  return dumps;
}
