import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { ACCOUNT_COLUMNS } from "../auth/store-sessions";
import type { Language } from "../contract/field-schemas";
import type { Condition, UserDatabase, Statement } from "../db/client";
import { devices, sessions, users } from "../db/schema/account";
import { mailboxes } from "../db/schema/mail";

const isOpenAccount = (userId: string) => and(eq(users.id, userId), isNull(users.deletedAt));

export type Account = Awaited<ReturnType<typeof accountQuery>>[number];

/** Query for the account, unless it is being deleted. */
export const accountQuery = (db: UserDatabase, userId: string) =>
  db
    .select(ACCOUNT_COLUMNS)
    .from(users)
    .leftJoin(mailboxes, eq(mailboxes.userId, users.id))
    .where(isOpenAccount(userId));

export interface NewAccount {
  id: string;
  name: string;
  email: string;
  language: Language;
  createdAt: string;
  passwordHash?: string;
  googleSub?: string;
  emailVerified?: boolean;
}

/** @returns undefined when the e-mail or Google account is taken: the unique index decides between concurrent calls */
export async function createAccount(db: UserDatabase, account: NewAccount): Promise<Account | undefined> {
  const [inserted, rows] = await db.batch([
    db.insert(users).values(account).onConflictDoNothing().returning({ id: users.id }),
    accountQuery(db, account.id),
  ]);
  // Its id may have been reserved together with another request, which was first.
  return inserted.length > 0 ? rows[0] : undefined;
}

/** Which users have an account, one being deleted included. */
export async function listAccounts(db: UserDatabase, userIds: string[]): Promise<string[]> {
  return (await db.select({ id: users.id }).from(users).where(inArray(users.id, userIds))).map(({ id }) => id);
}

/** Query whether an e-mail has an account, including one being deleted. */
export const emailTakenQuery = (db: UserDatabase, email: string) =>
  db.select({ id: users.id }).from(users).where(eq(users.email, email));

/**
 * Opens an account with the statements of its first session, all or nothing.
 * @returns the account and the results of those statements; undefined when the e-mail is taken: the unique index
 * decides between concurrent calls
 */
export async function createAccountWithSession(
  db: UserDatabase,
  account: NewAccount,
  session: [Statement, ...Statement[]],
): Promise<{ account: Account; answers: readonly unknown[] } | undefined> {
  try {
    const [, rows, ...answers] = await db.batch([
      db.insert(users).values(account),
      accountQuery(db, account.id),
      ...session,
    ]);
    return rows[0] && { account: rows[0], answers };
  } catch (error) {
    if (
      error instanceof Error &&
      /UNIQUE constraint failed: users\.(?:email|id)/u.test(`${error.message} ${String(error.cause)}`)
    )
      return undefined;
    throw error;
  }
}

/** Query for what a sign-in is checked against. @param isKnownDevice from store-devices */
export const credentialsQuery = (db: UserDatabase, email: string, isKnownDevice: Condition) =>
  db
    .select({
      ...ACCOUNT_COLUMNS,
      passwordHash: users.passwordHash,
      isKnownDevice: sql<boolean>`${isKnownDevice}`.mapWith(Boolean).as("is_known_device"),
    })
    .from(users)
    .leftJoin(mailboxes, eq(mailboxes.userId, users.id))
    .where(and(eq(users.email, email), isNull(users.deletedAt)));

/** Query for how the user of an account signs in. */
export const signInMeansQuery = (db: UserDatabase, userId: string) =>
  db.select({ passwordHash: users.passwordHash, googleSub: users.googleSub }).from(users).where(isOpenAccount(userId));
export type SignInMeans = Awaited<ReturnType<typeof signInMeansQuery>>[number];

/** Query that sets an account's password, if `when` holds. */
export const updatePasswordQuery = (db: UserDatabase, userId: string, passwordHash: string, when: Condition) =>
  db
    .update(users)
    .set({ passwordHash })
    .where(and(isOpenAccount(userId), when))
    .returning({ id: users.id });

/** Accounts that match a Google identity: the linked one, and the one with its e-mail. */
export async function findGoogleAccounts(db: UserDatabase, identity: { sub: string; email: string }) {
  const bySub = db
    .select(ACCOUNT_COLUMNS)
    .from(users)
    .leftJoin(mailboxes, eq(mailboxes.userId, users.id))
    .where(and(eq(users.googleSub, identity.sub), isNull(users.deletedAt)));
  const byEmail = db
    .select({ ...ACCOUNT_COLUMNS, googleSub: users.googleSub, emailVerified: users.emailVerified })
    .from(users)
    .leftJoin(mailboxes, eq(mailboxes.userId, users.id))
    .where(and(eq(users.email, identity.email), isNull(users.deletedAt)));
  const [[linked], [sameEmail]] = await db.batch([bySub, byEmail]);
  return { linked, sameEmail };
}

/**
 * Links an account to the Google identity that has verified its e-mail. If it was unverified before, whoever set the
 * password may be another person: the password, every session and known device and a mailbox of another address are
 * removed.
 * @returns whether sessions have ended
 */
export async function linkGoogle(
  db: UserDatabase,
  userId: string,
  { sub, email }: { sub: string; email: string },
): Promise<boolean> {
  const unproved = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)));
  const [ended] = await db.batch([
    db.delete(sessions).where(inArray(sessions.userId, unproved)).returning({ userId: sessions.userId }),
    db.delete(devices).where(inArray(devices.userId, unproved)),
    db.delete(mailboxes).where(and(inArray(mailboxes.userId, unproved), ne(mailboxes.email, email))),
    db
      .update(users)
      .set({
        googleSub: sub,
        emailVerified: true,
        passwordHash: sql`CASE WHEN ${users.emailVerified} THEN ${users.passwordHash} END`,
      })
      .where(and(isOpenAccount(userId), isNull(users.googleSub))),
  ]);
  return ended.length > 0;
}

/** Query that changes an open account; goes into a batch with the reads of the response. */
export const updateAccountQuery = (db: UserDatabase, userId: string, change: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(change).where(isOpenAccount(userId));

/** Query that completes the setup, if there is a CV. */
export const completeWizardQuery = (db: UserDatabase, userId: string) =>
  db
    .update(users)
    .set({ wizardCompleted: true })
    .where(and(isOpenAccount(userId), isNotNull(users.cvPath)));
