import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

export interface SourceFile {
  path: string;
  text: string;
  comments: string[];
  /** Kinds of syntax that rules forbid, once each. */
  uses: Set<"any" | "import() type" | "skipped test" | "focused test" | "SANDBOX" | "spread deps">;
  /** Holds nothing but re-exports. */
  barrel: boolean;
}

export interface Project {
  /** Parsed TypeScript, by path. */
  sources: Map<string, SourceFile>;
  /** Text of every other file of interest, by path. */
  others: Map<string, string>;
}

export interface Violation {
  rule: string;
  path: string;
  message: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function* walkNodes(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* walkNodes(item);
  else if (isRecord(value)) {
    if (typeof value.type === "string") yield value;
    for (const child of Object.values(value)) if (isRecord(child)) yield* walkNodes(child);
  }
}

/** `deps` or `context.deps`. */
const isNamedDeps = (node: unknown): boolean =>
  isRecord(node) && (node.name === "deps" || (isRecord(node.property) && node.property.name === "deps"));

function collectUses(node: Record<string, unknown>, uses: SourceFile["uses"]): void {
  if (node.type === "TSAnyKeyword") uses.add("any");
  if (node.type === "Identifier" && node.name === "SANDBOX") uses.add("SANDBOX");
  if (node.type === "SpreadElement" && isNamedDeps(node.argument)) uses.add("spread deps");
  if (node.type !== "MemberExpression" || !isRecord(node.object) || !isRecord(node.property)) return;
  if (!["it", "test", "describe"].includes(String(node.object.name))) return;
  if (["skip", "todo", "fails", "skipIf"].includes(String(node.property.name))) uses.add("skipped test");
  if (node.property.name === "only") uses.add("focused test");
}

/** Whether a type is imported by `import("…")` from a module that the file does not also load. */
function hasImportType(nodes: Record<string, unknown>[]): boolean {
  const listSources = (type: string) =>
    nodes.flatMap((node) => (node.type === type && isRecord(node.source) ? [node.source.value] : []));
  const loaded = new Set(listSources("ImportExpression"));
  return listSources("TSImportType").some((source) => !loaded.has(source));
}

/** @throws Error when the file does not parse */
function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join("; ")}`);
  const uses: SourceFile["uses"] = new Set();
  const nodes = [...walkNodes(program)];
  for (const node of nodes) collectUses(node, uses);
  if (hasImportType(nodes)) uses.add("import() type");
  const barrel =
    program.body.length > 0 &&
    program.body.every(
      (s) => s.type === "ExportAllDeclaration" || (s.type === "ExportNamedDeclaration" && s.source !== null),
    );
  return { path, text, uses, barrel, comments: comments.map((comment) => comment.value) };
}

/** @param files text by path, relative to the project's root */
export function parseProject(files: Record<string, string>): Project {
  const project: Project = { sources: new Map(), others: new Map() };
  for (const [path, text] of Object.entries(files)) {
    if (/\.tsx?$/.test(path)) project.sources.set(path, parseSource(path, text));
    else project.others.set(path, text);
  }
  return project;
}

const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".git", ".wrangler", ".out", ".vite"]);
const TEXT_FILE = /\.(tsx?|m?js|css|html|json|toml|ya?ml|md|sh|tsv|sql)$|^\.ci\/run$/;

/** Every text file of the project below `root`. */
export function readProject(root: string): Project {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = posix.relative(root, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !TEXT_FILE.test(path) || path.split("/").some((part) => SKIPPED_FOLDERS.has(part))) continue;
    files[path] = readFileSync(join(root, path), "utf8");
  }
  return parseProject(files);
}
