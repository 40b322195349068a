/**
 * Builds migrations.gen.ts from the folder of migrations, for shards that no command can migrate:
 * `npm run db:generate`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MIGRATIONS_FOLDER = join(import.meta.dirname, "../migrations");
const FILE = join(import.meta.dirname, "../worker/shards/migrations.gen.ts");

/** The text of migrations.gen.ts. */
export function renderMigrations(): string {
  const names = readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  const lines = names.map((name) => {
    const script = readFileSync(join(MIGRATIONS_FOLDER, name), "utf8");
    return `  { name: ${JSON.stringify(name)}, script: ${JSON.stringify(script)} },\n`;
  });
  return [
    "// Built by tools/build-migrations.ts from migrations/.\n\n",
    "/** All migrations, in order. */\n",
    `export const MIGRATIONS: readonly { name: string; script: string }[] = [\n${lines.join("")}];\n`,
  ].join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, renderMigrations());
