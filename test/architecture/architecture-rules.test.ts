import { describe, expect, it } from "vitest";
import { checkLayers } from "./layer-rules.ts";
import { parseProject } from "./parse-project.ts";
import { checkSources } from "./source-rules.ts";

const CLEAN_README =
  "# X\n```\nworker/\n  account/  who\n  mail/\n  adapters/\n  contract/\nweb/\n  features/  account mail\n```\n";

/** A small house in which nothing is wrong. */
const CLEAN_PROJECT: Record<string, string> = {
  "README.md": CLEAN_README,
  "worker/account/store-accounts.ts": 'import { eq } from "drizzle-orm";\nexport const a = eq;',
  "worker/account/routes.ts":
    'import { a } from "./store";\nimport type { Y } from "../ports";\nexport const r: Y = a;',
  "worker/mail/store-log.ts": 'import { a } from "../account/store";\nexport const m = a;',
  "worker/mail/mailbox-object.ts": 'import type { E } from "../env";\nexport type M = E;',
  "worker/platform/env.ts": "export type E = { SANDBOX?: 1 };",
  "worker/adapters/gmail/gmail-client.ts": 'import type { Y } from "../ports";\nexport const gmail: Y = 1;',
  "worker/compose.ts":
    'import { gmail } from "./adapters/gmail";\nexport const deps = (env: { SANDBOX?: 1 }) => env.SANDBOX ?? gmail;',
  "worker/platform/ports.ts": "export type Y = unknown;",
  "worker/contract/field-schemas.ts": 'import * as z from "zod/mini";\nexport const id = z.string();',
  "web/features/mail/api/mail-requests.ts":
    'import { id } from "../../../worker/contract/fields";\nexport const api = id;',
  "web/features/account/page.tsx": 'import { button } from "../../ui/button";\nexport const page = <p>{button}</p>;',
  "web/ui/button/button.tsx": "export const button = 1;",
  "web/app-router.tsx": 'import { page } from "../features/account/page";\nexport const router = page;',
  "test/worker/mail.test.ts": 'import { gmail } from "../../worker/adapters/gmail";\nit("sends", () => gmail);',
};

const findBrokenRules = (files: Record<string, string>) => {
  const project = parseProject({ ...CLEAN_PROJECT, ...files });
  return [...checkLayers(project), ...checkSources(project)].map(({ rule, path }) => `${path}: ${rule}`);
};

const BROKEN_EXAMPLES: [rule: string, path: string, text: string][] = [
  [
    "rooms look only back",
    "worker/account/account-dto.ts",
    'import { m } from "../mail/store-log";\nexport const x = m;',
  ],
  [
    "rooms look only back",
    "worker/account/account-dto.ts",
    'import type { M } from "../mail/object";\nexport type X = M;',
  ],
  ["rooms look only back", "worker/mail/routes.ts", 'export { r } from "../account/routes";\nexport const x = 1;'],
  ["rooms look only back", "worker/account/account-dto.ts", 'export const x = () => import("../mail/store-log");'],
  [
    "adapters and rooms know only ports",
    "worker/mail/send/send-batch.ts",
    'import { gmail } from "../adapters/gmail";\nexport const x = gmail;',
  ],
  [
    "adapters and rooms know only ports",
    "worker/adapters/r2-files.ts",
    'import { a } from "../account/store";\nexport const x = a;',
  ],
  [
    "only deps.ts picks adapters",
    "worker/app.ts",
    'import { gmail } from "./adapters/gmail";\nexport const x = gmail;',
  ],
  ["the contract stands alone", "worker/contract/mail.ts", 'import type { Y } from "../ports";\nexport type X = Y;'],
  ["the contract stands alone", "worker/contract/mail.ts", 'import { Hono } from "hono";\nexport const x = Hono;'],
  [
    "the web enters only the contract",
    "web/lib/api-client.ts",
    'import type { Y } from "../../worker/ports";\nexport type X = Y;',
  ],
  [
    "the worker never sees the web",
    "worker/app.ts",
    'import { button } from "../web/ui/button";\nexport const x = button;',
  ],
  [
    "features never import each other",
    "web/features/account/api/account-requests.ts",
    'import { api } from "../mail/api";\nexport const x = api;',
  ],
  [
    "shared web code knows no feature",
    "web/ui/table/table.tsx",
    'import { api } from "../features/mail/api";\nexport const x = api;',
  ],
  [
    "shared web code knows no feature",
    "web/features/mail/page.tsx",
    'import { router } from "../../app/router";\nexport const x = router;',
  ],
  ["only tests import tests", "worker/app.ts", 'import { x } from "../test/sandbox/overrides";\nexport const y = x;'],
  ["only stores know Drizzle", "worker/mail/routes.ts", 'import { eq } from "drizzle-orm/sql";\nexport const x = eq;'],
  [
    "no circles",
    "worker/adapters/gmail/gmail-client.ts",
    'import { deps } from "../deps";\nexport const gmail = deps;',
  ],
  [
    "no circles",
    "worker/platform/env.ts",
    'import type { M } from "./mail/object";\nexport type E = M | { SANDBOX?: 1 };',
  ],
  ["no any", "worker/app.ts", "export const x = (y: any) => y as string;"],
  ["no silenced compiler", "worker/app.ts", "// @ts-ignore\nexport const x = 1;"],
  ["no silenced lint", "web/ui/a.ts", "/* eslint-disable */\nexport const x = 1;"],
  ["no unfinished work", "worker/app.ts", "export const x = 1; // TODO later"],
  ["no skipped test", "test/worker/a.test.ts", 'it.skip("later", () => 1);'],
  ["no skipped test", "test/worker/a.test.ts", 'describe.only("mine", () => 1);'],
  ["only deps.ts knows the sandbox", "worker/app.ts", "export const x = (env: { SANDBOX: 1 }) => env.SANDBOX;"],
  ["no barrels", "worker/mail/all.ts", 'export * from "./store-log";'],
  ["kebab-case names", "web/ui/BigButton.tsx", "export const x = 1;"],
  ["no vague folders", "worker/utils/a.ts", "export const x = 1;"],
  ["exact versions", "package.json", '{ "dependencies": { "a": "^1.2.3" } }'],
  ["exact versions", "package.json", '{ "devDependencies": { "a": "npm:b@~1.2.3" } }'],
  ["no download addresses", "package-lock.json", '{ "resolved": "https://somewhere.example/a.tgz" }'],
  ["exactly one workerd", "package-lock.json", '"node_modules/workerd": {} "node_modules/a/node_modules/workerd": {}'],
  ["the README's map is true", "README.md", CLEAN_README.replace("  mail/\n", "")],
  ["the README's map is true", "README.md", CLEAN_README.replace("  mail/\n", "  mail/\n  search/\n")],
  ["the README's map is true", "README.md", CLEAN_README.replace("account mail", "account")],
  ["the README's map is true", "README.md", "# no map"],
];

describe("the house rules", () => {
  it("let a clean house be", () => {
    expect(findBrokenRules({})).toEqual([]);
  });

  it.each(BROKEN_EXAMPLES)("%s: caught in %s", (rule, path, text) => {
    expect(findBrokenRules({ [path]: text }).map((line) => line.replace(/^.*?: /, ""))).toContain(rule);
  });

  it("tell a file that does not parse", () => {
    expect(() => findBrokenRules({ "worker/app.ts": "const = ;" })).toThrow("worker/app.ts");
  });
});
