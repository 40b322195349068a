import { env } from "cloudflare:workers";
import { type DatabaseKind, findTableKind } from "../../harness/database-kinds";

/** In one line, which D1 runs as one call: a call for each statement takes twice as long. */
const toScript = (kind: DatabaseKind): string =>
  env.TEST_SCHEMA.filter(({ table }) => (findTableKind(table) ?? "user") === kind)
    .map(({ sql }) => `${sql.replaceAll("\n", " ")};`)
    .join(" ");

/** What makes the tables of an empty database of each kind. */
export const TABLE_SCRIPTS: Readonly<Record<DatabaseKind, string>> = {
  user: toScript("user"),
  shared: toScript("shared"),
};
