import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Migration } from "./migrate-shard.ts";

const FOLDER = join(import.meta.dirname, "../migrations");

/** The migrations of the folder, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, script: readFileSync(join(FOLDER, name), "utf8") }));
