import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { CompanyState } from "../contract/companies";
import type { BatchResponse, UserDatabase } from "../db/client";
import { companies, COMPANY_STATE_SQL } from "../db/schema/companies";

/** Upper bounds of the rows that one message is checked against, latest first. */
const MAX_OTHER_NAMES = 5_000;
const MAX_EARLIER_MESSAGES = 100;

/** The names of the user's other companies, and their latest messages in the same language. */
export interface CheckContext {
  others: string[];
  earlier: { text: string; company: string }[];
}

/** Names of the user's other companies. */
export const otherNamesQuery = (db: UserDatabase, { userId, companyId }: { userId: string; companyId: string }) =>
  db
    .selectDistinct({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.userId, userId), ne(companies.id, companyId)))
    .limit(MAX_OTHER_NAMES);

/** Reads the check context; toCheckContext converts the rows. */
export function checkContextQueries(db: UserDatabase, { userId, companyId }: { userId: string; companyId: string }) {
  const isOther = and(eq(companies.userId, userId), ne(companies.id, companyId));
  const language = sql`(SELECT language FROM companies own WHERE own.user_id = ${userId} AND own.id = ${companyId})`;
  const messagesQuery = (state: CompanyState | "archived") =>
    db
      .select({ text: companies.message, company: companies.name, createdAt: companies.createdAt })
      .from(companies)
      .where(
        and(
          isOther,
          eq(companies.language, language),
          ne(companies.message, ""),
          state === "archived"
            ? isNotNull(companies.archivedAt)
            : and(isNull(companies.archivedAt), sql`${sql.raw(COMPANY_STATE_SQL)} = ${state}`),
        ),
      )
      .orderBy(desc(state === "archived" ? companies.archivedAt : companies.createdAt), desc(companies.id))
      .limit(MAX_EARLIER_MESSAGES);
  // One query for each index: unsent, sent, archived.
  return [
    otherNamesQuery(db, { userId, companyId }),
    messagesQuery("ready"),
    messagesQuery("unsure"),
    messagesQuery("sent"),
    messagesQuery("archived"),
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
