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
const PEOPLE = 4;
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

/** What is stored in the database of users, by table and index: pages as SQLite counts them, and bytes of texts. */
export async function measureBytes({ print }: Run): Promise<Measured[]> {
  const product = await startProduct({ entry: ENTRY, settings: { ...SETTINGS, HOST_DELAY_MS: "0" } });
  const copy = mkdtempSync(join(tmpdir(), "candidature-bytes-"));
  try {
    await prepareWorld(product, {});
    let companies = 0;
    for (let number = 0; number < PEOPLE; number += 1) {
      const person = new Person(product, `person-${number}`, { polls: false });
      await person.join();
      companies += await person.search();
      const ids = (await person.listCompanies()).slice(0, LETTERS);
      await person.writeLetters(ids);
      await person.waitForMails(await person.queueMails(ids));
      print(`person ${number + 1} of ${PEOPLE}`);
    }
    using database = openUsers(product.storage, copy);
    const count = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
    // An empty table has a page too, as each of its indexes: of a database, not of a user.
    const stored = (database.prepare(STORED_SQL).all() as unknown as Stored[]).filter(({ table }) => count(table) > 0);
    const all = stored.reduce((sum, { bytes }) => sum + bytes, 0);
    const texts = Object.entries(TEXTS).flatMap(([table, columns]) =>
      columns.map((column) => {
        const sql = `SELECT count(${column}) AS n, coalesce(sum(length(CAST(${column} AS BLOB))), 0) AS bytes FROM ${table}
          WHERE ${column} <> ''`;
        const { n = 0, bytes = 0 } = database.prepare(sql).get() ?? {};
        const row = [Number(n), Math.round(Number(bytes) / Number(n) || 0), toShare(Number(bytes), all)];
        return [`${table}.${column}`, row] as const;
      }),
    );
    return [
      {
        title: "What lies in the database of users, by table and index",
        how: `${PEOPLE} people with ${companies} companies, ${PEOPLE * LETTERS} letters and mails: ${all} bytes in pages.`,
        figures: [],
        table: {
          columns: ["rows", "bytes a row", "payload a row", "share"],
          rows: Object.fromEntries(
            stored
              .filter(({ bytes }) => bytes / all >= LEAST_SHARE)
              .map(({ name, table, bytes, payload }) => {
                const rows = count(table);
                const toRow = (total: number) => Math.round(total / Math.max(1, rows));
                return [name, [rows, toRow(bytes), toRow(payload), toShare(bytes, all)]];
              }),
          ),
        },
      },
      {
        title: "Texts in its rows",
        how: "Bytes of UTF-8; the share is of all bytes in pages.",
        figures: [],
        table: { columns: ["not empty", "bytes each", "share"], rows: Object.fromEntries(texts) },
      },
    ];
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await product.stop();
  }
}

const toShare = (bytes: number, all: number): string => `${((100 * bytes) / all).toFixed(1)} %`;

/** The database that has users, from a copy: workerd goes on writing to its own. */
function openUsers(storage: string, copy: string): DatabaseSync {
  for (const file of globSync("d1/**/*.sqlite*", { cwd: storage }))
    copyFileSync(join(storage, file), join(copy, file.slice(file.lastIndexOf("/") + 1)));
  for (const file of globSync("*.sqlite", { cwd: copy })) {
    const database = new DatabaseSync(join(copy, file));
    const [users] = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'users'").all();
    if (users && database.prepare("SELECT 1 FROM users").get()) return database;
    database.close();
  }
  throw new Error("no database of users");
}
