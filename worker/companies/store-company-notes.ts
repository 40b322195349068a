import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import { LIMITS } from "../contract/limits";
import type { UserDatabase } from "../db/client";
import { companies } from "../db/schema/companies";
import { companyNotes, companyTags } from "../db/schema/company-notes";

/** Notes and tags are the user's alone: only this file and the export read them. */

interface CompanyKey {
  userId: string;
  companyId: string;
}

export type NoteRow = typeof companyNotes.$inferSelect;

const isOpenCompany = ({ userId, companyId }: CompanyKey) =>
  and(eq(companies.userId, userId), eq(companies.id, companyId), isNull(companies.archivedAt));
/** Whether the user's company is in the archive. */
interface CompanyPlace {
  archivedAt: string | null;
}
const placeQuery = (db: UserDatabase, { userId, companyId }: CompanyKey) =>
  db
    .select({ archivedAt: companies.archivedAt })
    .from(companies)
    .where(and(eq(companies.userId, userId), eq(companies.id, companyId)));
const isOfCompany = (table: typeof companyNotes | typeof companyTags, { userId, companyId }: CompanyKey) =>
  and(eq(table.userId, userId), eq(table.companyId, companyId));

export const noteQuery = (db: UserDatabase, key: CompanyKey) =>
  db.select().from(companyNotes).where(isOfCompany(companyNotes, key));

/** The tags of a company, in the order in which they were given. */
export const tagsQuery = (db: UserDatabase, key: CompanyKey) =>
  db
    .select({ tag: companyTags.tag, foldedTag: companyTags.foldedTag })
    .from(companyTags)
    .where(isOfCompany(companyTags, key))
    .orderBy(asc(companyTags.createdAt), asc(companyTags.foldedTag));

/**
 * Saves a note unless another version has been saved since.
 * @param version the one that was edited; 0 for none
 * @param at ISO 8601 UTC
 * @returns the note as it is now, and where its company is (undefined: the user has none such)
 */
export async function saveNote(
  db: UserDatabase,
  key: CompanyKey,
  { text, version, at }: { text: string; version: number; at: string },
): Promise<{ saved: boolean; note: NoteRow | undefined; place: CompanyPlace | undefined }> {
  const isKept = sql`EXISTS (SELECT 1 FROM company_notes AS kept
    WHERE kept.user_id = ${key.userId} AND kept.company_id = ${key.companyId})`;
  const [saved, notes, places] = await db.batch([
    db
      .insert(companyNotes)
      // All columns in the order of the table.
      .select(
        sql`SELECT companies.user_id, companies.id, ${text}, 1, ${at} FROM companies
          WHERE ${isOpenCompany(key)} AND (${version} = 0 OR ${isKept})`,
      )
      .onConflictDoUpdate({
        target: [companyNotes.userId, companyNotes.companyId],
        set: { text, version: version + 1, updatedAt: at },
        setWhere: eq(companyNotes.version, version),
      })
      .returning({ version: companyNotes.version }),
    noteQuery(db, key),
    placeQuery(db, key),
  ]);
  return { saved: saved.length > 0, note: notes[0], place: places[0] };
}

/**
 * Gives a company a tag, in the spelling in which the user has it already. A company has so many at most.
 * @param at ISO 8601 UTC
 * @returns its tags, and where it is (undefined: the user has no such company)
 */
export async function insertTag(
  db: UserDatabase,
  key: CompanyKey,
  { tag, foldedTag, at }: { tag: string; foldedTag: string; at: string },
): Promise<{ tags: { tag: string; foldedTag: string }[]; place: CompanyPlace | undefined }> {
  const inUse = sql`(SELECT used.tag FROM company_tags AS used
    WHERE used.user_id = ${key.userId} AND used.folded_tag = ${foldedTag} LIMIT 1)`;
  const given = sql`(SELECT count(*) FROM company_tags AS given
    WHERE given.user_id = ${key.userId} AND given.company_id = ${key.companyId})`;
  const [, tags, places] = await db.batch([
    db
      .insert(companyTags)
      // All columns in the order of the table.
      .select(
        sql`SELECT companies.user_id, companies.id, ${foldedTag}, coalesce(${inUse}, ${tag}), ${at} FROM companies
          WHERE ${isOpenCompany(key)} AND ${given} < ${LIMITS.companyTags}`,
      )
      .onConflictDoNothing(),
    tagsQuery(db, key),
    placeQuery(db, key),
  ]);
  return { tags, place: places[0] };
}

/** Takes a tag away. @returns the other tags of the company, and where it is (undefined: there is none) */
export async function deleteTag(
  db: UserDatabase,
  key: CompanyKey,
  foldedTag: string,
): Promise<{ tags: { tag: string }[]; place: CompanyPlace | undefined }> {
  const [, tags, places] = await db.batch([
    db.delete(companyTags).where(and(isOfCompany(companyTags, key), eq(companyTags.foldedTag, foldedTag))),
    tagsQuery(db, key),
    placeQuery(db, key),
  ]);
  return { tags, place: places[0] };
}

/** The tags of the companies on the dashboard, those used most first. */
export const tagsInUseQuery = (db: UserDatabase, userId: string) =>
  db
    .select({ tag: sql<string>`min(${companyTags.tag})`.as("tag") })
    .from(companyTags)
    .innerJoin(companies, and(eq(companies.userId, companyTags.userId), eq(companies.id, companyTags.companyId)))
    .where(and(eq(companyTags.userId, userId), isNull(companies.archivedAt)))
    .groupBy(companyTags.foldedTag)
    .orderBy(desc(count()), asc(companyTags.foldedTag))
    .limit(LIMITS.tagSuggestions);

/** Deletes the notes and tags of those of the companies that are there no more. */
export const deleteNotesAndTagsQueries = (db: UserDatabase, userId: string, companyIds: string[]) => {
  const isGone = (table: typeof companyNotes | typeof companyTags) =>
    and(
      eq(table.userId, userId),
      sql`${table.companyId} IN (SELECT value FROM json_each(${JSON.stringify(companyIds)}))`,
      sql`NOT EXISTS (SELECT 1 FROM ${companies}
        WHERE ${companies.userId} = ${userId} AND ${companies.id} = ${table.companyId})`,
    );
  return [
    db.delete(companyNotes).where(isGone(companyNotes)),
    db.delete(companyTags).where(isGone(companyTags)),
  ] as const;
};
