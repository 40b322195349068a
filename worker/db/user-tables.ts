import { getTableColumns, is } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as account from "./schema/account";
import * as applications from "./schema/applications";
import * as companies from "./schema/companies";
import * as companyNotes from "./schema/company-notes";
import * as mail from "./schema/mail";
import * as messages from "./schema/messages";
import * as search from "./schema/search";

/** Every table of the users' database by its export name, read off the schema. */
export const tablesByName: ReadonlyMap<string, SQLiteTable> = new Map(
  [account, applications, companies, companyNotes, search, messages, mail].flatMap((schema) =>
    Object.entries(schema).flatMap(([name, table]) => (is(table, SQLiteTable) ? [[name, table] as const] : [])),
  ),
);

/** Every table that holds rows of a user, with its owner column: read off the schema, so that none is forgotten. */
export const USER_TABLES = [...tablesByName.values()].flatMap((table) => {
  const { userId: owner }: Record<string, SQLiteColumn | undefined> = getTableColumns(table);
  return owner ? [{ table, owner }] : [];
});
