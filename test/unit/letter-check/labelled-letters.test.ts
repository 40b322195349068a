import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { listWholeLetters } from "../../data/letter-cases.ts";

const root = join(import.meta.dirname, "../../..");
const runScript = (script: string, args: string[], input?: string) =>
  spawnSync("node_modules/.bin/node", [script, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...(input === undefined ? {} : { input }),
  });

const Figure = z.object({ name: z.string(), value: z.number(), unit: z.string() });
const Report = z.object({ measured: z.array(z.object({ part: z.string(), figures: z.array(Figure) })) });

const CheckResult = z.object({
  ok: z.boolean(),
  reasons: z.array(z.object({ code: z.string(), detail: z.string() })),
  warnings: z.array(z.unknown()),
});

// Every third letter; `npm run bench letter-check` takes all.
describe("the letter check on letters by other authors", () => {
  it("passes the honest ones and stops the dishonest ones", () => {
    const { stdout } = runScript("test/bench/run.ts", ["letter-check", "seen", "hard", "--short", "--json"]);
    const { measured } = Report.parse(JSON.parse(stdout));
    const getFigure = (part: string, name: string) =>
      measured.find((set) => set.part === part)?.figures.find((figure) => figure.name === name);
    const getShare = (part: string, name: string) => getFigure(part, `${name}, share`)?.value;
    const [honest, dishonest] = ["honest letters that pass", "dishonest letters that are stopped"] as const;
    expect(getFigure("seen", honest)?.value).toBeGreaterThan(160);
    expect(getFigure("seen", dishonest)?.value).toBeGreaterThan(210);
    expect.soft(getShare("seen", honest)).toBeGreaterThanOrEqual(0.98);
    expect.soft(getShare("seen", dishonest)).toBeGreaterThanOrEqual(0.775);
    expect.soft(getShare("hard", honest)).toBeGreaterThanOrEqual(0.92);
    expect.soft(getShare("hard", dishonest)).toBeGreaterThanOrEqual(0.75);
  }, 400_000);
});

describe("whole honest letters by sixteen further authors", () => {
  it("pass, but for four", () => {
    const refused = listWholeLetters().filter((letter) => !checkLetter(letter).ok);
    expect(refused.map(({ id }) => id)).toEqual(["nr-12", "ns-13", "ns-20", "nv-07"]);
  });
});

describe("npm run gate", () => {
  const letter = {
    cv: "Lea Roth\nBäckerin\n2019 – heute Backhaus Kern, Ulm",
    template: "",
    company: { name: "Kornblume", website: "", city: "Ulm", country: "Deutschland", about: "" },
    others: [],
    candidate: { name: "Lea Roth", email: "" },
    language: "de",
    subject: "Bewerbung",
  };

  it("answers one line per case, in order, and reports unreadable cases at the end", () => {
    const { stdout, status } = runScript(
      "tools/check-letter.ts",
      [],
      `${JSON.stringify({ ...letter, text: "[Name]" })}\nnonsense\n`,
    );
    const [verdict = "", error = ""] = stdout.trimEnd().split("\n");
    const { ok, reasons } = CheckResult.parse(JSON.parse(verdict));
    expect(ok).toBe(false);
    expect(reasons.map(({ code }) => code)).toContain("placeholder");
    expect(JSON.parse(error)).toHaveProperty("error");
    expect(status).toBe(1);
  });
});
