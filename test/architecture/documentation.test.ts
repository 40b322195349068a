import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const README_LIMIT_BYTES = 8_000;

const decisions = join(root, "docs/decisions");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((page) => join("docs", page)),
].filter((page) => page.endsWith(".md"));
const readPage = (page: string) => readFileSync(join(root, page), "utf8");
/** Every match of `pattern`'s first group in the pages, as `[page, text]`. */
const findAll = (pattern: RegExp) =>
  pages.flatMap((page) => [...readPage(page).matchAll(pattern)].map(([, text = ""]) => [page, text] as const));

describe("the documentation", () => {
  it("links only to what is there", () => {
    const links = findAll(/\]\((?!https?:|mailto:|#)([^)#]+)(?:#[^)]*)?\)/gu);
    expect(links.length).toBeGreaterThan(60);
    expect(links.filter(([page, link]) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it("names only files and folders that are there", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    const isThere = (path: string) =>
      tracked.some((file) => file === path || file.startsWith(path.replace(/\/?$/u, "/")));
    const named = findAll(/`((?:worker|web|test|tools|docs|migrations)\/[\w./-]*[\w/])`/gu);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, path]) => !isThere(path))).toEqual([]);
  });

  it("names only commands that are there", () => {
    const { scripts } = JSON.parse(readPage("package.json")) as { scripts: Record<string, string> };
    const commands = findAll(/npm run (?:--silent )?([a-z][\w:-]*)/gu);
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter(([, name]) => !(name in scripts))).toEqual([]);
  });

  it.each(["bench", "prove"])("lists what `npm run %s` can run, and nothing else", (kind) => {
    const listed = execFileSync(process.execPath, [join(root, "test", kind, "run.ts")], { encoding: "utf8" });
    const names = [...listed.matchAll(/^ {2}([a-z-]+) {2,}/gmu)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(5);
    const testing = readPage("docs/testing.md");
    expect(names.filter((name) => !testing.includes(`| \`${name}\``))).toEqual([]);
    const used = findAll(new RegExp(`npm run (?:--silent )?${kind} ([a-z-]+)`, "gu"));
    expect(used.filter(([, name]) => !names.includes(name))).toEqual([]);
  });

  it("keeps the README short", () => {
    expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(README_LIMIT_BYTES);
  });

  it("numbers its decisions without a gap and lists each", () => {
    const files = readdirSync(decisions)
      .filter((file) => file !== "README.md")
      .sort();
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, at) => at + 1));
    const index = readPage("docs/decisions/README.md");
    expect(files.filter((file) => !index.includes(`(${file})`))).toEqual([]);
    expect(
      files.filter(
        (file) =>
          !/## Context[\s\S]+## Decision[\s\S]+## Consequences/u.test(readFileSync(join(decisions, file), "utf8")),
      ),
    ).toEqual([]);
  });

  it("names files that are there for each behaviour of the orientation list", () => {
    const list = JSON.parse(readPage("test/data/orientation.json")) as { behaviour: string; files: string[] }[];
    expect(list).toHaveLength(28);
    expect(list.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
