import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const run = (script: string, args: string[], input?: string) =>
  spawnSync("node_modules/.bin/node", [script, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...(input === undefined ? {} : { input }),
  });
const toLines = (text: string) => text.trimEnd().split("\n");

describe("npm run data:show", () => {
  const show = (...args: string[]) => run("test/data/show.ts", args);

  it("lists the sets, and what is in one", () => {
    expect(toLines(show().stdout)).toContain("sites");
    const ids = toLines(show("contacts").stdout);
    expect(ids).toContain("de-001-tischlerei-kontakt");
    expect(new Set(ids).size).toBe(ids.length);
  }, 60_000);

  it("writes a page where a browser can open it", () => {
    const lines = toLines(show("contacts", "de-001-tischlerei-kontakt").stdout);
    expect(lines).toContain("emails: info@tischlerei-holzwarth-koeln.de");
    const path = lines.at(-1) ?? "";
    expect(readFileSync(path, "utf8")).toContain("tischlerei-holzwarth-koeln.de");
    expect(path).toContain("candidature-data-");
    rmSync(dirname(path), { recursive: true });
  }, 60_000);

  it("prints a letter with what it is written from", () => {
    const { stdout } = show("letters", "french");
    expect(stdout).toContain("Préparatrice en pharmacie, Pharmacie du Bouffay, Nantes");
    expect(stdout).toContain("Madame, Monsieur,");
  }, 60_000);

  it.each([["nothing"], ["contacts", "nothing"]])(
    "fails for unknown names: %s %s",
    (...args) => {
      const { stdout, stderr, status } = show(...args);
      expect([stdout, status]).toEqual(["", 1]);
      expect(stderr).toContain("nothing");
    },
    60_000,
  );
});

it("the labelled pages are input of `npm run contacts` as they are", () => {
  const pages = readFileSync(join(root, "test/data/contacts/pages.ndjson"), "utf8");
  const { stdout, status } = run("tools/extract-contacts.ts", [], pages);
  expect(toLines(stdout)).toHaveLength(toLines(pages).length);
  expect(status).toBe(0);
}, 60_000);
