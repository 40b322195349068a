import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { LAYER_RULES, checkLayers } from "./layers.ts";

/** One file of each layer, from the top. */
const WORKER_FILES = [
  "worker/lib/hash.ts",
  "worker/contract/errors.ts",
  "worker/platform/ports.ts",
  "worker/monitoring/health.ts",
  "worker/db/client.ts",
  "worker/catalogue/catalogue.ts",
  "worker/contacts/site-key.ts",
  "worker/letter-check/check-letter.ts",
  "worker/letter-pdf/letter.ts",
  "worker/company-facts/page-facts.ts",
  "worker/directory/place-keys.ts",
  "worker/shards/user-shards.ts",
  "worker/quotas/rules-quotas.ts",
  "worker/auth/end-sessions.ts",
  "worker/adapters/r2-files.ts",
  "worker/compose.ts",
  "worker/http/route.ts",
  "worker/suppression/objections.ts",
  "worker/account/routes.ts",
  "worker/companies/routes.ts",
  "worker/search/routes.ts",
  "worker/messages/routes.ts",
  "worker/mail/routes.ts",
  "worker/applications/routes.ts",
  "worker/activity/routes.ts",
  "worker/app.ts",
  "worker/index.ts",
];
const WEB_FILES = [
  "web/lib/api-client.ts",
  "web/i18n/language.ts",
  "web/ui/button.tsx",
  "web/features/mail/components/list.tsx",
  "web/layouts/page-layout.tsx",
  "web/pages/mail-page.tsx",
  "web/routes.tsx",
  "web/prerender/render-pages.tsx",
  "web/main.ts",
];
const FEATURE_FILES = [
  "web/features/account/model/password.ts",
  "web/features/account/api/requests.ts",
  "web/features/account/hooks/use-session.ts",
  "web/features/account/components/form.tsx",
];

/** An import of `to` by `from`, both paths of the project. */
const importLine = (to: string) => `import "/${to}";`;
const toRelative = (from: string, line: string) =>
  line.replace('"/', `"${"../".repeat(from.split("/").length - 1) || "./"}`);

let root: string | undefined;
afterEach(() => {
  if (root) rmSync(root, { recursive: true });
  root = undefined;
});

/**
 * @param files text by path; an import of `/worker/…` is made relative
 * @returns `path: rule` for each breach
 */
