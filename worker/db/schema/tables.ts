import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as account from "./account";
import * as companies from "./companies";
import * as mail from "./mail";
import * as messages from "./messages";
import * as search from "./search";

/** Every table, by the name its room exports it under: for what must forget none. */
export const tablesByName: ReadonlyMap<string, SQLiteTable> = new Map(
  [account, companies, search, messages, mail].flatMap((room) =>
    Object.entries(room).flatMap(([name, table]) => (is(table, SQLiteTable) ? [[name, table] as const] : [])),
  ),
);
