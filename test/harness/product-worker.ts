import { readFileSync } from "node:fs";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { z } from "zod";
import { FREE_WRITES } from "../sandbox/config-overrides.ts";

const WorkerSettings = z.object({
  bindings: z.record(z.string(), z.string()),
  compatibilityDate: z.string(),
  d1Databases: z.record(z.string(), z.object({ id: z.string() })),
  r2Buckets: z.record(z.string(), z.object({ id: z.string() })),
});

interface ProductWorkerOptions {
  /** Path of the wrangler.toml. No .dev.vars is read but one beside it. */
  config: string;
  /** Path of the bundled script. */
  script: string;
  /** Laid over the settings of wrangler.toml. */
  settings: Record<string, string>;
  /** host:port of one server for every host outside; without it the sandbox is, a worker of its own. */
  outside?: string | undefined;
}

/** The product as Miniflare's options, and what a worker beside it needs to read the same storage. */
export function createProductWorker({ config, script, settings, outside }: ProductWorkerOptions) {
  const { workerOptions } = readWorkerOptions(config);
  const { bindings, ...shared } = WorkerSettings.parse(workerOptions);
  return {
    worker: {
      ...workerOptions,
      name: "candidature",
      modules: [{ type: "ESModule" as const, path: "index.js", contents: readFileSync(script, "utf8") }],
      bindings: { ...bindings, ...settings },
      // Reserved names pass the safe fetch only through this binding.
      serviceBindings: {
        SANDBOX: outside === undefined ? "candidature-sandbox" : { external: { address: outside, http: {} } },
      },
      ratelimits: FREE_WRITES,
    },
    settings: shared,
  };
}
