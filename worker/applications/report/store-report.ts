import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { LIMITS } from "../../contract/limits";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { applications, outcomeEvents } from "../../db/schema/applications";
import { companies } from "../../db/schema/companies";
import { mails } from "../../db/schema/mail";
import type { ReportLog, SentMail } from "./report";

/** What a record of a span is made of: one line more than it may have shows that it is too long. */
export function reportQueries(
  db: UserDatabase,
  userId: string,
  { begins, ends }: { begins: string; ends: string },
  withLetters: boolean,
) {
  const limit = (withLetters ? LIMITS.reportLetters : LIMITS.reportLines) + 1;
  return [
    db
      .select({
        id: mails.id,
        companyId: mails.companyId,
        companyName: mails.companyName,
        recipient: mails.recipient,
        status: sql<SentMail["status"]>`${mails.status}`,
        released: mails.released,
        createdAt: mails.createdAt,
        city: companies.city,
        language: companies.language,
        // Columns of a batch need names that differ.
        subject: withLetters ? mails.subject : sql<string>`''`.as("subject"),
        body: withLetters ? mails.body : sql<string>`''`.as("body"),
      })
      .from(mails)
      .leftJoin(companies, and(eq(companies.userId, mails.userId), eq(companies.id, mails.companyId)))
      .where(
        and(
          eq(mails.userId, userId),
          gte(mails.createdAt, begins),
          lt(mails.createdAt, ends),
          // A follow-up is no application of its own.
          sql`${mails.test} = 0 AND ${mails.step} = 0 AND ${mails.status} IN ('sent', 'unknown', 'bounced')`,
        ),
      )
      .orderBy(asc(mails.createdAt), asc(mails.id))
      .limit(limit),
    db
      .select({
        id: applications.id,
        companyId: applications.companyId,
        companyName: applications.companyName,
        companyCity: applications.companyCity,
        way: applications.way,
        target: applications.target,
        createdAt: applications.createdAt,
      })
      .from(applications)
      .where(
        and(eq(applications.userId, userId), gte(applications.createdAt, begins), lt(applications.createdAt, ends)),
      )
      .orderBy(asc(applications.createdAt), asc(applications.id))
      .limit(limit),
    db
      .select({
        companyId: outcomeEvents.companyId,
        outcome: outcomeEvents.outcome,
        createdAt: outcomeEvents.createdAt,
      })
      .from(outcomeEvents)
      .where(
        and(
          eq(outcomeEvents.userId, userId),
          eq(outcomeEvents.status, "confirmed"),
          gte(outcomeEvents.createdAt, begins),
        ),
      )
      .orderBy(asc(outcomeEvents.decidedAt), asc(sql`${outcomeEvents}.rowid`)),
  ] as const;
}
export type ReportRows = BatchResponse<ReturnType<typeof reportQueries>>;

export const toReportLog = ([mails, told, events]: ReportRows): ReportLog => ({ mails, told, events });
