import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../db/client";
import { users } from "../db/schema/account";

/** The user's own data that a message is written from. */
export type Candidate = NonNullable<Awaited<ReturnType<typeof candidateQuery>>[number]>;

export function candidateQuery(db: Database, userId: string) {
  return db
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      template: users.templateMessage,
      attachCv: users.attachCv,
      cvPath: users.cvPath,
      cvText: users.cvText,
      cvTextStatus: users.cvTextStatus,
      cvFacts: users.cvFacts,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}
