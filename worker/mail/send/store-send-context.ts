import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { findCvLanguage } from "../../account/cv/cv-language";
import type { CompanyRow } from "../../companies/rules-recipient";
import type { MailStatus } from "../../contract/mail";
import type { BatchResponse, Database } from "../../db/client";
import { users } from "../../db/schema/account";
import { companies } from "../../db/schema/companies";
import { COUNTS_AS_SENT, COUNTS_IN_DAY, mailboxes } from "../../db/schema/mail";
import { toCandidateCv } from "../../messages/cv-context";
import { toFactText } from "../../messages/facts/store-confirmed-facts";
import { type Candidate, candidateQuery, chooseCandidate, listContacts } from "../../messages/store-candidate";
import { isOnDoNotContactListSql } from "../../suppression/store-do-not-contact";
import { isObjectionPendingSql } from "../../suppression/store-objections";
import type { SendCheckInput } from "./check-letter-before-send";
import type { SendRow, SendState } from "./rules-send-refusal";

// The reads before a send. Drizzle omits table names in single-table queries: raw SQL spells them.

const countsAsSent = sql.raw(COUNTS_AS_SENT);
/** A mail that holds the lock of its company. Tests never do. */
export const HOLDS_LOCK = sql`${countsAsSent} AND released = 0 AND test = 0`;
/** The address of the company, spelled as in the sent log. */
const RECIPIENT_SQL =
  sql.raw(`lower(CASE WHEN instr(';' || companies.email || ';', ';' || companies.recipient || ';') > 0
  THEN companies.recipient ELSE substr(companies.email, 1, instr(companies.email || ';', ';') - 1) END)`);

/** Whether a mail for another company of the user went, or may have gone, to an address. */
export const isContactedElsewhere = (to: SQL): SQL => sql`EXISTS (SELECT 1 FROM mails AS other
  WHERE other.user_id = companies.user_id AND other.company_id <> companies.id AND other.${countsAsSent}
    AND other.test = 0 AND other.recipient = ${to})`;

/** Whether a mail of the user came back from an address. */
export const isDeadAddress = (to: SQL): SQL => sql`EXISTS (SELECT 1 FROM dead_addresses AS dead
  WHERE dead.user_id = companies.user_id AND dead.address = ${to})`;

export const countSentSince = (userId: string, since: string): SQL<number> =>
  sql<number>`(SELECT count(*) FROM mails
    WHERE mails.user_id = ${userId} AND mails.created_at >= ${since} AND mails.${sql.raw(COUNTS_IN_DAY)})`;

const IS_MAIL_TO_COMPANY = sql.raw("mails.user_id = companies.user_id AND mails.company_id = companies.id");

/** The profile of a company. One that is gone counts as the default one, which is in `users`. */
const PROFILE_OF_COMPANY = `users
  LEFT JOIN profiles ON profiles.user_id = users.id AND profiles.id = companies.profile_id
  WHERE users.id = companies.user_id`;
const CV_OF_COMPANY = sql.raw(`(SELECT CASE WHEN profiles.id IS NULL THEN users.cv_path ELSE profiles.cv_path END
  FROM ${PROFILE_OF_COMPANY})`);
const lastMailChange = sql<string | null>`(SELECT max(at) FROM (
  SELECT max(updated_at) AS at FROM mails WHERE ${IS_MAIL_TO_COMPANY} AND test = 0
  UNION ALL SELECT max(created_at) FROM dead_addresses AS dead
    WHERE dead.user_id = companies.user_id AND dead.company_id = companies.id))`;

