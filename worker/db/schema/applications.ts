import { primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ApplicationWay } from "../../contract/companies";

/** Applications without e-mail, as the user tells of them. Name and city as they were: a row outlives its company. */
export const applications = sqliteTable(
  "applications",
  {
    userId: text("user_id").notNull(),
    id: text().notNull(),
    companyId: text("company_id").notNull(),
    companyName: text("company_name").notNull(),
    companyCity: text("company_city").notNull(),
    way: text().$type<ApplicationWay>().notNull(),
    /** The number called, or the page where it was done. */
    target: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex("one_application_a_way").on(t.userId, t.companyId, t.way),
  ],
);
