import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandboxWorker } from "../harness/sandbox-bundle.ts";
import { sandboxOverrides } from "../sandbox/config-overrides.ts";

// Every screen has a page of its own: without one its address shows the landing page, which leads signed-in users away.
// The marker of the sandbox and the secrets of development may not ship. The sandbox itself must contain the marker,
// else its absence from the build would prove nothing.
const marker = "candidature-sandbox-marker-7f3a";
const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const forbidden = [marker, sandboxOverrides.vars.SESSION_SECRET, sandboxOverrides.vars.TOKEN_KEYS];
const routes = readFileSync(fileURLToPath(new URL("../../web/routes.tsx", import.meta.url)), "utf8");
const screens = Array.from(routes.matchAll(/\{ path: "\/([^":]*)",/gu), ([, name = ""]) => name || "index");
const required = [...screens.map((name) => `client/${name}.html`), "worker/index.js"];

const faults = required.filter((path) => !existsSync(join(dist, path))).map((path) => `dist/${path} was not built`);

const markerIsInSandbox = (await createSandboxWorker()).modules.some(({ contents }) => contents.includes(marker));
if (!markerIsInSandbox) faults.push(`the sandbox does not hold its marker ${marker}`);

if (screens.length < 10) faults.push("web/routes.tsx was not understood");

let files = 0;
for (const entry of existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : []) {
  if (!entry.isFile()) continue;
  files += 1;
  const path = join(entry.parentPath, entry.name);
  const text = readFileSync(path, "latin1");
  for (const word of forbidden) if (text.includes(word)) faults.push(`${path} holds ${word}`);
}

for (const fault of faults) console.error(fault);
console.log(`${files} built files searched, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
