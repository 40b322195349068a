import { posix } from "node:path";
import { z } from "zod";
import type { Project, SourceFile, Violation } from "./parse-project.ts";

const KEBAB_CASE = /^[.a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const VAGUE_FOLDER = /(^|\/)(utils|helpers|services|common|misc)\//;
const SANDBOX_AWARE_FILES = new Set(["worker/compose.ts", "worker/platform/env.ts"]);

/** The width that oxfmt keeps where it can break a line. */
const MAX_COLUMNS = 120;
const WIDTH_CHECKED_FILE = /\.(tsx?|css|m?js|html|toml|ya?ml|md)$/;
/** A row of a table in a page cannot be broken. */
const TABLE_ROW = /^\s*\|/;
/** Written by a command, or texts that a test needs as they are. */
const ANY_WIDTH_FILE = /\.gen\.|^test\/data\//;

const FORBIDDEN_COMMENTS: [rule: string, pattern: RegExp][] = [
  ["no unfinished work", /\b(TODO|FIXME|XXX|HACK)\b/],
  ["no silenced compiler", /@ts-(ignore|nocheck|expect-error)/],
  ["no silenced lint", /\b(eslint|oxlint|biome)-(disable|ignore)/],
];

function findSourceViolations(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  const addViolation = (rule: string, message: string) => found.push({ rule, path: file.path, message });
  for (const [rule, pattern] of FORBIDDEN_COMMENTS) {
    const comment = file.comments.find((text) => pattern.test(text));
    if (comment !== undefined) addViolation(rule, comment.trim());
  }
  if (file.uses.has("any")) addViolation("no any", "say what it is, or unknown");
  if (file.uses.has("import() type") && !file.path.startsWith("test/"))
    addViolation("no import() types", "write `import type`: dependency-cruiser does not see this one");
  if (file.uses.has("skipped test")) addViolation("no skipped test", "a test runs or goes");
  if (file.uses.has("focused test")) addViolation("no skipped test", "`.only` skips all the others");
  if (file.uses.has("SANDBOX") && file.path.startsWith("worker/") && !SANDBOX_AWARE_FILES.has(file.path)) {
    addViolation("only compose.ts knows the sandbox", "take a port instead");
  }
  if (file.uses.has("spread deps") && file.path.startsWith("worker/"))
    addViolation("no spread of deps", "it opens each port, and one without its settings throws: name what is needed");
  if (file.barrel) addViolation("no barrels", "holds nothing but re-exports");
  return found;
}

const Packages = z.record(z.string(), z.string()).default({});
/** An override may be for one package, or for those that one package asks for; `$name` is the version given above. */
const Overrides = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])).default({});
const Manifest = z.object({ dependencies: Packages, devDependencies: Packages, overrides: Overrides });
const EXACT_VERSION = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Packages without an exact version: another install could get a version that was never tested. */
function findVersionRanges(manifest: string): string[] {
  const { dependencies, devDependencies, overrides } = Manifest.parse(JSON.parse(manifest));
  const overridden = Object.entries(overrides).flatMap(([name, to]) =>
    typeof to === "string" ? [[name, to] as const] : Object.entries(to),
  );
  const versions = [
    ...Object.entries({ ...dependencies, ...devDependencies }),
    ...overridden.filter(([, version]) => !version.startsWith("$")),
  ];
  return versions.filter(([, version]) => !EXACT_VERSION.test(version)).map((pair) => pair.join(" "));
}

function findFileViolations(path: string, text: string): Violation[] {
  const found: Violation[] = [];
  const addViolation = (rule: string, message: string) => found.push({ rule, path, message });
  if (
    /^(worker|web|test)\//.test(path) &&
    posix.basename(path) !== "README.md" &&
    !KEBAB_CASE.test(posix.basename(path))
  )
    addViolation("kebab-case names", posix.basename(path));
  if (VAGUE_FOLDER.test(path)) addViolation("no vague folders", "name the module or the thing");
  if (path === "package-lock.json" && /"resolved":/.test(text))
    addViolation("no download addresses", "the lockfile names a registry");
  if (path === "package.json") for (const range of findVersionRanges(text)) addViolation("exact versions", range);
  if (WIDTH_CHECKED_FILE.test(path) && !ANY_WIDTH_FILE.test(path)) {
    const wide = text
      .split("\n")
      .flatMap((line, at) => ([...line].length > MAX_COLUMNS && !TABLE_ROW.test(line) ? [at + 1] : []));
    if (wide.length > 0) addViolation("at most 120 columns", `line ${wide.join(", ")}`);
  }
  // Two of them would test on one engine and run on another.
  const engines = path === "package-lock.json" ? [...text.matchAll(/node_modules\/workerd": \{/g)].length : 1;
  if (engines > 1) addViolation("exactly one workerd", `${engines} in the lockfile`);
  return found;
}

/** Paths named by the tree in the README's first code block with a line `worker/`; a folder ends with a slash. */
function parseReadmeMap(readme: string): { paths: Set<string>; text: string } | null {
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

function findMapViolations(project: Project): Violation[] {
  const rule = "the README's map is true";
  const path = "README.md";
  const readme = project.others.get(path);
  const map = readme === undefined ? null : parseReadmeMap(readme);
  if (!map) return [{ rule, path, message: "no code block with a tree that has a line `worker/`" }];
  const all = [...project.sources.keys(), ...project.others.keys()];
  const exists = (listNamed: string) =>
    all.some((file) => (listNamed.endsWith("/") ? file.startsWith(listNamed) : file === listNamed));
  const gone = [...map.paths]
    .filter((listNamed) => !exists(listNamed))
    .map((listNamed) => `${listNamed} is named and is not there`);
  const folders = new Set(
    all.map((file) => /^(?:worker|web\/features)\/[^/]+\//.exec(file)?.[0]).filter((folder) => folder !== undefined),
  );
  const featureLine = /^ *features\/.*$/m.exec(map.text)?.[0] ?? "";
  const listNamed = (folder: string) =>
    map.paths.has(folder) ||
    (folder.startsWith("web/") && featureLine.split(/[^a-z-]+/).includes(posix.basename(folder)));
  const missing = [...folders]
    .filter((folder) => !listNamed(folder))
    .map((folder) => `${folder} is there and is not named`);
  return [...gone, ...missing].map((message) => ({ rule, path, message }));
}

/** What a file may hold and how it may be called. */
export function checkSources(project: Project): Violation[] {
  const sources = [...project.sources.values()];
  return [
    ...sources.flatMap(findSourceViolations),
    ...sources.flatMap(({ path, text }) => findFileViolations(path, text)),
    ...[...project.others].flatMap(([path, text]) => findFileViolations(path, text)),
    ...findMapViolations(project),
  ];
}
