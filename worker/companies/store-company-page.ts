import { and, asc, desc, eq } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { BatchResponse, Database } from "../db/client";
import { applications } from "../db/schema/applications";
import { mails } from "../db/schema/mail";
import { messageVersions } from "../db/schema/messages";
import { companyQuery } from "./store-companies";
import { noteQuery, tagsQuery } from "./store-company-notes";

/** What the page of a company shows: a statement each, with no more rows than the page tells of. */
export const companyPageQueries = (db: Database, userId: string, companyId: string) =>
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
  ] as const;
export type CompanyPageRows = BatchResponse<ReturnType<typeof companyPageQueries>>;
