import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";

const Result = z.object({
  measured: z.array(z.object({ figures: z.array(z.object({ name: z.string(), value: z.number() })) })),
});

it("a company costs six rows written in D1 and ten in all, besides what its search costs", async () => {
  const bench = fileURLToPath(new URL("./run.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "find", "rows", "--short", "--json"]);
  const [rows] = Result.parse(JSON.parse(stdout)).measured;
  const findFigure = (name: string) => rows?.figures.find((figure) => figure.name === name)?.value;
  const ofDatabase = findFigure("d1 companies") ?? 0;
  const ofObject = findFigure("object companies") ?? 0;
  expect(ofObject).toBeGreaterThan(0);
  expect(ofDatabase).toBeGreaterThan(0);
  expect(ofDatabase).toBeLessThanOrEqual(6);
  expect(ofDatabase + ofObject).toBeLessThanOrEqual(10);
  expect(findFigure("all of D1, a company")).toBeLessThanOrEqual(6.5);
  expect(findFigure("all, a company")).toBeLessThanOrEqual(10.5);
}, 120_000);
