import { integer } from "drizzle-orm/sqlite-core";

/**
 * A boolean column, false by default. Times in other columns are ISO 8601 UTC texts, which sort correctly and go out on
 * the wire unchanged.
 */
export const booleanColumn = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);
