import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a user notes about a company, for themselves alone: no letter and no mail is made of it. */
export const companyNotes = sqliteTable(
  "company_notes",
  {
    userId: text("user_id").notNull(),
    companyId: text("company_id").notNull(),
    text: text().notNull(),
    /** Counts the changes, from 1: another tab must not overwrite what it has not seen. */
    version: integer().notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] })],
);

/** Words by which a user sorts companies, for themselves alone. */
export const companyTags = sqliteTable(
  "company_tags",
  {
    userId: text("user_id").notNull(),
    companyId: text("company_id").notNull(),
    /** The tag as it is compared: lower case, without accents. */
    foldedTag: text("folded_tag").notNull(),
    tag: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.companyId, t.foldedTag] }),
    index("company_tags_by_tag").on(t.userId, t.foldedTag, t.companyId),
  ],
);
