import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { TEXTS } from "../e2e/support/screen-texts.ts";

// i18next's types refuse an unknown key and a missing count. They cannot know the other values of a text, because JSON
// imports have no literal types.

const web = fileURLToPath(new URL("../../web/", import.meta.url));

type Node = Record<string, unknown>;
type Texts = { [key: string]: string | Texts };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function* walk(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  if (typeof value.type === "string") yield value;
  for (const child of Object.values(value)) yield* walk(child);
}

/** The keys of `$.a.b[c]`, with null for a computed one; undefined for any other expression. */
function readPath(node: unknown): (string | null)[] | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return node.name === "$" ? [] : undefined;
  if (node.type !== "MemberExpression" || !isNode(node.property)) return undefined;
  const { property } = node;
  const before = readPath(node.object);
  return before && [...before, node.computed === true ? null : String(property.name)];
}

/** All texts that a path can lead to, with every plural form. */
function findTexts(texts: Texts, [first, ...rest]: (string | null)[]): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    if (first !== null && key !== first && key.replace(/_(zero|one|two|few|many|other)$/u, "") !== first) return [];
    if (typeof value === "string") return rest.length === 0 ? [value] : [];
    return rest.length === 0 ? [] : findTexts(value, rest);
  });
}

/** The names of the values in a call; null when they are not an object literal. */
function readValueNames(values: unknown): string[] | null {
  if (values === undefined) return [];
  if (!isNode(values) || values.type !== "ObjectExpression" || !Array.isArray(values.properties)) return null;
  const names = values.properties.map((property: unknown) =>
    isNode(property) && property.type === "Property" && isNode(property.key) ? property.key.name : undefined,
  );
  return names.every((name) => typeof name === "string") ? names : null;
}

/** The possible keys of a computed path whose type allows only some of the keys there. */
const CHOICES: Record<string, string[]> = {
  "common.copy.*": ["button", "copied", "selected"],
  "common.typedEmail.*": ["no_server", "unknown"],
  "messages.dialog.*": ["fr", "en", "de"],
  "search.steps.*": ["query", "categories", "cities", "results"],
};

/** Counts the calls of `t` in a source and lists the values that they leave out. */
function readCalls(path: string, source: string): { calls: number; problems: string[] } {
  let calls = 0;
  const problems: string[] = [];
  for (const node of walk(parseSync(path, source).program)) {
    if (node.type !== "CallExpression" || !isNode(node.arguments)) continue;
    const { 0: find, 1: values } = node.arguments;
    const keys = isNode(find) && find.type === "ArrowFunctionExpression" ? readPath(find.body) : undefined;
    if (keys === undefined) continue;
    calls += 1;
    const name = keys.map((key) => key ?? "*").join(".");
    const paths = CHOICES[name]?.map((choice) => [...keys.slice(0, -1), choice]) ?? [keys];
    const texts = Object.values(TEXTS).flatMap((language) => paths.flatMap((path) => findTexts(language, path)));
    if (texts.length === 0) problems.push(`${path}: no text is ${name}`);
    const placeholders = new Set(
      texts.flatMap((text) => Array.from(text.matchAll(/\{\{(\w+)\}\}/gu), ([, value]) => value)),
    );
    const names = readValueNames(values);
    if (names === null) problems.push(`${path}: the values of ${name} are not written out`);
    else
      for (const value of placeholders)
        if (value !== undefined && !names.includes(value)) problems.push(`${path}: ${name} wants ${value}`);
  }
  return { calls, problems };
}

it("gives every text the values it asks for", () => {
  const read = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/u.test(path) && !path.endsWith(".d.ts"))
    .map((path) => readCalls(path, readFileSync(web + path, "utf8")));
  expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  expect(read.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(400);
}, 30_000);

it("tells a value that is left out, also of a plural and of one text among several", () => {
  const problems = (call: string) => readCalls("x.ts", call).problems;
  expect(problems("t(($) => $.common.pageTitle)")).toEqual(["x.ts: common.pageTitle wants title"]);
  expect(problems("t(($) => $.common.pageTitle, { title })")).toEqual([]);
  expect(problems("t(($) => $.companies.total, { total: 2 })")).toEqual(["x.ts: companies.total wants count"]);
  expect(problems("i18next.t(($) => $.search.warnings[code], values)")).toEqual([
    "x.ts: the values of search.warnings.* are not written out",
  ]);
  expect(problems("t(($) => $.search.warnings[code], { max: 1 })")).toEqual(["x.ts: search.warnings.* wants detail"]);
  expect(problems("t(($) => $.common.none)")).toEqual(["x.ts: no text is common.none"]);
});
