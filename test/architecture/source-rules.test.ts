import { describe, expect, it } from "vitest";
import { parseProject } from "./parse-project.ts";
import { checkSources } from "./source-rules.ts";

const CLEAN_README = "# X\n```\nworker/\n  account/  who\n  mail/\n  platform/\nweb/\n  features/  account mail\n```\n";

/** A small project without a breach. */
const CLEAN_PROJECT: Record<string, string> = {
  "README.md": CLEAN_README,
  "worker/account/routes.ts": 'import type { Y } from "../platform/ports";\nexport const r: Y = 1;',
  "worker/mail/mailbox-object.ts": "export type M = 1;",
  "worker/platform/env.ts": "export type E = { SANDBOX?: 1 };",
  "worker/platform/ports.ts": "export type Y = unknown;",
  "worker/compose.ts": "export const deps = (env: { SANDBOX?: 1 }) => env.SANDBOX;",
  "web/features/mail/api/mail-requests.ts": "export const api = 1;",
  "web/features/account/page.tsx": "export const page = <p>1</p>;",
  "web/app-router.tsx": 'export const lazy = () => import("./features/account/page");',
  "test/worker/mail.test.ts": 'it("sends", () => vi.importActual<typeof import("../../worker/compose")>("x"));',
};

const findBrokenRules = (files: Record<string, string>) => {
  const project = parseProject({ ...CLEAN_PROJECT, ...files });
  return checkSources(project).map(({ rule, path }) => `${path}: ${rule}`);
};

const BROKEN_EXAMPLES: [rule: string, path: string, text: string][] = [
  ["no any", "worker/app.ts", "export const x = (y: any) => y as string;"],
  ["no silenced compiler", "worker/app.ts", "// @ts-ignore\nexport const x = 1;"],
  ["no silenced lint", "web/ui/a.ts", "/* eslint-disable */\nexport const x = 1;"],
  ["no unfinished work", "worker/app.ts", "export const x = 1; // TODO later"],
  ["no import() types", "worker/app.ts", 'export type X = import("./mail/routes").X;'],
  ["no skipped test", "test/worker/a.test.ts", 'it.skip("later", () => 1);'],
  ["no skipped test", "test/worker/a.test.ts", 'describe.only("mine", () => 1);'],
  ["only compose.ts knows the sandbox", "worker/app.ts", "export const x = (env: { SANDBOX: 1 }) => env.SANDBOX;"],
  ["no spread of deps", "worker/app.ts", "export const f = (deps: object) => ({ ...deps, x: 1 });"],
  ["no spread of deps", "worker/app.ts", "export const f = (c: { deps: object }) => ({ ...c.deps, x: 1 });"],
  ["no barrels", "worker/mail/all.ts", 'export * from "./store-log";'],
  ["kebab-case names", "web/ui/BigButton.tsx", "export const x = 1;"],
  ["no vague folders", "worker/utils/a.ts", "export const x = 1;"],
  ["exact versions", "package.json", '{ "dependencies": { "a": "^1.2.3" } }'],
  ["exact versions", "package.json", '{ "devDependencies": { "a": "npm:b@~1.2.3" } }'],
  ["no download addresses", "package-lock.json", '{ "resolved": "https://somewhere.example/a.tgz" }'],
  ["at most 120 columns", "worker/app.ts", `export const x = "${"x".repeat(120)}";`],
  ["at most 120 columns", "wrangler.toml", `# ${"x".repeat(120)}`],
  ["at most 120 columns", "docs/page.md", "x".repeat(121)],
  ["exactly one workerd", "package-lock.json", '"node_modules/workerd": {} "node_modules/a/node_modules/workerd": {}'],
  ["the README's map is true", "README.md", CLEAN_README.replace("  mail/\n", "")],
  ["the README's map is true", "README.md", CLEAN_README.replace("  mail/\n", "  mail/\n  search/\n")],
  ["the README's map is true", "README.md", CLEAN_README.replace("account mail", "account")],
  ["the README's map is true", "README.md", "# no map"],
];

describe("the source rules", () => {
  it("accept a clean project", () => {
    expect(findBrokenRules({})).toEqual([]);
  });

  it("let a row of a table be as wide as it must", () => {
    expect(findBrokenRules({ "docs/page.md": `| ${"x".repeat(121)} |` })).toEqual([]);
  });

  it.each(BROKEN_EXAMPLES)("%s: caught in %s", (rule, path, text) => {
    expect(findBrokenRules({ [path]: text }).map((line) => line.replace(/^.*?: /, ""))).toContain(rule);
  });

  it("name a file that does not parse", () => {
    expect(() => findBrokenRules({ "worker/app.ts": "const = ;" })).toThrow("worker/app.ts");
  });
});