export const sendStatesQuery = (db: Database, userId: string, ids: string[]) =>
  db
    .select({
      company: companies,
      lock: sql<MailStatus | null>`(SELECT status FROM mails WHERE ${IS_MAIL_TO_COMPANY} AND ${HOLDS_LOCK})`,
      contacted: sql<boolean>`${isContactedElsewhere(RECIPIENT_SQL)}`.mapWith(Boolean),
      dead: sql<boolean>`${isDeadAddress(RECIPIENT_SQL)}`.mapWith(Boolean),
      blocked: sql<boolean>`${isOnDoNotContactListSql(RECIPIENT_SQL)}`.mapWith(Boolean),
      objectionPending: sql<boolean>`${isObjectionPendingSql(RECIPIENT_SQL)}`.mapWith(Boolean),
      cvPath: sql<string | null>`${CV_OF_COMPANY}`.as("cv_of_company"),
      movedAt: lastMailChange.as("moved_at"),
    })
    .from(companies)
    .where(
      and(eq(companies.userId, userId), sql`companies.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    );

export const senderQuery = (db: Database, userId: string, since: string) =>
  db
    .select({
      name: users.name,
      language: users.language,
      attachCv: users.attachCv,
      attachLetter: users.attachLetter,
      tellSource: users.tellSource,
      tagReplies: users.tagReplies,
      letterAddress: users.letterAddress,
      signaturePhone: users.signaturePhone,
      signatureLinks: users.signatureLinks,
      mailbox: mailboxes,
      sentToday: countSentSince(userId, since),
    })
    .from(users)
    .leftJoin(mailboxes, eq(mailboxes.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
export type Sender = Awaited<ReturnType<typeof senderQuery>>[number];

/** Names of all companies of a user: a message must not name another company. */
const companyNamesQuery = (db: Database, userId: string) =>
  db.selectDistinct({ name: companies.name }).from(companies).where(eq(companies.userId, userId));

/** Reads everything for one batch; toSendContext converts the rows. @param since start of the day of the daily limit */
export const sendContextQueries = (db: Database, userId: string, ids: string[], since: string) =>
  [
    senderQuery(db, userId, since),
    sendStatesQuery(db, userId, ids),
    candidateQuery(db, userId),
    companyNamesQuery(db, userId),
  ] as const;

/** The sender, the state of the companies, and the input for the check of their messages. */
export interface SendContext {
  sender: Sender | undefined;
  sendStates: Map<string, SendState>;
  toSendCheckInput(company: CompanyRow): SendCheckInput;
  /** The user with each profile, the default one first; none once the account is closed. */
  profiles: Candidate[];
  /** The profile of a company; null for the default one. */
  findProfile(profileId: string | null): Candidate | undefined;
}

/** The states by company, each with the language of the CV that its profile attaches. */
export function toSendStates(
  sender: Sender | undefined,
  rows: readonly SendRow[],
  candidates: readonly Candidate[],
): Map<string, SendState> {
  // Once a profile: a CV is long.
  const languages = new Map(candidates.map((candidate) => [candidate, findCvLanguage(candidate)]));
  return new Map(
    rows.map((row) => {
      const candidate = chooseCandidate(candidates, row.company.profileId);
      const attached = sender?.attachCv === true && row.cvPath !== null ? candidate : undefined;
      return [row.company.id, { ...row, cvLanguage: (attached && languages.get(attached)) ?? null }];
    }),
  );
}

export function toSendContext([[sender], rows, candidates, names]: BatchResponse<
  ReturnType<typeof sendContextQueries>
>): SendContext {
  const findProfile = (profileId: string | null) => chooseCandidate(candidates, profileId);
  const toCheckedSender = (candidate: Candidate | undefined) => ({
    name: sender?.name ?? "",
    emails: [candidate?.email, sender?.mailbox?.email].filter((email) => email !== undefined),
    contacts: candidate ? listContacts(candidate) : [],
    cv: toCandidateCv(candidate)?.text ?? "",
    template: candidate?.template ?? "",
    confirmed: candidate?.confirmed.map(toFactText) ?? [],
  });
  // Once a profile: leaving removed facts out of a CV takes a while.
  const checkedSenders = new Map<Candidate | undefined, ReturnType<typeof toCheckedSender>>();
  const getCheckedSender = (company: CompanyRow) => {
    const candidate = findProfile(company.profileId);
    const checked = checkedSenders.get(candidate) ?? toCheckedSender(candidate);
    checkedSenders.set(candidate, checked);
    return checked;
  };
  return {
    sender,
    sendStates: toSendStates(sender, rows, candidates),
    toSendCheckInput: (company) => ({
      sender: getCheckedSender(company),
      company,
      others: names.map(({ name }) => name).filter((name) => name !== company.name),
    }),
    profiles: candidates,
    findProfile,
  };
}

export const loadSendContext = async (
  db: Database,
  userId: string,
  ids: string[],
  since: string,
): Promise<SendContext> => toSendContext(await db.batch(sendContextQueries(db, userId, ids, since)));
