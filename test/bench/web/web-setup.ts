import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { startBuiltServer } from "../../harness/built-server.ts";
import { SEED_COMPANIES_SQL, splitIntoRanges } from "../dashboard-queries/seed-dashboard.ts";

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Companies on the dashboard. */
export const COMPANY_COUNT = 10_000;
const USER_ID = "bench";

export interface WebSetup {
  url: string;
  /** The cookie of a signed-in user with ten thousand companies, as many again in the archive. */
  session: { name: string; value: string; domain: string; path: string; httpOnly: true; secure: true; sameSite: "Lax" };
  stop: () => Promise<void>;
}

const quoteSql = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value}'`);
/** wrangler executes SQL files without parameters. */
const bindSql = (sql: string, values: (string | number)[]): string =>
  sql.replaceAll(/\?(\d)/gu, (_, number: string) => quoteSql(values[Number(number) - 1] ?? ""));
const insertSql = (table: string, row: Record<string, string | number>) =>
  `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(quoteSql).join(", ")});`;

/** The statements that make the user. @param token of their session */
function seedSql(token: string): string[] {
  const now = new Date().toISOString();
  const hash = createHash("sha256").update(token).digest("hex");
  const companies = splitIntoRanges(COMPANY_COUNT).map(
    (range) => `${bindSql(SEED_COMPANIES_SQL, [USER_ID, ...range])};`,
  );
  return [
    insertSql("users", {
      id: USER_ID,
      name: "Ana Martin",
      email: "bench@mail.example",
      language: "fr",
      wizard_completed: 1,
      created_at: now,
    }),
    insertSql("sessions", {
      token_hash: hash,
      user_id: USER_ID,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    ...companies,
  ];
}

/** The bare page beside the built web app. Its script is in /assets: the worker answers 404 for other unknown files. */
async function addBarePage(folder: string): Promise<void> {
  cpSync(toPath("../../../dist/client"), folder, { recursive: true });
  const out = mkdtempSync(join(tmpdir(), "candidature-bare-"));
  await build({
    configFile: false,
    root: toPath("."),
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: out,
      emptyOutDir: true,
      lib: { entry: toPath("bare-table.ts"), formats: ["es"], fileName: "bare" },
    },
  });
  // In /assets/: wrangler.toml sends every other path with a dot to the worker, which answers 404.
  writeFileSync(join(folder, "assets/bare.js"), readFileSync(join(out, "bare.js")));
  writeFileSync(
    join(folder, "bare.html"),
    '<!doctype html><title>bare</title><div id="root"></div><script type="module" src="/assets/bare.js"></script>',
  );
  rmSync(out, { recursive: true });
}

/** The built product under workerd. Needs `npm run build` first. */
export async function startWebSetup(): Promise<WebSetup> {
  const token = randomBytes(24).toString("base64url");
  const session = {
    name: "__Host-session",
    value: `${USER_ID}.${token}`,
    domain: "localhost",
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "Lax",
  } as const;
  const assets = mkdtempSync(join(tmpdir(), "candidature-web-"));
  await addBarePage(assets);
  const server = await startBuiltServer({ sql: seedSql(token), assets });
  return {
    url: server.url,
    session,
    stop: async () => {
      await server.stop();
      rmSync(assets, { recursive: true, force: true });
    },
  };
}
