import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

export interface Import {
  specifier: string;
  /** Path inside the project, or null for a package. */
  target: string | null;
}

export interface SourceFile {
  path: string;
  text: string;
  imports: Import[];
  comments: string[];
  /** Kinds of syntax the rules ask for, once each. */
  uses: Set<"any" | "skipped test" | "focused test" | "SANDBOX">;
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

function findImport(node: Record<string, unknown>): { specifier: string } | null {
  const { type, source } = node;
  if (!isRecord(source) || typeof source.value !== "string") return null;
  if (type === "TSImportType") return { specifier: source.value };
  if (type === "ImportExpression") return { specifier: source.value };
  if (type !== "ImportDeclaration" && type !== "ExportNamedDeclaration" && type !== "ExportAllDeclaration") return null;
  return { specifier: source.value };
}

function collectUses(node: Record<string, unknown>, uses: SourceFile["uses"]): void {
  if (node.type === "TSAnyKeyword") uses.add("any");
  if (node.type === "Identifier" && node.name === "SANDBOX") uses.add("SANDBOX");
  if (node.type !== "MemberExpression" || !isRecord(node.object) || !isRecord(node.property)) return;
  if (!["it", "test", "describe"].includes(String(node.object.name))) return;
  if (["skip", "todo", "fails", "skipIf"].includes(String(node.property.name))) uses.add("skipped test");
  if (node.property.name === "only") uses.add("focused test");
}

function resolveImport(from: string, specifier: string, paths: ReadonlySet<string>): string | null {
  if (!specifier.startsWith(".")) return null;
  const base = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ""));
  const found = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((path) => paths.has(path));
  return found ?? base;
}

/** Reads imports and the syntax the rules ask for. Throws when the file does not parse. */
function parseSource(path: string, text: string, paths: ReadonlySet<string>): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join("; ")}`);
  const imports: Import[] = [];
  const uses: SourceFile["uses"] = new Set();
  for (const node of walkNodes(program)) {
    const found = findImport(node);
    if (found) imports.push({ ...found, target: resolveImport(path, found.specifier, paths) });
    collectUses(node, uses);
  }
  const barrel =
    program.body.length > 0 &&
    program.body.every(
      (s) => s.type === "ExportAllDeclaration" || (s.type === "ExportNamedDeclaration" && s.source !== null),
    );
  return { path, text, imports, uses, barrel, comments: comments.map((comment) => comment.value) };
}

/** @param files text by path, relative to the project's root */
export function parseProject(files: Record<string, string>): Project {
  const paths = new Set(Object.keys(files));
  const project: Project = { sources: new Map(), others: new Map() };
  for (const [path, text] of Object.entries(files)) {
    if (/\.tsx?$/.test(path)) project.sources.set(path, parseSource(path, text, paths));
    else project.others.set(path, text);
  }
  return project;
}

const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".git", ".wrangler", ".out", ".vite"]);
const TEXT_FILE = /\.(tsx?|m?js|css|html|json|toml|md|sh|tsv|sql)$|^\.ci\/run$/;

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
