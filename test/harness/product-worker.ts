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
  /** Whether a password's hash costs nothing, not a fifth of a second for each user. */
  cheapPasswords?: boolean;
  /** Laid over the settings of wrangler.toml. */
  settings: Record<string, string>;
  /** host:port of one server for every host outside; without it the sandbox is, a worker of its own. */
  outside?: string | undefined;
  /** Bindings of further shards of users. */
  further?: readonly string[];
}

/** The bundled script with the cost of password-hash.ts as low as it can be. @throws when it is not found */
function cheapenPasswords(script: string): string {
  const [before = "", after] = script.split(/(?<=\bSCRYPT_COST = )\{[^}]+\}/u);
  if (after === undefined) throw new Error("the bundled product holds no cost of a password's hash");
  return `${before}{ N: 2, r: 1, p: 1 }${after}`;
}

/** The product as Miniflare's options, and what a worker beside it needs to read the same storage. */
export function createProductWorker({
  config,
  script,
  cheapPasswords,
  settings,
  outside,
  further = [],
}: ProductWorkerOptions) {
  const { workerOptions } = readWorkerOptions(config);
  const { bindings, ...bound } = WorkerSettings.parse(workerOptions);
  const shards = Object.fromEntries(further.map((name) => [name, { id: name }]));
  const shared = { ...bound, d1Databases: { ...bound.d1Databases, ...shards } };
  const code = readFileSync(script, "utf8");
  return {
    worker: {
      ...workerOptions,
      ...shared,
      name: "candidature",
      modules: [
        { type: "ESModule" as const, path: "index.js", contents: cheapPasswords ? cheapenPasswords(code) : code },
      ],
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
