import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MessageAuthor } from "../../contract/companies";
import type { MessageLanguage, SentenceClaims } from "../../contract/field-schemas";
import type { FollowUpStep, MailStatus } from "../../contract/mail";
import type { UserDatabase } from "../../db/client";
import { companies, COMPANY_STATE_SQL } from "../../db/schema/companies";
import { followUps } from "../../db/schema/messages";
import { isDeadAddressSql } from "../../suppression/store-dead-addresses";
import { isOnDoNotContactListSql } from "../../suppression/store-do-not-contact";
import { isContactedElsewhere, LAST_MAIL_CHANGE, lockStatusSql } from "../send/store-mail-conditions";

/** A company, and which of its follow-ups; null for the next one. */
export interface FollowUpKey {
  companyId: string;
  step: FollowUpStep | null;
}

const isOfCompany = (table: string) =>
  sql.raw(`${table}.user_id = companies.user_id AND ${table}.company_id = companies.id`);

const isCalledSql = (step: SQL): SQL => sql`EXISTS (SELECT 1 FROM follow_ups AS done
  WHERE ${isOfCompany("done")} AND done.step = ${step} AND done.called_at IS NOT NULL)`;
const isDoneSql = (step: SQL): SQL => sql`(${lockStatusSql(step)} IS 'sent' OR ${isCalledSql(step)})`;
/** findNextStep in SQL. */
const NEXT_STEP_SQL = sql`CASE WHEN NOT ${isDoneSql(sql`1`)} THEN 1 WHEN NOT ${isDoneSql(sql`2`)} THEN 2 END`;
const LAST_CONTACT_SQL = sql`nullif(max(
  coalesce((SELECT max(sent.updated_at) FROM mails AS sent
    WHERE ${isOfCompany("sent")} AND sent.status = 'sent' AND sent.test = 0), ''),
  coalesce((SELECT max(call.called_at) FROM follow_ups AS call WHERE ${isOfCompany("call")}), ''),
  coalesce(companies.applied_at, '')), '')`;
const HAS_PROPOSAL_SQL = sql`EXISTS (SELECT 1 FROM outcome_events AS proposed
  WHERE ${isOfCompany("proposed")} AND proposed.status = 'proposed')`;

/**
 * findFollowUpBlock in SQL: whether a follow-up of the application to a row of `companies` may leave.
 * @param cutoff from toContactCutoff
 */
export const isFollowUpDueSql = (step: SQL, cutoff: string): SQL => sql`(companies.archived_at IS NULL
  AND ${lockStatusSql(0)} IS 'sent' AND companies.outcome IS NULL AND NOT ${HAS_PROPOSAL_SQL}
  AND NOT ${isDoneSql(step)} AND ${lockStatusSql(step)} IS NOT 'sending'
  AND (${step} = 1 OR (${step} = 2 AND ${isDoneSql(sql`1`)})) AND coalesce(${LAST_CONTACT_SQL}, '') <= ${cutoff})`;

/** The application that a follow-up goes after: the mail that a claim has read is still it. */
export const isApplicationToSql = (recipient: string): SQL => sql`EXISTS (SELECT 1 FROM mails AS application
  WHERE ${isOfCompany("application")} AND application.step = 0 AND application.status = 'sent'
    AND application.released = 0 AND application.test = 0 AND application.recipient = ${recipient})`;

/** The text of a follow-up is still the one that was read. */
export const isFollowUpTextSql = (step: FollowUpStep, version: number, text: string): SQL => sql`EXISTS (
  SELECT 1 FROM follow_ups AS written WHERE ${isOfCompany("written")} AND written.step = ${step}
    AND written.version = ${version} AND written.message = ${text})`;

const joinMail = (alias: string, step: number): SQL =>
  sql.raw(`${alias}.user_id = companies.user_id AND ${alias}.company_id = companies.id AND ${alias}.step = ${step}
    AND ${alias}.status IN ('sending', 'sent', 'unknown') AND ${alias}.released = 0 AND ${alias}.test = 0`);

// Columns of a batch need names that differ.
const TO = sql`coalesce(application.recipient, '')`;
const toFlag = (condition: SQL) => sql<boolean>`${condition}`.mapWith(Boolean);
const parseClaims = (stored: unknown): SentenceClaims[] | null =>
  typeof stored === "string" ? (JSON.parse(stored) as SentenceClaims[]) : null;