async function findBreaches(files: Record<string, string>, unread: string[] = []): Promise<string[]> {
  root = mkdtempSync(join(tmpdir(), "layers-"));
  const packages = Object.fromEntries(
    ["drizzle-orm", "hono", "zod"].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" })],
      [`node_modules/${name}/index.js`, ""],
    ]),
  );
  for (const [path, text] of Object.entries({ ...packages, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(
      join(root, path),
      text.replaceAll(/^.*"\/.*$/gm, (line) => toRelative(path, line)),
    );
  }
  const { violations } = await checkLayers(root, [...Object.keys(files), ...unread]);
  return violations.map(({ path, rule }) => `${path}: ${rule}`).sort();
}

/** Each file imports the one before it in the list. */
const importBackwards = (paths: string[]) =>
  Object.fromEntries(paths.map((path, at) => [path, at === 0 ? "" : importLine(paths[at - 1] ?? "")]));
const importForwards = (paths: string[]) => importBackwards(paths.toReversed());

const toRule = (path: string) => {
  const [top = "", second = "", , part = ""] = path.split("/");
  if (second === "features" && path.includes("/account/")) return `upward from web/features/*/${part}/`;
  if (path === "web/routes.tsx") return "upward from web/(routes|session-guard|app).tsx?";
  return `upward from ${top}/${second}${path.split("/").length > 2 ? "/" : ""}`;
};

describe("the layers", () => {
  it("accept imports of what stands above", async () => {
    const files = [WORKER_FILES, WEB_FILES, FEATURE_FILES].map(importBackwards);
    expect(await findBreaches(Object.assign({}, ...files) as Record<string, string>)).toEqual([]);
  });

  const seenRules = new Set<string>();
  /** Collects what the cases above have broken. */
  const noteRules = (breaches: string[]) =>
    breaches.map((line) => line.replace(/^.*?: /, "")).forEach((rule) => seenRules.add(rule));

  it.each([
    ["worker", WORKER_FILES],
    ["web", WEB_FILES],
    ["a feature", FEATURE_FILES],
  ])("refuse the next layer below in %s", async (_, paths) => {
    const breaches = await findBreaches(importForwards(paths));
    noteRules(breaches);
    for (const path of paths.slice(0, -1)) expect(breaches).toContain(`${path}: ${toRule(path)}`);
  });

  it.each<[rule: string, files: Record<string, string>]>([
    ["no-circle", { "worker/lib/a.ts": importLine("worker/lib/b"), "worker/lib/b.ts": importLine("worker/lib/a") }],
    [
      "no-circle",
      {
        "worker/lib/a.ts": 'import type { B } from "/worker/lib/b";\nexport type A = B;',
        "worker/lib/b.ts": 'import type { A } from "/worker/lib/a";\nexport type B = A | 1;',
      },
    ],
    ["unresolvable", { "worker/lib/a.ts": importLine("worker/lib/missing") }],
    [
      "upward from worker/account/",
      {
        "worker/account/a.ts": 'import type { B } from "/worker/mail/b";\nexport type A = B;',
        "worker/mail/b.ts": "export type B = 1;",
      },
    ],
    [
      "upward from worker/account/",
      { "worker/account/a.ts": 'export const a = () => import("/worker/mail/b");', "worker/mail/b.ts": "" },
    ],
    [
      "upward from worker/account/",
      { "worker/account/a.ts": 'export * from "/worker/mail/b";', "worker/mail/b.ts": "export const b = 1;" },
    ],
    [
      "features-meet-in-pages-and-layouts",
      {
        "web/features/mail/hooks/use-mail.ts": importLine("web/features/account/api/requests"),
        "web/features/account/api/requests.ts": "",
      },
    ],
    [
      "only-compose-picks-adapters",
      { "worker/mail/a.ts": importLine("worker/adapters/gmail/b"), "worker/adapters/gmail/b.ts": "" },
    ],
    [
      "only-stores-know-drizzle",
      { "worker/mail/routes.ts": 'import { eq } from "drizzle-orm";\nexport const a = eq;' },
    ],
    [
      "web-knows-only-the-contract",
      {
        "web/lib/a.ts": 'import type { B } from "/worker/platform/b";\nexport type A = B;',
        "worker/platform/b.ts": "export type B = 1;",
      },
    ],
    ["worker-knows-no-web", { "worker/lib/a.ts": importLine("web/lib/b"), "web/lib/b.ts": "" }],
    ["only-tests-import-tests", { "tools/a.ts": importLine("test/harness/b"), "test/harness/b.ts": "" }],
    ["contract-stands-alone", { "worker/contract/mail.ts": 'import { Hono } from "hono";\nexport const a = Hono;' }],
    ["every-file-in-a-layer", { "worker/loose.ts": "" }],
    ["every-file-in-a-layer", { "web/novel/a.ts": "" }],
  ])("refuse %s", async (rule, files) => {
    const breaches = await findBreaches(files);
    noteRules(breaches);
    expect(breaches).toContain(`${Object.keys(files).at(0)}: ${rule}`);
  });

  it("have no rule that was not seen broken above", () => {
    expect(LAYER_RULES.filter((rule) => !seenRules.has(rule))).toEqual([]);
  });

  it("accept a store that knows Drizzle and a contract that knows zod", async () => {
    const files = {
      "worker/mail/store-mails.ts": 'import { eq } from "drizzle-orm";\nexport const a = eq;',
      "worker/contract/mail.ts": 'import { z } from "zod";\nexport const a = z;',
      "web/vite.config.ts": importLine("test/sandbox/overrides"),
      "test/sandbox/overrides.ts": "",
    };
    expect(await findBreaches(files)).toEqual([]);
  });

  it("name a module that was not read", async () => {
    expect(await findBreaches({ "worker/lib/a.ts": "" }, ["worker/lib/unread.ts"])).toEqual([
      "worker/lib/unread.ts: every-module-seen",
    ]);
  });
});
