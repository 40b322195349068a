import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { CompanyState } from "../contract/companies";
import type { BatchResponse, Database } from "../db/client";
import { companies, COMPANY_STATE_SQL } from "../db/schema/companies";

/** Names looked at, and messages compared with: the latest. */
const MAX_OTHER_NAMES = 5_000;
const MAX_EARLIER_MESSAGES = 100;

/** What a letter to a company is held against: the user's other companies by name, and their latest messages in its language. */
export interface CheckContext {
  others: string[];
  earlier: { text: string; company: string }[];
}

/** Statements that look for what a letter is held against: toCheckContext reads what they answer. */
export function checkContextQueries(db: Database, { userId, companyId }: { userId: string; companyId: string }) {
  const others = and(eq(companies.userId, userId), ne(companies.id, companyId));
  const language = sql`(SELECT language FROM companies own WHERE own.user_id = ${userId} AND own.id = ${companyId})`;
  const written = (state: CompanyState | "archived") =>
    db
      .select({ text: companies.message, company: companies.name, createdAt: companies.createdAt })
      .from(companies)
      .where(
        and(
          others,
          eq(companies.language, language),
          ne(companies.message, ""),
          state === "archived"
            ? isNotNull(companies.archivedAt)
            : and(isNull(companies.archivedAt), sql`${sql.raw(COMPANY_STATE_SQL)} = ${state}`),
        ),
      )
      .orderBy(desc(state === "archived" ? companies.archivedAt : companies.createdAt), desc(companies.id))
      .limit(MAX_EARLIER_MESSAGES);
  // In the order of the indexes: what is in hand, what has gone out, what was put away.
  return [
    db.selectDistinct({ name: companies.name }).from(companies).where(others).limit(MAX_OTHER_NAMES),
    written("ready"),
    written("unsure"),
    written("sent"),
    written("archived"),
  ] as const;
}

export function toCheckContext([names, ...earlier]: BatchResponse<
  ReturnType<typeof checkContextQueries>
>): CheckContext {
  const latest = earlier
    .flat()
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, MAX_EARLIER_MESSAGES);
  return {
    others: names.map(({ name }) => name),
    earlier: latest.map(({ text, company: name }) => ({ text, company: name })),
  };
}