/** All that is known of follow-ups, in one row a company. */
const FOLLOW_UP_COLUMNS = {
  company: companies,
  step: sql<FollowUpStep | null>`follow_up_of.step`.as("follow_up_step"),
  message: sql<string>`coalesce(draft.message, '')`.as("follow_up_message"),
  version: sql<number>`coalesce(draft.version, 0)`.as("follow_up_version"),
  author: sql<MessageAuthor | null>`draft.author`.as("follow_up_author"),
  language: sql<MessageLanguage>`coalesce(draft.language, companies.language)`.as("follow_up_language"),
  claims: sql`draft.claims`.mapWith(parseClaims).as("follow_up_claims"),
  isFirstCalled: toFlag(isCalledSql(sql`1`)).as("is_first_called"),
  isSecondCalled: toFlag(isCalledSql(sql`2`)).as("is_second_called"),
  lastContactAt: sql<string | null>`${LAST_CONTACT_SQL}`.as("last_contact_at"),
  hasProposal: toFlag(HAS_PROPOSAL_SQL).as("has_proposal"),
  applicationStatus: sql<MailStatus | null>`application.status`.as("application_status"),
  recipient: sql<string | null>`application.recipient`.as("application_recipient"),
  applicationSubject: sql<string | null>`application.subject`.as("application_subject"),
  applicationBody: sql<string | null>`application.body`.as("application_body"),
  appliedOn: sql<string | null>`application.updated_at`.as("application_sent_at"),
  sender: sql<string | null>`application.sender`.as("application_sender"),
  threadId: sql<string | null>`application.gmail_thread_id`.as("application_thread"),
  applicationMessageId: sql<string | null>`application.message_id`.as("application_message_id"),
  firstStatus: sql<MailStatus | null>`first_mail.status`.as("first_status"),
  firstMessageId: sql<string | null>`first_mail.message_id`.as("first_message_id"),
  firstSentAt: sql<string | null>`first_mail.updated_at`.as("first_sent_at"),
  secondStatus: sql<MailStatus | null>`second_mail.status`.as("second_status"),
  contacted: toFlag(isContactedElsewhere(TO)).as("follow_up_contacted"),
  dead: toFlag(isDeadAddressSql(TO)).as("follow_up_dead"),
  blocked: toFlag(isOnDoNotContactListSql(TO)).as("follow_up_blocked"),
  movedAt: LAST_MAIL_CHANGE.as("follow_up_moved_at"),
};

/** @param asked rows of `follow_up_of`: companies, each with the step that is meant and how many of a list there are */
const joinFollowUps = (db: UserDatabase, asked: SQL) =>
  db
    .select({ ...FOLLOW_UP_COLUMNS, total: sql<number>`follow_up_of.total`.as("follow_up_total") })
    .from(companies)
    .innerJoin(sql`(${asked}) AS follow_up_of`, sql`follow_up_of.company_id = companies.id`)
    .leftJoin(sql`follow_ups AS draft`, sql`${isOfCompany("draft")} AND draft.step = follow_up_of.step`)
    .leftJoin(sql`mails AS application`, joinMail("application", 0))
    .leftJoin(sql`mails AS first_mail`, joinMail("first_mail", 1))
    .leftJoin(sql`mails AS second_mail`, joinMail("second_mail", 2));
export type FollowUpRow = Awaited<ReturnType<typeof joinFollowUps>>[number];

/** Follow-ups of companies, each with its text and what decides about it. */
export const followUpStatesQuery = (db: UserDatabase, userId: string, keys: readonly FollowUpKey[]) =>
  joinFollowUps(
    db,
    sql`SELECT companies.id AS company_id, coalesce(asked.value ->> 'step', ${NEXT_STEP_SQL}) AS step, 1 AS total
      FROM json_each(${JSON.stringify(keys)}) AS asked
      JOIN companies ON companies.user_id = ${userId} AND companies.id = asked.value ->> 'companyId'`,
  ).where(eq(companies.userId, userId));

/**
 * The follow-ups that may leave, those of the latest contacts first. What cannot be overridden leaves a company out.
 * @param cutoff from toContactCutoff
 */
export const dueFollowUpsQuery = (db: UserDatabase, userId: string, cutoff: string, limit: number) =>
  joinFollowUps(
    db,
    // With a limit of its own, the innermost query is answered by the index of states.
    sql`SELECT companies.id AS company_id, following.step, count(*) OVER () AS total
      FROM (SELECT companies.id, ${NEXT_STEP_SQL} AS step FROM companies
        WHERE companies.user_id = ${userId} AND companies.archived_at IS NULL
          AND ${sql.raw(COMPANY_STATE_SQL)} = 'sent' AND companies.outcome IS NULL LIMIT -1) AS following
      JOIN companies ON companies.user_id = ${userId} AND companies.id = following.id
      LEFT JOIN mails AS application ON ${joinMail("application", 0)}
      WHERE ${isFollowUpDueSql(sql`following.step`, cutoff)}
        AND NOT ${isDeadAddressSql(TO)} AND NOT ${isOnDoNotContactListSql(TO)}
      ORDER BY ${LAST_CONTACT_SQL} DESC, companies.id LIMIT ${limit}`,
  )
    .where(eq(companies.userId, userId))
    .orderBy(desc(sql`last_contact_at`), companies.id);

