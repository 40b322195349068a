/**
 * Builds web/ui/styles/fonts from the fonts of Fontsource: `npm run fonts:build` (with `--check` it fails when they
 * are out of date). Unused glyphs and weights (alternate letters, below 400, above 700) are dropped: a third of the
 * bytes of every first visit.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { readFontCharacters } from "./font-characters.ts";

const { resolve } = createRequire(import.meta.url);
const FONT_SOURCES = {
  inter: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "newsreader-400": "@fontsource/newsreader/files/newsreader-latin-400-normal.woff2",
  "newsreader-500": "@fontsource/newsreader/files/newsreader-latin-500-normal.woff2",
};

/** Kerning, ligatures, mark positions, contextual and localized letters, and tabular figures. */
const SUBSET_OPTIONS = {
  targetFormat: "woff2" as const,
  keepFeatures: ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"],
};
const check = process.argv.includes("--check");
for (const [name, source] of Object.entries(FONT_SOURCES)) {
  const original = readFileSync(resolve(source));
  const subset = await subsetFont(original, readFontCharacters(), {
    ...SUBSET_OPTIONS,
    ...(name === "inter" && { variationAxes: { wght: { min: 400, max: 700, default: 400 } } }),
  });
  const file = fileURLToPath(new URL(`../web/ui/styles/fonts/${name}.woff2`, import.meta.url));
  if (!check) {
    writeFileSync(file, subset);
    console.log(`${name}: ${original.length} bytes -> ${subset.length}`);
  } else if (!existsSync(file) || !subset.equals(readFileSync(file))) {
    console.error(`${file} is out of date: npm run fonts:build`);
    process.exitCode = 1;
  }
}
