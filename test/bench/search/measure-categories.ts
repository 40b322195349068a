import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { z } from "zod";
import { categoryQueries } from "../../data/categories.ts";
import { benchFolder, projectRoot } from "../../harness/bundle-worker.ts";
import { type Measured, computeMedian } from "../../harness/report.ts";

const Suggest = z.object({
  suggestCategories: z.custom<(query: string, language: "fr" | "en") => unknown[]>(
    (value) => typeof value === "function",
  ),
});

/** The suggestions of categories, as the pure function they are. */
export async function measureCategories(): Promise<Measured> {
  const { suggestCategories } = Suggest.parse(
    await import(pathToFileURL(await bundleEntry("worker/catalogue/suggest-categories.ts")).href),
  );
  const queries = (["fr", "en"] as const).flatMap((language) =>
    categoryQueries.required.filter((query) => query.language === language).slice(0, 50),
  );
  // The first one builds the index, as the first request of an isolate does.
  const began = performance.now();
  suggestCategories("boulangerie", "fr");
  const first = performance.now() - began;
  const measureQueryMs = ({ query, language }: (typeof queries)[number]) => {
    const start = performance.now();
    suggestCategories(query, language);
    return performance.now() - start;
  };
  const cold = queries.map(measureQueryMs);
  const passes = Array.from({ length: 5 }, () => queries.map(measureQueryMs));
  const times = queries.map((_, i) => computeMedian(passes.map((pass) => pass[i] ?? Number.NaN)));
  return {
    title: `Categories: ${queries.length} queries, French and English`,
    how: "The function alone, in Node; of each query the median of five passes, after a first one.",
    figures: [
      { name: "median", value: computeMedian(times), unit: "ms" },
      { name: "worst", value: Math.max(...times), unit: "ms", target: { atMost: 5 } },
      { name: "worst of the first pass", value: Math.max(...cold), unit: "ms" },
      { name: "the very first, which builds the index", value: first, unit: "ms" },
    ],
  };
}

/** A module of the worker as one file that Node can load. */
async function bundleEntry(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: projectRoot,
    ssr: { noExternal: true },
    publicDir: false,
    build: { ssr: join(projectRoot, entry), write: false, minify: false, target: "es2024" },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error(`${entry} must build to one bundle`);
  mkdirSync(benchFolder, { recursive: true });
  const path = join(benchFolder, "categories.mjs");
  writeFileSync(path, built.output[0].code);
  return path;
}
