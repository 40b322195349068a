import { and, desc, eq, ne } from "drizzle-orm";
import type { MessageLanguage } from "../contract/fields";
import type { Database } from "../db/client";
import { companies } from "../db/schema";

/** Names looked at, and messages compared with: the latest. */
const NAMES = 5_000;
const MESSAGES = 100;

/** What a letter to a company is held against: the user's other companies by name, and their latest messages in its language. */
export async function besidesQuery(db: Database, company: { userId: string; id: string; language: MessageLanguage }): Promise<{ others: string[]; earlier: { text: string; company: string }[] }> {
  const others = and(eq(companies.userId, company.userId), ne(companies.id, company.id));
  const [names, earlier] = await db.batch([
    db.selectDistinct({ name: companies.name }).from(companies).where(others).limit(NAMES),
    db.select({ text: companies.message, company: companies.name }).from(companies)
      .where(and(others, eq(companies.language, company.language), ne(companies.message, ""))).orderBy(desc(companies.createdAt)).limit(MESSAGES),
  ]);
  return { others: names.map(({ name }) => name), earlier };
}
