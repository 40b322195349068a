import { and, desc, eq, lt, or } from "drizzle-orm";
import type { ListCursor } from "../companies/cursor";
import type { LoggedMail } from "../contract/mail";
import type { UserDatabase } from "../db/client";
import { mails } from "../db/schema/mail";

export type MailRow = typeof mails.$inferSelect;

/** The sent log, newest first, with one row more than `limit`: it shows that there is a next page. */
export function sentLogQuery(db: UserDatabase, userId: string, page: { limit: number; cursor: ListCursor | null }) {
  const { cursor } = page;
  const after = cursor
    ? or(lt(mails.createdAt, cursor.value), and(eq(mails.createdAt, cursor.value), lt(mails.id, cursor.id)))
    : undefined;
  return db
    .select()
    .from(mails)
    .where(and(eq(mails.userId, userId), after))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(page.limit + 1);
}

/** Row to wire. */
export const toLoggedMail = (row: MailRow): LoggedMail => ({
  id: row.id,
  company_id: row.companyId,
  company_name: row.companyName,
  test: row.test,
  step: row.step,
  time: row.createdAt,
  recipient: row.recipient,
  subject: row.subject,
  body: row.body,
  status: row.status,
  error: row.error,
  provider_response: row.providerResponse,
  gmail_thread_id: row.gmailThreadId,
});
