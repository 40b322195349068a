import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import "../../tools/node-loader.ts";
import { openStorages } from "../../tools/open-platform.ts";
import { listMigrations } from "./migrations.ts";

// Makes the tables of a new local storage, as `wrangler d1 migrations apply` does with four times the work; then runs
// the statements of `--sql`, a JSON file, and publishes a directory of the sandbox's companies where that is wanted.

const { values } = parseArgs({
  options: { "persist-to": { type: "string" }, sql: { type: "string" }, directory: { type: "boolean" } },
});
if (values["persist-to"] === undefined) throw new Error("--persist-to is missing");

const { storages, close } = await openStorages(["DB", "SHARED"], { remote: false, persistTo: values["persist-to"] });
try {
  const seed = values.sql === undefined ? [] : z.array(z.string()).parse(JSON.parse(readFileSync(values.sql, "utf8")));
  for (const statements of [...listMigrations(), ...(seed.length > 0 ? [seed] : [])])
    await storages.DB.batch(statements.map((statement) => storages.DB.prepare(statement)));
  if (values.directory === true) {
    const { publishSampleRelease } = await import("../sandbox/directory/sample-release.ts");
    await publishSampleRelease(storages.SHARED);
  }
} finally {
  await close();
}
