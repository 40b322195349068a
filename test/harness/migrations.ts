import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../migrations", import.meta.url));

/** The statements of each migration, in order. */
export const listMigrations = (): string[][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").split("--> statement-breakpoint"));
