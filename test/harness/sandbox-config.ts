import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FREE_WRITES, HURRIED_OUTBOX, sandboxOverrides } from "../sandbox/config-overrides.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * wrangler.toml with the settings of the sandbox, as TOML; derived each time, so that it cannot drift.
 * @param options.detached for a file outside the project: paths become absolute and nothing is built
 */
export function createSandboxConfig(options: { detached: boolean }): string {
  const { services } = sandboxOverrides;
  const vars = { ...sandboxOverrides.vars, ...HURRIED_OUTBOX };
  let toml = readFileSync(join(root, "wrangler.toml"), "utf8");
  for (const name of Object.keys(vars)) toml = toml.replace(new RegExp(`^${name} = .*\\n`, "m"), "");
  const added = Object.entries(vars).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  toml = toml.replace("[vars]\n", `[vars]\n${added.join("\n")}\n`);
  toml = toml.replaceAll(
    /^simple = \{ limit = \d+, /gm,
    `simple = { limit = ${FREE_WRITES.WRITE_BUDGET.simple.limit}, `,
  );
  for (const { binding, service } of services)
    toml += `\n[[services]]\nbinding = "${binding}"\nservice = "${service}"\n`;
  if (!options.detached) return toml;
  toml = toml.replace(/^\[build\]\n(.+\n)*/m, "");
  return toml.replace(
    /^(main|directory|migrations_dir) = "(.+)"$/gm,
    (_, key: string, path: string) => `${key} = "${join(root, path)}"`,
  );
}

// `npm run dev:wrangler`: a file beside wrangler.toml, so that .dev.vars is found.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    join(root, "wrangler.sandbox.toml"),
    `# Written by test/harness/sandbox-config.ts\n${createSandboxConfig({ detached: false })}`,
  );
}
