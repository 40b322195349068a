import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../db/client";
import { users } from "../db/schema/account";
import { statedFactsSql } from "./facts/store-confirmed-facts";

/** The user's own data that a message is written from. */
export type Candidate = NonNullable<Awaited<ReturnType<typeof candidateQuery>>[number]>;

export function candidateQuery(db: Database, userId: string) {
  return db
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      signaturePhone: users.signaturePhone,
      signatureLinks: users.signatureLinks,
      template: users.templateMessage,
      attachCv: users.attachCv,
      cvPath: users.cvPath,
      cvText: users.cvText,
      cvTextStatus: users.cvTextStatus,
      cvFacts: users.cvFacts,
      /** Facts the user has stated, in the order of stating. */
      confirmed: statedFactsSql(userId),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

/** What a letter may hold of the candidate's contacts, besides their address. */
export const listContacts = ({
  signaturePhone,
  signatureLinks,
}: Pick<Candidate, "signaturePhone" | "signatureLinks">): string[] =>
  [signaturePhone, ...signatureLinks].filter((contact) => contact !== "");
