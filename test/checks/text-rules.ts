import { posix } from "node:path";
import { z } from "zod";
import type { Project, SourceFile, Violation } from "./project.ts";

const kebab = /^[.a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const vagueFolder = /(^|\/)(utils|helpers|services|common|misc)\//;
const knowsTheSandbox = new Set(["worker/deps.ts", "worker/env.ts"]);

const forbiddenComments: [rule: string, pattern: RegExp][] = [
  ["no unfinished work", /\b(TODO|FIXME|XXX|HACK)\b/],
  ["no silenced compiler", /@ts-(ignore|nocheck|expect-error)/],
  ["no silenced lint", /\b(eslint|oxlint|biome)-(disable|ignore)/],
];

function sourceViolations(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  const tell = (rule: string, message: string) => found.push({ rule, path: file.path, message });
  for (const [rule, pattern] of forbiddenComments) {
    const comment = file.comments.find((text) => pattern.test(text));
    if (comment !== undefined) tell(rule, comment.trim());
  }
  if (file.uses.has("any")) tell("no any", "say what it is, or unknown");
  if (file.uses.has("skipped test")) tell("no skipped test", "a test runs or goes");
  if (file.uses.has("focused test")) tell("no skipped test", "`.only` skips all the others");
  if (file.uses.has("SANDBOX") && file.path.startsWith("worker/") && !knowsTheSandbox.has(file.path)) {
    tell("only deps.ts knows the sandbox", "take a port instead");
  }
  if (file.barrel) tell("no barrels", "holds nothing but re-exports");
  return found;
}

const Packages = z.record(z.string(), z.string()).default({});
/** An override may be for one package, or for those that one package asks for; `$name` is the version given above. */
const Overrides = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).default({});
const Manifest = z.object({ dependencies: Packages, devDependencies: Packages, overrides: Overrides });
const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Packages without an exact version: tomorrow another one would be installed than the one that was tested. */
function rangesIn(manifest: string): string[] {
  const { dependencies, devDependencies, overrides } = Manifest.parse(JSON.parse(manifest));
  const overridden = Object.entries(overrides).flatMap(([name, to]) =>
    typeof to === "string" ? [[name, to] as const] : Object.entries(to),
  );
  const versions = [
    ...Object.entries({ ...dependencies, ...devDependencies }),
    ...overridden.filter(([, version]) => !version.startsWith("$")),
  ];
  return versions.filter(([, version]) => !exact.test(version)).map((pair) => pair.join(" "));
}

function fileViolations(path: string, text: string): Violation[] {
  const found: Violation[] = [];
  const tell = (rule: string, message: string) => found.push({ rule, path, message });
  if (/^(worker|web|test)\//.test(path) && !kebab.test(posix.basename(path)))
    tell("kebab-case names", posix.basename(path));
  if (vagueFolder.test(path)) tell("no vague folders", "name the room or the thing");
  if (path === "package-lock.json" && /"resolved":/.test(text))
    tell("no download addresses", "the lockfile names a registry");
  if (path === "package.json") for (const range of rangesIn(text)) tell("exact versions", range);
  // Two of them would test on one engine and run on another.
  const engines = path === "package-lock.json" ? [...text.matchAll(/node_modules\/workerd": \{/g)].length : 1;
  if (engines > 1) tell("exactly one workerd", `${engines} in the lockfile`);
  return found;
}

/** Paths named by the tree in the README's first code block with a line `worker/`; a folder ends with a slash. */
function mapOf(readme: string): { paths: Set<string>; text: string } | null {
  const text = [...readme.matchAll(/```[a-z]*\n([\s\S]*?)```/g)]
    .map((block) => block[1] ?? "")
    .find((block) => /^worker\//m.test(block));
  if (text === undefined) return null;
  const paths = new Set<string>();
  const trail: string[] = [];
  for (const line of text.split("\n")) {
    const entry = /^( *)([\w.-]+(?:\/|\.[a-z]+))(?: |$)/.exec(line);
    if (!entry) continue;
    const depth = Math.floor((entry[1] ?? "").length / 2);
    trail.splice(depth, trail.length, entry[2] ?? "");
    paths.add(trail.join(""));
  }
  return { paths, text };
}

function mapViolations(project: Project): Violation[] {
  const rule = "the README's map is true";
  const path = "README.md";
  const readme = project.others.get(path);
  const map = readme === undefined ? null : mapOf(readme);
  if (!map) return [{ rule, path, message: "no code block with a tree that has a line `worker/`" }];
  const all = [...project.sources.keys(), ...project.others.keys()];
  const isThere = (named: string) =>
    all.some((file) => (named.endsWith("/") ? file.startsWith(named) : file === named));
  const gone = [...map.paths].filter((named) => !isThere(named)).map((named) => `${named} is named and is not there`);
  const folders = new Set(
    all.map((file) => /^(?:worker|web\/features)\/[^/]+\//.exec(file)?.[0]).filter((folder) => folder !== undefined),
  );
  const featureLine = /^ *features\/.*$/m.exec(map.text)?.[0] ?? "";
  const named = (folder: string) =>
    map.paths.has(folder) ||
    (folder.startsWith("web/") && featureLine.split(/[^a-z-]+/).includes(posix.basename(folder)));
  const missing = [...folders]
    .filter((folder) => !named(folder))
    .map((folder) => `${folder} is there and is not named`);
  return [...gone, ...missing].map((message) => ({ rule, path, message }));
}

/** What a file may hold and how it may be called. */
export function textRules(project: Project): Violation[] {
  const sources = [...project.sources.values()];
  return [
    ...sources.flatMap(sourceViolations),
    ...sources.flatMap(({ path, text }) => fileViolations(path, text)),
    ...[...project.others].flatMap(([path, text]) => fileViolations(path, text)),
    ...mapViolations(project),
  ];
}
