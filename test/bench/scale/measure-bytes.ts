import { copyFileSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Run } from "../../harness/cli.ts";
import { startProduct } from "../../harness/product.ts";
import type { Measured } from "../../harness/report.ts";
import { ENTRY, prepareWorld, SETTINGS } from "./measure-units.ts";
import { Person } from "./person.ts";

/** People who each have one search, some letters and mails: enough for rows of several to share pages. */
const PEOPLE = 6;
const LETTERS = 10;
/** Less than this share of all bytes is left out of the table. */
const LEAST_SHARE = 0.005;

interface Stored {
  name: string;
  table: string;
  pages: number;
  bytes: number;
  payload: number;
}

const STORED_SQL = `
  SELECT s.name, m.tbl_name AS "table", count(*) AS pages, sum(s.pgsize) AS bytes, sum(s.payload) AS payload
  FROM dbstat s JOIN sqlite_schema m ON m.name = s.name
  WHERE m.tbl_name NOT LIKE 'sqlite%' AND m.tbl_name NOT LIKE '\\_%' ESCAPE '\\'
  GROUP BY s.name ORDER BY bytes DESC`;
/** Texts that lie in rows, by table. */
const TEXTS: Record<string, readonly string[]> = {
  companies: ["subject", "message", "message_claims", "message_warnings", "contacts", "facts", "about", "sources"],
  message_versions: ["subject", "message", "claims", "warnings"],
  mails: ["subject", "body"],
  users: ["cv_text", "cv_facts", "template_message"],
};

type Change = (database: DatabaseSync) => void;
const keepLetterOnce: Change = (database) =>
  database.exec(
    `UPDATE message_versions SET subject = '', message = '', claims = NULL, warnings = NULL WHERE version =
      (SELECT message_version FROM companies c WHERE c.user_id = message_versions.user_id AND c.id = company_id)`,
  );
const forgetMailTexts: Change = (database) => database.exec("UPDATE mails SET body = ''");
const forgetUnwritten: Change = (database) => database.exec("DELETE FROM companies WHERE message = ''");

/** What would lie there if less was kept, as changes of a copy. */
const OPTIONS: Record<string, Change> = {
  "as it is": () => undefined,
  "the present letter once, not among its versions too": keepLetterOnce,
  "no text in the log of mails": forgetMailTexts,
  "no claims of letters": (database) =>
    database.exec("UPDATE companies SET message_claims = NULL; UPDATE message_versions SET claims = NULL"),
  "no facts of companies": (database) => database.exec("UPDATE companies SET facts = NULL, about = ''"),
  "ids of 22 characters": shortenIds,
  "no indexes for the orders of the dashboard": (database) =>
    database.exec("DROP INDEX companies_by_website; DROP INDEX companies_by_name; DROP INDEX companies_by_date"),
  "no companies without a letter": forgetUnwritten,
  "letter once, no mail texts, short ids": (database) => {
    for (const change of [keepLetterOnce, forgetMailTexts, shortenIds]) change(database);
  },
  "these, and no companies without a letter": (database) => {
    for (const change of [keepLetterOnce, forgetMailTexts, shortenIds, forgetUnwritten]) change(database);
  },
};

