import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { CompanyState } from "../contract/companies";
import type { MessageLanguage } from "../contract/fields";
import type { Database } from "../db/client";
import { companies, COMPANY_STATE } from "../db/schema/companies";

/** Names looked at, and messages compared with: the latest. */
const NAMES = 5_000;
const MESSAGES = 100;

/** What a letter to a company is held against: the user's other companies by name, and their latest messages in its language. */
export async function besidesQuery(db: Database, company: { userId: string; id: string; language: MessageLanguage }): Promise<{ others: string[]; earlier: { text: string; company: string }[] }> {
  const others = and(eq(companies.userId, company.userId), ne(companies.id, company.id));
  const written = (state: CompanyState | "archived") => db.select({ text: companies.message, company: companies.name, createdAt: companies.createdAt }).from(companies)
    .where(and(others, eq(companies.language, company.language), ne(companies.message, ""), state === "archived" ? isNotNull(companies.archivedAt) : and(isNull(companies.archivedAt), sql`${sql.raw(COMPANY_STATE)} = ${state}`)))
    .orderBy(desc(state === "archived" ? companies.archivedAt : companies.createdAt), desc(companies.id)).limit(MESSAGES);
  // In the order of the indexes: what is in hand, what has gone out, what was put away.
  const [names, ...earlier] = await db.batch([
    db.selectDistinct({ name: companies.name }).from(companies).where(others).limit(NAMES),
    written("ready"), written("unsure"), written("sent"), written("archived"),
  ]);
  const latest = earlier.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, MESSAGES);
  return { others: names.map(({ name }) => name), earlier: latest.map(({ text, company: name }) => ({ text, company: name })) };
}
