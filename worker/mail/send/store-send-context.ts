import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { findCvLanguage } from "../../account/cv/cv-language";
import type { CompanyRow } from "../../companies/rules-recipient";
import type { FollowUpStep, MailStatus } from "../../contract/mail";
import type { BatchResponse, UserDatabase } from "../../db/client";
import { users } from "../../db/schema/account";
import { companies } from "../../db/schema/companies";
import { mailboxes } from "../../db/schema/mail";
import { toCandidateCv } from "../../messages/cv-context";
import { toFactText } from "../../messages/facts/store-confirmed-facts";
import { type Candidate, candidateQuery, chooseCandidate, listContacts } from "../../messages/store-candidate";
import { toSendingDay } from "../../quotas/rules-daily-limit";
import { isDeadAddressSql } from "../../suppression/store-dead-addresses";
import { isOnDoNotContactListSql } from "../../suppression/store-do-not-contact";
import { toFollowUpSendRow } from "../follow-ups/follow-up-state";
import { followUpStatesQuery } from "../follow-ups/store-follow-ups";
import type { SendCheckInput } from "./check-letter-before-send";
import type { SendRow, SendState } from "./rules-send-refusal";
import { countSentSince, isContactedElsewhere, LAST_MAIL_CHANGE, lockStatusSql } from "./store-mail-conditions";

// The reads before a send. Drizzle omits table names in single-table queries: raw SQL spells them.

/** The address of the company, spelled as in the sent log. */
const RECIPIENT_SQL =
  sql.raw(`lower(CASE WHEN instr(';' || companies.email || ';', ';' || companies.recipient || ';') > 0
  THEN companies.recipient ELSE substr(companies.email, 1, instr(companies.email || ';', ';') - 1) END)`);

/** The profile of a company. One that is gone counts as the default one, which is in `users`. */
const PROFILE_OF_COMPANY = `users
  LEFT JOIN profiles ON profiles.user_id = users.id AND profiles.id = companies.profile_id
  WHERE users.id = companies.user_id`;
const CV_OF_COMPANY = sql.raw(`(SELECT CASE WHEN profiles.id IS NULL THEN users.cv_path ELSE profiles.cv_path END
  FROM ${PROFILE_OF_COMPANY})`);

/** Query for the addresses that mails to the companies on a user's dashboard go to. */
export const recipientsQuery = (db: UserDatabase, userId: string) =>
  db
    .selectDistinct({ address: sql<string>`${RECIPIENT_SQL}` })
    .from(companies)
    .where(and(eq(companies.userId, userId), isNull(companies.archivedAt), ne(companies.email, "")));

/** Applications. */
export const sendStatesQuery = (db: UserDatabase, userId: string, ids: string[]) =>
  db
    .select({
      company: companies,
      lock: sql<MailStatus | null>`${lockStatusSql(0)}`,
      contacted: sql<boolean>`${isContactedElsewhere(RECIPIENT_SQL)}`.mapWith(Boolean),
      dead: sql<boolean>`${isDeadAddressSql(RECIPIENT_SQL)}`.mapWith(Boolean),
      blocked: sql<boolean>`${isOnDoNotContactListSql(RECIPIENT_SQL)}`.mapWith(Boolean),
      cvPath: sql<string | null>`${CV_OF_COMPANY}`.as("cv_of_company"),
      movedAt: LAST_MAIL_CHANGE.as("moved_at"),
    })
    .from(companies)
    .where(
      and(eq(companies.userId, userId), sql`companies.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    );

export const senderQuery = (db: UserDatabase, userId: string, since: string) =>
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
export const companyNamesQuery = (db: UserDatabase, userId: string) =>
  db.selectDistinct({ name: companies.name }).from(companies).where(eq(companies.userId, userId));

/** What a batch is about: a mail a company. */
export interface BatchKey {
  companyIds: readonly string[];
  /** For follow-ups which one, by company; null for the next one. */
  steps?: Readonly<Record<string, FollowUpStep | null>> | undefined;
}

/** The states of all mails of a batch, applications and follow-ups; toSendRows converts the rows. */
export function mailStatesQueries(db: UserDatabase, userId: string, { companyIds, steps = {} }: BatchKey) {
  const isFollowUp = (id: string) => Object.hasOwn(steps, id);
  const followUps = companyIds.filter(isFollowUp).map((companyId) => ({ companyId, step: steps[companyId] ?? null }));
  return [
    sendStatesQuery(
      db,
      userId,
      companyIds.filter((id) => !isFollowUp(id)),
    ),
    followUpStatesQuery(db, userId, followUps),
  ] as const;
}
type MailStateRows = BatchResponse<ReturnType<typeof mailStatesQueries>>;

export const toSendRows = ([applications, followUps]: MailStateRows, now: Date): SendRow[] => [
  ...applications.map((row): SendRow => ({ ...row, step: 0, reply: null, followUpBlock: null })),
  ...followUps.map((row) => toFollowUpSendRow(row, now)),
];

/** Reads everything for one batch; toSendContext converts the rows. @param since start of the day of the daily limit */
export const sendContextQueries = (db: UserDatabase, userId: string, key: BatchKey, since: string) =>
  [
    senderQuery(db, userId, since),
    candidateQuery(db, userId),
    companyNamesQuery(db, userId),
    ...mailStatesQueries(db, userId, key),
  ] as const;

/** The sender, the state of the companies, and the input for the check of their messages. */
export interface SendContext {
  sender: Sender | undefined;
  sendStates: Map<string, SendState>;
  toSendCheckInput(state: SendRow): SendCheckInput;
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
      const cvLanguage = (attached && languages.get(attached)) ?? null;
      return [row.company.id, { ...row, cvLanguage, cvProfileId: attached?.profileId ?? null }];
    }),
  );
}

export function toSendContext(
  [[sender], candidates, names, ...states]: BatchResponse<ReturnType<typeof sendContextQueries>>,
  now: Date,
): SendContext {
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
    sendStates: toSendStates(sender, toSendRows(states, now), candidates),
    toSendCheckInput: ({ company, reply }) => ({
      sender: getCheckedSender(company),
      company,
      reply,
      others: names.map(({ name }) => name).filter((name) => name !== company.name),
    }),
    profiles: candidates,
    findProfile,
  };
}

export const loadSendContext = async (
  db: UserDatabase,
  userId: string,
  key: BatchKey,
  now: Date,
): Promise<SendContext> =>
  toSendContext(await db.batch(sendContextQueries(db, userId, key, toSendingDay(now).began)), now);
