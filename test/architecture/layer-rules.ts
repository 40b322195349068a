import { posix } from "node:path";
import type { Import, Project, SourceFile, Violation } from "./parse-project.ts";

/** The corridor: a later room may read an earlier one's store and rules, nobody looks forward. */
const MODULES = ["account", "companies", "search", "messages", "mail"];
const OPEN_TO_LATER_MODULES = /^(store|rules|names)(-[a-z0-9-]+)?\.ts$/;
const STORE_FILE = /^store(-[a-z0-9-]+)?\.ts$/;
/** What tools load: it wires things up and belongs to no room. */
const TOOL_CONFIG = /(^|\/)(vite|vitest|drizzle)\.config\.ts$/;

const splitPath = (path: string) => path.split("/");
const findModule = (path: string) => {
  const [top, room] = splitPath(path);
  return top === "worker" && MODULES.includes(room ?? "") ? room : undefined;
};
const findFeature = (path: string) => (path.startsWith("web/features/") ? splitPath(path)[2] : undefined);
const isInside = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** Says why an import may not be, or nothing. `to` is a path of the project. */
type ImportRule = (from: string, to: string) => string | false | undefined;

const importRules: Record<string, ImportRule> = {
  "rooms look only back": (from, to) => {
    const [here, there] = [findModule(from), findModule(to)];
    if (!here || !there || here === there) return false;
    if (MODULES.indexOf(there) > MODULES.indexOf(here)) return `${here} looks forward into ${there}`;
    return (
      !OPEN_TO_LATER_MODULES.test(posix.basename(to)) && `${here} may read only the store and the rules of ${there}`
    );
  },
  "adapters and rooms know only ports": (from, to) => {
    if (findModule(from) && isInside(to, "worker/adapters")) return "a room takes its ports as an argument";
    return isInside(from, "worker/adapters") && findModule(to) !== undefined && "an adapter knows no room";
  },
  "only deps.ts picks adapters": (from, to) =>
    isInside(to, "worker/adapters") &&
    !isInside(from, "worker/adapters") &&
    !isInside(from, "test") &&
    from !== "worker/compose.ts" &&
    "ask deps.ts for the port",
  "the contract stands alone": (from, to) =>
    isInside(from, "worker/contract") &&
    !isInside(to, "worker/contract") &&
    "the contract imports zod/mini and its own files",
  "the web enters only the contract": (from, to) =>
    isInside(from, "web") &&
    isInside(to, "worker") &&
    !isInside(to, "worker/contract") &&
    "the web may enter worker/contract only",
  "the worker never sees the web": (from, to) =>
    isInside(from, "worker") && isInside(to, "web") && "the worker serves any client",
  "features never import each other": (from, to) => {
    const [here, there] = [findFeature(from), findFeature(to)];
    return here !== undefined && there !== undefined && here !== there && `${here} and ${there} meet only in web/app`;
  },
  "shared web code knows no feature": (from, to) => {
    const shared = isInside(from, "web/ui") || isInside(from, "web/lib");
    if (isInside(to, "web/app")) return (shared || isInside(from, "web/features")) && "web/app is the outermost layer";
    return shared && isInside(to, "web/features") && "ui and lib know no feature";
  },
  "only tests import tests": (from, to) =>
    isInside(to, "test") &&
    !isInside(from, "test") &&
    !TOOL_CONFIG.test(from) &&
    "test/ holds the only fakes; nothing ships it",
};

/** The same for packages. */
const packageRules: Record<string, (from: string, specifier: string) => string | false | undefined> = {
  "the contract stands alone": (from, specifier) =>
    isInside(from, "worker/contract") && specifier !== "zod/mini" && "the contract imports zod/mini and its own files",
  "only stores know Drizzle": (from, specifier) =>
    specifier.startsWith("drizzle-orm") &&
    isInside(from, "worker") &&
    !isInside(from, "worker/db") &&
    !STORE_FILE.test(posix.basename(from)) &&
    "ask the room's store",
};

function findImportViolations(file: SourceFile, { specifier, target }: Import): Violation[] {
  const found: Violation[] = [];
  const addViolation = (rule: string, why: string | false | undefined) => {
    if (why) found.push({ rule, path: file.path, message: `imports ${specifier}: ${why}` });
  };
  for (const [rule, wall] of Object.entries(target === null ? {} : importRules))
    addViolation(rule, wall(file.path, target ?? ""));
  for (const [rule, wall] of Object.entries(target === null ? packageRules : {}))
    addViolation(rule, wall(file.path, specifier));
  return found;
}

/** Circles of imports, those of types included: two files that need each other are one file. */
function findCycles(project: Project): Violation[] {
  const found: Violation[] = [];
  const done = new Set<string>();
  const visitFile = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push({ rule: "no circles", path, message: [...trail.slice(start), path].join(" → ") });
      return;
    }
    if (done.has(path)) return;
    for (const { target } of project.sources.get(path)?.imports ?? []) {
      if (target !== null && project.sources.has(target)) visitFile(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of project.sources.keys()) visitFile(path, []);
  return found;
}

/** Who may import whom. */
export function checkLayers(project: Project): Violation[] {
  const imports = [...project.sources.values()].flatMap((file) =>
    file.imports.flatMap((item) => findImportViolations(file, item)),
  );
  return [...imports, ...findCycles(project)];
}
