import { integer } from "drizzle-orm/sqlite-core";

/** A column that is true or false, false at first. Of the other columns: times are ISO 8601 UTC texts, which sort as they read and go out on the wire as they are. */
export const booleanColumn = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);
