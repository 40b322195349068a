import { fileURLToPath } from "node:url";
import { build } from "vite";

let bundle: Promise<string> | undefined;

async function bundleSandbox(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("../sandbox", import.meta.url)),
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: "index.ts",
      write: false,
      minify: false,
      target: "es2024",
      rolldownOptions: { external: [/^cloudflare:/, /^node:/], output: { codeSplitting: false } },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("the sandbox must build to one bundle");
  return built.output[0].code;
}

/** A sandbox that does not build must not stop the tests that do not use it. */
function createBrokenSandbox(error: unknown): string {
  const message = `the sandbox does not build: ${error instanceof Error ? error.message : String(error)}`;
  console.warn(message);
  return `import { DurableObject } from "cloudflare:workers";
    export class SandboxState extends DurableObject {}
    export default { fetch: () => new Response(${JSON.stringify(message)}, { status: 500 }) };`;
}

/**
 * The sandbox as Miniflare's options: the test pool takes an auxiliary Worker only as a finished script.
 * Bundled once a process. Mirrors test/sandbox/wrangler.toml.
 */
export async function createSandboxWorker() {
  bundle ??= bundleSandbox().catch(createBrokenSandbox);
  return {
    name: "candidature-sandbox",
    compatibilityDate: "2026-10-01",
    compatibilityFlags: ["nodejs_compat"],
    modules: [{ type: "ESModule" as const, path: "index.js", contents: await bundle }],
    durableObjects: { STATE: { className: "SandboxState", useSQLite: true } },
  };
}