interface CompanyKey {
  userId: string;
  companyId: string;
}

/** A text as it is saved. */
export interface NewFollowUpText {
  step: FollowUpStep;
  message: string;
  author: Exclude<MessageAuthor, "unknown">;
  language: MessageLanguage;
  claims: SentenceClaims[] | null;
  /** The version that it takes the place of; 0 for none. */
  replaces: number;
  /** ISO 8601 UTC. */
  at: string;
}

const isThatCompany = ({ userId, companyId }: CompanyKey): SQL =>
  sql`companies.user_id = ${userId} AND companies.id = ${companyId} AND companies.archived_at IS NULL`;
const FOLLOW_UP_KEY = [followUps.userId, followUps.companyId, followUps.step];

/**
 * Saves the text of a follow-up in place of the version that its writer has seen, unless its mail is on its way or was
 * sent. @returns whether it was saved, and what is known of the follow-up now
 */
export async function saveFollowUpText(
  db: UserDatabase,
  key: CompanyKey,
  { step, message, author, language, claims, replaces, at }: NewFollowUpText,
): Promise<{ saved: boolean; row: FollowUpRow | undefined }> {
  const [saved, rows] = await db.batch([
    db
      .insert(followUps)
      // All columns in the order of the table.
      .select(
        sql`SELECT companies.user_id, companies.id, ${step}, ${message}, ${replaces + 1}, ${author}, ${language},
          ${claims && JSON.stringify(claims)}, ${at}, NULL, NULL FROM companies
          WHERE ${isThatCompany(key)} AND ${lockStatusSql(0)} IS 'sent' AND NOT ${isDoneSql(sql`${step}`)}
            AND ${lockStatusSql(step)} IS NOT 'sending' AND (${replaces} = 0 OR EXISTS (
              SELECT 1 FROM follow_ups AS present WHERE ${isOfCompany("present")} AND present.step = ${step}))`,
      )
      .onConflictDoUpdate({
        target: FOLLOW_UP_KEY,
        set: { message, version: replaces + 1, author, language, claims, updatedAt: at },
        setWhere: eq(followUps.version, replaces),
      })
      .returning({ version: followUps.version }),
    followUpStatesQuery(db, key.userId, [{ companyId: key.companyId, step }]),
  ]);
  return { saved: saved.length > 0, row: rows[0] };
}

/**
 * Keeps that the user has called in place of the next follow-up, unless its mail may have left.
 * @returns what is known of the next follow-up now
 */
export async function saveCall(
  db: UserDatabase,
  key: CompanyKey,
  { step, number, at }: { step: FollowUpStep; number: string; at: string },
): Promise<FollowUpRow | undefined> {
  const [, rows] = await db.batch([
    db
      .insert(followUps)
      // All columns in the order of the table.
      .select(
        sql`SELECT companies.user_id, companies.id, ${step}, '', 0, NULL, companies.language, NULL, ${at}, ${at},
          ${number} FROM companies
          WHERE ${isThatCompany(key)} AND ${lockStatusSql(0)} IS 'sent' AND ${NEXT_STEP_SQL} = ${step}
            AND ${lockStatusSql(step)} IS NULL`,
      )
      .onConflictDoUpdate({ target: FOLLOW_UP_KEY, set: { calledAt: at, calledNumber: number } }),
    followUpStatesQuery(db, key.userId, [{ companyId: key.companyId, step: null }]),
  ]);
  return rows[0];
}

/** Takes a call back. @returns what is known of the next follow-up now */
export async function deleteCall(
  db: UserDatabase,
  key: CompanyKey,
  step: FollowUpStep,
): Promise<FollowUpRow | undefined> {
  const [, rows] = await db.batch([
    db
      .update(followUps)
      .set({ calledAt: null, calledNumber: null })
      .where(and(eq(followUps.userId, key.userId), eq(followUps.companyId, key.companyId), eq(followUps.step, step))),
    followUpStatesQuery(db, key.userId, [{ companyId: key.companyId, step: null }]),
  ]);
  return rows[0];
}
