import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types";
import { z } from "zod";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
/** Where `npm run dev` keeps its database. */
export const LOCAL_STATE_PATH = join(projectRoot, ".wrangler/state");

/** An error that a command prints without a stack. */
export class CommandError extends Error {}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

const WranglerConfig = z.object({
  name: z.string(),
  compatibility_date: z.string(),
  d1_databases: z.array(z.looseObject({ binding: z.string() })),
});

/**
 * The product's database for a command: a local one, or the deployed one through wrangler's login.
 * @param place `persistTo`: folder of a local database, as wrangler's own commands name it
 * @param table a table that must exist
 * @throws CommandError
 */
export async function openDatabase(
  { remote, persistTo }: { remote: boolean; persistTo: string },
  table: string,
): Promise<{ db: D1Database; close: () => Promise<void> }> {
  // Loaded late: it takes two seconds, which a misspelt command need not wait for.
  const { getPlatformProxy, unstable_readConfig } = await import("wrangler");
  const config = WranglerConfig.parse(
    unstable_readConfig({ config: join(projectRoot, "wrangler.toml") }, { hideWarnings: true }),
  );
  const database = config.d1_databases.find(({ binding }) => binding === "DB");
  if (!database) throw new CommandError("wrangler.toml binds no database DB");
  const folder = mkdtempSync(join(tmpdir(), "candidature-command-"));
  const configPath = join(folder, "wrangler.json");
  try {
    writeFileSync(
      configPath,
      JSON.stringify({
        name: config.name,
        compatibility_date: config.compatibility_date,
        d1_databases: [{ ...database, remote }],
      }),
    );
    const {
      env: { DB: db },
      dispose: close,
    } = await getPlatformProxy<{ DB: D1Database }>({
      configPath,
      envFiles: [],
      persist: { path: resolve(persistTo, "v3") },
      remoteBindings: remote,
    });
    if (!(await db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1").bind(table).first())) {
      await close();
      const command = `npx wrangler d1 migrations apply DB ${remote ? "--remote" : "--local"}`;
      throw new CommandError(`the database has no table "${table}" yet: ${command}`);
    }
    return { db, close };
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(`the database cannot be opened: ${describeError(error)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
