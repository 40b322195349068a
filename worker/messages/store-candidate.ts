import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserDatabase } from "../db/client";
import { profiles, users } from "../db/schema/account";
import { ApiError } from "../platform/api-error";
import { statedFactsSql } from "./facts/store-confirmed-facts";

/** The user's own data that a message is written from, with one of their profiles. */
export type Candidate = NonNullable<Awaited<ReturnType<typeof candidateQuery>>[number]>;

/** Query for the user with each of their profiles, the default one first. */
export function candidateQuery(db: UserDatabase, userId: string) {
  const isOpen = and(eq(users.id, userId), isNull(users.deletedAt));
  const personColumns = {
    name: users.name,
    email: users.email,
    language: users.language,
    signaturePhone: users.signaturePhone,
    signatureLinks: users.signatureLinks,
    attachCv: users.attachCv,
    /** Facts the user has stated, in the order of stating. */
    confirmed: statedFactsSql(userId).as("confirmed"),
  };
  const ofDefault = db
    .select({
      ...personColumns,
      profileId: sql<string>`coalesce(${users.profileId}, ${users.id})`.as("profile"),
      profileName: users.profileName,
      profileLanguage: users.profileLanguage,
      template: users.templateMessage,
      cvPath: users.cvPath,
      cvText: users.cvText,
      cvTextStatus: users.cvTextStatus,
      cvFacts: users.cvFacts,
      profileSince: sql<string>`''`.as("profile_since"),
    })
    .from(users)
    .where(isOpen);
  const ofOthers = db
    .select({
      ...personColumns,
      profileId: sql<string>`${profiles.id}`.as("profile"),
      profileName: profiles.profileName,
      profileLanguage: sql<(typeof users.$inferSelect)["profileLanguage"]>`${profiles.profileLanguage}`,
      template: profiles.templateMessage,
      cvPath: profiles.cvPath,
      cvText: profiles.cvText,
      cvTextStatus: profiles.cvTextStatus,
      cvFacts: profiles.cvFacts,
      profileSince: sql<string>`${profiles.createdAt}`.as("profile_since"),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isOpen, eq(profiles.userId, userId)));
  return ofDefault.unionAll(ofOthers).orderBy(sql`profile_since`, sql`profile`);
}

/**
 * The user with the profile of an id.
 * @param candidates one for each profile, the default one first
 * @param profileId null for the default one; so is a profile that is gone
 */
export const chooseCandidate = (candidates: readonly Candidate[], profileId: string | null | undefined) =>
  candidates.find((candidate) => candidate.profileId === profileId) ?? candidates[0];

/** The same for a profile that a call names. @throws ApiError `not_found` */
export function requireCandidate(
  candidates: readonly Candidate[],
  profileId: string | undefined,
): Candidate | undefined {
  const chosen = chooseCandidate(candidates, profileId);
  if (profileId !== undefined && chosen?.profileId !== profileId) throw new ApiError("not_found");
  return chosen;
}

/** What a letter may hold of the candidate's contacts, besides their address. */
export const listContacts = ({
  signaturePhone,
  signatureLinks,
}: Pick<Candidate, "signaturePhone" | "signatureLinks">): string[] =>
  [signaturePhone, ...signatureLinks].filter((contact) => contact !== "");
