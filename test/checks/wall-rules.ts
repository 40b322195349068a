import { posix } from "node:path";
import type { Import, Project, SourceFile, Violation } from "./project.ts";

/** The corridor: a later room may read an earlier one's store and rules, nobody looks forward. */
const rooms = ["account", "companies", "search", "messages", "mail"];
const openToLaterRooms = /^(store|rules|names)(-[a-z0-9-]+)?\.ts$/;
const storeFile = /^store(-[a-z0-9-]+)?\.ts$/;
/** What tools load: it wires things up and belongs to no room. */
const toolConfig = /(^|\/)(vite|vitest|drizzle)\.config\.ts$/;

const parts = (path: string) => path.split("/");
const roomOf = (path: string) => {
  const [top, room] = parts(path);
  return top === "worker" && rooms.includes(room ?? "") ? room : undefined;
};
const featureOf = (path: string) => (path.startsWith("web/features/") ? parts(path)[2] : undefined);
const inside = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** Says why an import may not be, or nothing. `to` is a path of the project. */
type Wall = (from: string, to: string) => string | false | undefined;

const walls: Record<string, Wall> = {
  "rooms look only back": (from, to) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (!here || !there || here === there) return false;
    if (rooms.indexOf(there) > rooms.indexOf(here)) return `${here} looks forward into ${there}`;
    return !openToLaterRooms.test(posix.basename(to)) && `${here} may read only the store and the rules of ${there}`;
  },
  "adapters and rooms know only ports": (from, to) => {
    if (roomOf(from) && inside(to, "worker/adapters")) return "a room takes its ports as an argument";
    return inside(from, "worker/adapters") && roomOf(to) !== undefined && "an adapter knows no room";
  },
  "only deps.ts picks adapters": (from, to) =>
    inside(to, "worker/adapters") &&
    !inside(from, "worker/adapters") &&
    !inside(from, "test") &&
    from !== "worker/deps.ts" &&
    "ask deps.ts for the port",
  "the contract stands alone": (from, to) =>
    inside(from, "worker/contract") &&
    !inside(to, "worker/contract") &&
    "the contract imports zod/mini and its own files",
  "the web enters only the contract": (from, to) =>
    inside(from, "web") &&
    inside(to, "worker") &&
    !inside(to, "worker/contract") &&
    "the web may enter worker/contract only",
  "the worker never sees the web": (from, to) =>
    inside(from, "worker") && inside(to, "web") && "the worker serves any client",
  "features never import each other": (from, to) => {
    const [here, there] = [featureOf(from), featureOf(to)];
    return here !== undefined && there !== undefined && here !== there && `${here} and ${there} meet only in web/app`;
  },
  "shared web code knows no feature": (from, to) => {
    const shared = inside(from, "web/ui") || inside(from, "web/lib");
    if (inside(to, "web/app")) return (shared || inside(from, "web/features")) && "web/app is the outermost layer";
    return shared && inside(to, "web/features") && "ui and lib know no feature";
  },
  "only tests import tests": (from, to) =>
    inside(to, "test") &&
    !inside(from, "test") &&
    !toolConfig.test(from) &&
    "test/ holds the only fakes; nothing ships it",
};

/** The same for packages. */
const packageWalls: Record<string, (from: string, specifier: string) => string | false | undefined> = {
  "the contract stands alone": (from, specifier) =>
    inside(from, "worker/contract") && specifier !== "zod/mini" && "the contract imports zod/mini and its own files",
  "only stores know Drizzle": (from, specifier) =>
    specifier.startsWith("drizzle-orm") &&
    inside(from, "worker") &&
    !inside(from, "worker/db") &&
    !storeFile.test(posix.basename(from)) &&
    "ask the room's store",
};

function wallViolations(file: SourceFile, { specifier, target }: Import): Violation[] {
  const found: Violation[] = [];
  const tell = (rule: string, why: string | false | undefined) => {
    if (why) found.push({ rule, path: file.path, message: `imports ${specifier}: ${why}` });
  };
  for (const [rule, wall] of Object.entries(target === null ? {} : walls)) tell(rule, wall(file.path, target ?? ""));
  for (const [rule, wall] of Object.entries(target === null ? packageWalls : {}))
    tell(rule, wall(file.path, specifier));
  return found;
}

/** Circles of imports, those of types included: two files that need each other are one file. */
function circles(project: Project): Violation[] {
  const found: Violation[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push({ rule: "no circles", path, message: [...trail.slice(start), path].join(" → ") });
      return;
    }
    if (done.has(path)) return;
    for (const { target } of project.sources.get(path)?.imports ?? []) {
      if (target !== null && project.sources.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of project.sources.keys()) visit(path, []);
  return found;
}

/** Who may import whom. */
export function wallRules(project: Project): Violation[] {
  const imports = [...project.sources.values()].flatMap((file) =>
    file.imports.flatMap((item) => wallViolations(file, item)),
  );
  return [...imports, ...circles(project)];
}
