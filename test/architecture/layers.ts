import { type IFlattenedRuleSet, type IForbiddenRuleType, type IResolveOptions, cruise } from "dependency-cruiser";
import type { Violation } from "./parse-project.ts";

/** A layer imports only layers above it in its list; docs/architecture.md says what belongs into which. */
const WORKER_LAYERS = [
  "worker/lib/",
  "worker/contract/",
  "worker/platform/",
  "worker/monitoring/",
  "worker/db/",
  "worker/catalogue/",
  "worker/contacts/",
  "worker/letter-check/",
  "worker/letter-pdf/",
  "worker/company-facts/",
  "worker/directory/",
  "worker/shards/",
  "worker/quotas/",
  "worker/auth/",
  "worker/adapters/",
  "worker/compose\\.ts$",
  "worker/http/",
  "worker/suppression/",
  "worker/account/",
  "worker/companies/",
  "worker/search/",
  "worker/messages/",
  "worker/mail/",
  "worker/applications/",
  "worker/activity/",
  "worker/app\\.ts$",
  "worker/index\\.ts$",
];
const WEB_LAYERS = [
  "web/lib/",
  "web/i18n/",
  "web/ui/",
  "web/features/",
  "web/layouts/",
  "web/pages/",
  "web/(routes|session-guard|app)\\.tsx?$",
  "web/prerender/",
  "web/main\\.ts$",
];
const FEATURE_LAYERS = ["model/", "api/", "hooks/", "components/"];
/** Files that tools load by name; they take part in no layer. */
const TOOL_FILES = ["web/vite(\\.config|-map-policy)\\.ts$"];

/** A rule for each layer: it must not reach one below. Type imports count. */
const forbidUpward = (layers: string[], prefix = ""): IForbiddenRuleType[] =>
  layers.slice(0, -1).map((layer, at) => ({
    name: `upward from ${prefix.replace("[^/]+", "*")}${layer.replaceAll(/[\\$]/g, "")}`,
    severity: "error",
    from: { path: `^${prefix}${layer}` },
    to: { path: `^${prefix}(${layers.slice(at + 1).join("|")})` },
  }));

const RULES: IFlattenedRuleSet = {
  forbidden: [
    // Circles of types count too: two files that need each other are one file.
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(cloudflare|virtual):" },
    },
    ...forbidUpward(WORKER_LAYERS),
    ...forbidUpward(WEB_LAYERS),
    ...forbidUpward(FEATURE_LAYERS, "web/features/[^/]+/"),
    {
      name: "features-meet-in-pages-and-layouts",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "only-compose-picks-adapters",
      severity: "error",
      from: { path: "^(worker|web|tools)/", pathNot: "^worker/(adapters/|compose\\.ts$)" },
      to: { path: "^worker/adapters/" },
    },
    {
      name: "only-stores-know-drizzle",
      severity: "error",
      from: { path: "^worker/", pathNot: "^worker/db/|/store-[a-z0-9-]+\\.ts$" },
      to: { path: "node_modules/drizzle-orm" },
    },
    {
      name: "web-knows-only-the-contract",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^worker/", pathNot: "^worker/contract/" },
    },
    { name: "worker-knows-no-web", severity: "error", from: { path: "^worker/" }, to: { path: "^(web|tools)/" } },
    {
      name: "only-tests-import-tests",
      severity: "error",
      from: { path: "^(worker|web|tools)/", pathNot: `^(${TOOL_FILES.join("|")})` },
      to: { path: "^test/" },
    },
    {
      name: "contract-stands-alone",
      severity: "error",
      from: { path: "^worker/contract/" },
      to: { path: "node_modules/", pathNot: "node_modules/zod/" },
    },
  ],
};

const RESOLVE: Partial<IResolveOptions> = {
  extensions: [".ts", ".tsx", ".d.ts", ".js", ".json", ".css"],
  exportsFields: ["exports"],
  conditionNames: ["import", "workerd", "browser", "default"],
};

/** Names of all rules, for the test that sees each of them broken. */
export const LAYER_RULES = RULES.forbidden?.flatMap(({ name }) => name ?? []) ?? [];

/** Sources of worker/ and web/ that stand in no layer, where no rule would reach them. */
const findUnlayered = (sources: string[]): Violation[] => {
  const layered = new RegExp(`^(?:${[...WORKER_LAYERS, ...WEB_LAYERS, ...TOOL_FILES].join("|")})`);
  return sources
    .filter((path) => /^(?:worker|web)\//.test(path) && !layered.test(path))
    .map((path) => ({ rule: "every-file-in-a-layer", path, message: "move it into a layer or list its folder" }));
};

/**
 * Who may import whom.
 * @param sources TypeScript files relative to `root`; each must have been read
 * @returns breaches, and how many modules were seen: without its parser dependency-cruiser silently sees next to none
 */
export async function checkLayers(
  root: string,
  sources: string[],
): Promise<{ seen: number; imports: number; violations: Violation[] }> {
  const { output } = await cruise(
    [...new Set(sources.flatMap((path) => path.split("/", 1)))],
    {
      baseDir: root,
      ruleSet: RULES,
      validate: true,
      // The only parser of dependency-cruiser that reads the sources without TypeScript 6.
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
      // What benches and development servers leave there may be large.
      exclude: { path: "/[.](out|wrangler)/" },
    },
    RESOLVE,
  );
  if (typeof output === "string") throw new Error("dependency-cruiser returned text in place of its result");
  const seen = new Set(output.modules.map(({ source }) => source));
  const unseen = sources.filter((path) => !seen.has(path));
  const { totalDependenciesCruised: imports = 0 } = output.summary;
  return {
    seen: sources.length - unseen.length,
    imports,
    violations: [
      ...output.summary.violations.map(({ rule, from, to, cycle }) => ({
        rule: rule.name,
        path: from,
        message: `imports ${[to, ...(cycle ?? []).map(({ name }) => name)].join(" → ")}`,
      })),
      ...unseen.map((path) => ({ rule: "every-module-seen", path, message: "dependency-cruiser did not read it" })),
      ...findUnlayered(sources),
    ],
  };
}
