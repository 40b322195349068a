import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./bundle-worker.ts";
import { READY_LINE, type Server, startServerProcess } from "./server-process.ts";

interface BuiltServerOptions {
  /** Statements for the database before the server is ready. */
  sql?: string[];
  /** Settings of the operator that differ. */
  settings?: Record<string, string>;
  /** Cities of which a directory of the sandbox's companies is published, half a second of work each; or `all` nine. */
  directory?: "all" | readonly string[];
  /** A folder in the place of the built web app. */
  assets?: string;
}

/**
 * Starts the product with the built web app on new storage. The sandbox stands for other services, and mails of the
 * outbox leave within seconds. The developer's .dev.vars is not read. Needs `npm run build` first.
 */
export function startBuiltServer({
  sql,
  settings = {},
  directory = [],
  assets,
}: BuiltServerOptions = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "candidature-e2e-"));
  const sqlPath = join(folder, "seed.json");
  if (sql !== undefined) writeFileSync(sqlPath, JSON.stringify(sql));
  return startServerProcess({
    args: (port) => [
      join(projectRoot, "test/harness/serve-product.ts"),
      "--port",
      String(port),
      "--storage",
      join(folder, "storage"),
      "--settings",
      JSON.stringify(settings),
      ...(sql === undefined ? [] : ["--sql", sqlPath]),
      ...[directory].flat().flatMap((city) => ["--directory", city]),
      ...(assets === undefined ? [] : ["--assets", assets]),
    ],
    folder,
    readyLine: READY_LINE,
  });
}
