import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it.each([
  ["a search whose server is killed finds the same and loses nothing", "search-kills.ts"],
  ["sites that mean harm keep nobody's site from being read", "search-hostile.ts"],
])("the short proof that %s", (_what, file) => {
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/node"), [join("test/prove", file), "--short"], { cwd: root, encoding: "utf8", timeout: 170_000 });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
}, 180_000);