/** A UUID has 36 characters; 22 tell as many apart. */
function shortenIds(database: DatabaseSync): void {
  const columns = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND (c.name IN ('user_id', 'company_id') OR (t.name IN ('companies', 'users', 'mails')
          AND c.name = 'id'))`,
    )
    .all();
  for (const { table, column } of columns)
    database.exec(`UPDATE "${String(table)}" SET "${String(column)}" = substr("${String(column)}", 1, 22)`);
}

/** Bytes of a copy after a change, rows packed anew; a database without rows is taken off. */
function measureOption(file: string, change: Change): number {
  const copy = `${file}-option`;
  rmSync(copy, { force: true });
  copyFileSync(file, copy);
  const database = new DatabaseSync(copy);
  change(database);
  database.exec("VACUUM");
  const stored = database.prepare(STORED_SQL).all() as unknown as Stored[];
  const hasRows = (table: string) => database.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined;
  const sum = stored.reduce((bytes, each) => bytes + (hasRows(each.table) ? each.bytes : 0), 0);
  database.close();
  return sum;
}

/** What is stored in the database of users, by table and index: pages as SQLite counts them, and bytes of texts. */
export async function measureBytes({ print }: Run): Promise<Measured[]> {
  const product = await startProduct({ entry: ENTRY, settings: { ...SETTINGS, HOST_DELAY_MS: "0" } });
  const copy = mkdtempSync(join(tmpdir(), "candidature-bytes-"));
  try {
    await prepareWorld(product, {});
    let companies = 0;
    for (let number = 0; number < PEOPLE; number += 1) {
      // All write to the same companies, whose week would be full.
      await product.write([{ sql: "DELETE FROM courtesy_slots", values: [] }], "SHARED_DB");
      const person = new Person(product, `person-${number}`, { polls: false });
      await person.join();
      companies += await person.search();
      const ids = (await person.listCompanies()).slice(0, LETTERS);
      await person.writeLetters(ids);
      await person.waitForMails(await person.queueMails(ids));
      print(`person ${number + 1} of ${PEOPLE}`);
    }
    const file = copyUsers(product.storage, copy);
    const database = new DatabaseSync(file);
    const count = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
    // An empty table has a page too, as each of its indexes: of a database, not of a user.
    const stored = (database.prepare(STORED_SQL).all() as unknown as Stored[]).filter(({ table }) => count(table) > 0);
    const all = stored.reduce((sum, { bytes }) => sum + bytes, 0);
    const texts = Object.entries(TEXTS).flatMap(([table, columns]) =>
      columns.map((column) => {
        const sql = `SELECT count(*) AS n, coalesce(sum(length(CAST(${column} AS BLOB))), 0) AS bytes
          FROM ${table} WHERE ${column} <> ''`;
        const { n = 0, bytes = 0 } = database.prepare(sql).get() ?? {};
        const row = [Number(n), Math.round(Number(bytes) / Number(n) || 0), toShare(Number(bytes), all)];
        return [`${table}.${column}`, row] as const;
      }),
    );
    const packed = measureOption(file, () => undefined);
    const options = Object.entries(OPTIONS).map(([name, change]) => {
      const bytes = measureOption(file, change);
      const row = [bytes, toShare(bytes, packed)];
      return [name, row] as const;
    });
    const tables = stored
      .filter(({ bytes }) => bytes / all >= LEAST_SHARE)
      .map(({ name, table, bytes, payload }) => {
        const rows = count(table);
        const toRow = (total: number) => Math.round(total / rows);
        const row = [rows, toRow(bytes), toRow(payload), toShare(bytes, all)];
        return [name, row] as const;
      });
    database.close();
    return [
      {
        title: "What lies in the database of users, by table and index",
        how: `${PEOPLE} people, ${companies} companies, ${PEOPLE * LETTERS} letters and mails: ${all} bytes in pages.`,
        figures: [],
        table: {
          columns: ["rows", "bytes a row", "payload a row", "share"],
          rows: Object.fromEntries(tables),
        },
      },
      {
        title: "Texts in its rows",
        how: "Bytes of UTF-8; the share is of all bytes in pages.",
        figures: [],
        table: { columns: ["not empty", "bytes each", "share"], rows: Object.fromEntries(texts) },
      },
      {
        title: "What would lie there if less was kept",
        how: "Changes of a copy, one at a time, with its rows packed anew.",
        figures: [],
        table: { columns: ["bytes", "of all"], rows: Object.fromEntries(options) },
      },
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await product.stop();
  }
}

const toShare = (bytes: number, all: number): string => `${((100 * bytes) / all).toFixed(1)} %`;

/** Copies the database that has users, as workerd goes on writing to its own. @returns the copy */
function copyUsers(storage: string, folder: string): string {
  for (const file of globSync("d1/**/*.sqlite*", { cwd: storage }))
    copyFileSync(join(storage, file), join(folder, file.slice(file.lastIndexOf("/") + 1)));
  for (const name of globSync("*.sqlite", { cwd: folder })) {
    const file = join(folder, name);
    const database = new DatabaseSync(file);
    // What was written last is in a file beside it.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'users'").get() !== undefined;
    const hasUsers = hasTable && database.prepare("SELECT 1 FROM users").get() !== undefined;
    database.close();
    if (hasUsers) return file;
  }
  throw new Error("no database of users");
}
