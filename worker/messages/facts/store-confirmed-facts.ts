import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { FactKind } from "../../contract/account";
import { LIMITS } from "../../contract/limits";
import type { UserDatabase } from "../../db/client";
import { confirmedFacts } from "../../db/schema/account";
import { parseJson } from "../../lib/parse-json";

export type ConfirmedFact = typeof confirmedFacts.$inferSelect;

/** Query for what a user has stated, in the order of stating. */
export const confirmedFactsQuery = (db: UserDatabase, userId: string) =>
  db
    .select()
    .from(confirmedFacts)
    .where(eq(confirmedFacts.userId, userId))
    .orderBy(confirmedFacts.createdAt, confirmedFacts.id);

const Stated = z.array(z.object({ id: z.string(), kind: FactKind, text: z.string(), details: z.array(z.string()) }));
export type StatedFact = z.output<typeof Stated>[number];

/** The same as a column of any query. */
export const statedFactsSql = (userId: string): SQL<StatedFact[]> =>
  sql`(SELECT json_group_array(json_object('id', id, 'kind', kind, 'text', text, 'details', json(details)))
    FROM (SELECT * FROM confirmed_facts WHERE user_id = ${userId} ORDER BY created_at, id))`.mapWith((json: string) =>
    Stated.parse(parseJson(json)),
  );

/** A fact as one text: a job's tasks follow it on lines of their own. */
export const toFactText = ({ text, details }: Pick<StatedFact, "text" | "details">): string =>
  [text, ...details].join("\n");

/** Whether the user has stated a text. */
export const isConfirmedSql = (userId: string, foldedText: string): SQL =>
  sql`EXISTS (SELECT 1 FROM confirmed_facts WHERE user_id = ${userId} AND folded_text = ${foldedText})`;

/** Query that adds a fact, unless the user has stated the same text or as many facts as are allowed. */
export const insertConfirmedFactQuery = (
  db: UserDatabase,
  { userId, id, kind, text, details, foldedText, createdAt }: ConfirmedFact,
) =>
  // All columns in the order of the table. SQLite needs `WHERE` to parse the conflict clause after a SELECT.
  db
    .insert(confirmedFacts)
    .select(
      sql`SELECT ${userId}, ${id}, ${kind}, ${text}, ${JSON.stringify(details)}, ${foldedText}, ${createdAt}
        WHERE (SELECT count(*) FROM confirmed_facts WHERE user_id = ${userId}) < ${LIMITS.confirmedFacts}`,
    )
    .onConflictDoNothing();

/** Queries that change a fact. Another one of the same text is deleted: they are one. */
export const updateConfirmedFactQueries = (
  db: UserDatabase,
  { userId, id, kind, text, details, foldedText }: Omit<ConfirmedFact, "createdAt">,
) =>
  [
    db
      .delete(confirmedFacts)
      .where(
        and(
          eq(confirmedFacts.userId, userId),
          eq(confirmedFacts.foldedText, foldedText),
          ne(confirmedFacts.id, id),
          sql`EXISTS (SELECT 1 FROM confirmed_facts WHERE user_id = ${userId} AND id = ${id})`,
        ),
      ),
    db.update(confirmedFacts).set({ kind, text, details, foldedText }).where(isFact(userId, id)),
  ] as const;

export const deleteConfirmedFactQuery = (db: UserDatabase, userId: string, id: string) =>
  db.delete(confirmedFacts).where(isFact(userId, id));

const isFact = (userId: string, id: string) => and(eq(confirmedFacts.userId, userId), eq(confirmedFacts.id, id));
