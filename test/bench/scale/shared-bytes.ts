import { createHash, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { listSchema } from "../../harness/migrations.ts";

// What lies in the shared database for each user and each mail. One person's rows fill no page, so many are made up.

const ROWS = 5_000;
const TABLES = ["user_directory", "courtesy_slots"];

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function countBytes(fill: (database: DatabaseSync, row: number) => void): number {
  const database = new DatabaseSync(":memory:");
  try {
    for (const { sql } of listSchema().filter(({ table }) => TABLES.includes(table))) database.exec(sql);
    const readSize = () =>
      Number(
        database.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size").get()?.[
          "bytes"
        ],
      );
    const empty = readSize();
    for (let row = 0; row < ROWS; row += 1) fill(database, row);
    return (readSize() - empty) / ROWS;
  } finally {
    database.close();
  }
}

/** Of the directory, a user with a Google account; and of a mail's place in its company's week. */
const measure = () => ({
  user: countBytes((database, row) => {
    database
      .prepare("INSERT INTO user_directory VALUES (?, ?, ?, ?, 'open', ?)")
      .run(
        randomUUID(),
        `first.last-${row}@mail.example`,
        `1${String(row).padStart(20, "0")}`,
        row % 500,
        new Date(row).toISOString(),
      );
  }),
  slot: countBytes((database, row) => {
    const at = new Date(row * 1_000).toISOString();
    database
      .prepare("INSERT INTO courtesy_slots VALUES (?, ?, ?, ?)")
      .run(hashOf(`attempt ${row}`), hashOf(`company ${row % 1_000}`), hashOf(`application ${row}`), at);
  }),
});

let measured: ReturnType<typeof measure> | undefined;
/** Once for all numbers of users. */
export const measureSharedBytes = () => (measured ??= measure());
