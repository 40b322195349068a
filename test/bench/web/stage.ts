import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { startServer } from "../../e2e/server.ts";
import { SEED, stretchesOf } from "../pages/dashboard.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Companies on the dashboard. */
export const COMPANIES = 10_000;
const USER = "bench";

export interface WebStage {
  url: string;
  /** The header of a signed-in user with ten thousand companies, as many again in the archive. */
  cookie: string;
  stop: () => Promise<void>;
}

const quoted = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value}'`);
const insert = (table: string, row: Record<string, string | number>) =>
  `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(quoted).join(", ")});`;

/** The statements that make the user. @param token of their session */
function seedOf(token: string): string {
  const now = new Date().toISOString();
  const hash = createHash("sha256").update(token).digest("hex");
  const companies = stretchesOf(COMPANIES).map(
    ([from, until]) =>
      `${SEED.replaceAll("?1", quoted(USER)).replaceAll("?2", String(from)).replaceAll("?3", String(until))};`,
  );
  return [
    insert("users", {
      id: USER,
      name: "Ana Martin",
      email: "bench@mail.example",
      language: "fr",
      wizard_completed: 1,
      created_at: now,
    }),
    insert("sessions", {
      token_hash: hash,
      user_id: USER,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
    ...companies,
  ].join("\n");
}

/** The bare page beside the built web app, served by the same server. */
async function withBarePage(folder: string): Promise<void> {
  cpSync(at("../../../dist/client"), folder, { recursive: true });
  const out = mkdtempSync(join(tmpdir(), "candidature-bare-"));
  await build({
    configFile: false,
    root: at("."),
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: { outDir: out, emptyOutDir: true, lib: { entry: at("bare.ts"), formats: ["es"], fileName: "bare" } },
  });
  writeFileSync(join(folder, "bare.js"), readFileSync(join(out, "bare.js")));
  writeFileSync(
    join(folder, "bare.html"),
    '<!doctype html><title>bare</title><div id="root"></div><script type="module" src="/bare.js"></script>',
  );
  rmSync(out, { recursive: true });
}

/** The built product under workerd. Needs `npm run build` first. */
export async function startStage(): Promise<WebStage> {
  const token = randomBytes(24).toString("base64url");
  const assets = mkdtempSync(join(tmpdir(), "candidature-web-"));
  await withBarePage(assets);
  const server = await startServer(undefined, { sql: seedOf(token), assets });
  return {
    url: server.url,
    cookie: `__Host-session=${USER}.${token}`,
    stop: async () => {
      await server.stop();
      rmSync(assets, { recursive: true, force: true });
    },
  };
}
