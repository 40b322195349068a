import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { BatchResponse, UserDatabase } from "../db/client";
import { applications } from "../db/schema/applications";
import { deadAddresses, mails } from "../db/schema/mail";
import { followUps, messageVersions } from "../db/schema/messages";
import { companyQuery } from "./store-companies";
import { noteQuery, tagsQuery } from "./store-company-notes";
import { outcomeEventsQuery } from "./store-outcome-events";

/** What the page of a company shows: a statement each, with no more rows than the page tells of. */
export const companyPageQueries = (db: UserDatabase, userId: string, companyId: string) =>
  [
    companyQuery(db, userId, companyId),
    noteQuery(db, { userId, companyId }),
    tagsQuery(db, { userId, companyId }),
    db
      .select({
        version: messageVersions.version,
        author: messageVersions.author,
        createdAt: messageVersions.createdAt,
      })
      .from(messageVersions)
      .where(and(eq(messageVersions.userId, userId), eq(messageVersions.companyId, companyId)))
      .orderBy(desc(messageVersions.version))
      .limit(LIMITS.messageVersions),
    db
      .select({
        id: mails.id,
        time: mails.createdAt,
        recipient: mails.recipient,
        subject: mails.subject,
        status: mails.status,
        test: mails.test,
        step: mails.step,
        error: mails.error,
        gmail_thread_id: mails.gmailThreadId,
      })
      .from(mails)
      .where(and(eq(mails.userId, userId), eq(mails.companyId, companyId)))
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(LIMITS.companyMails),
    db
      .select({ way: applications.way, target: applications.target, created_at: applications.createdAt })
      .from(applications)
      .where(and(eq(applications.userId, userId), eq(applications.companyId, companyId)))
      .orderBy(asc(applications.createdAt)),
    db
      .select({
        step: followUps.step,
        number: sql<string>`${followUps.calledNumber}`.as("follow_up_called_number"),
        called_at: sql<string>`${followUps.calledAt}`.as("follow_up_called_at"),
      })
      .from(followUps)
      .where(and(eq(followUps.userId, userId), eq(followUps.companyId, companyId), isNotNull(followUps.calledAt)))
      .orderBy(asc(followUps.step)),
    outcomeEventsQuery(db, { userId, companyId }),
    db
      .select({ address: deadAddresses.address, how: deadAddresses.how, created_at: deadAddresses.createdAt })
      .from(deadAddresses)
      .where(
        and(
          eq(deadAddresses.userId, userId),
          sql`(${deadAddresses.companyId} = ${companyId} OR ${deadAddresses.address} IN (
            SELECT lower(contact.value ->> 'value') FROM companies, json_each(companies.contacts) AS contact
            WHERE companies.user_id = ${userId} AND companies.id = ${companyId}))`,
        ),
      )
      .orderBy(asc(deadAddresses.createdAt)),
  ] as const;
export type CompanyPageRows = BatchResponse<ReturnType<typeof companyPageQueries>>;
