/**
 * Makes the fonts of web/ui/styles/fonts from those of Fontsource: `npm run fonts:build` (with `--check`: fails when they are out of date). What the product
 * never shows is left out (alternate letters, weights below 400 and above 700), which is a third of what every first visit waits for.
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

/** Kerning, ligatures, accents in their place, letters that suit their neighbours, and figures as wide as each other. */
const SUBSET_OPTIONS = {
  targetFormat: "woff2" as const,
  keepFeatures: ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"],
};
const check = process.argv.includes("--check");
for (const [name, source] of Object.entries(FONT_SOURCES)) {
  const whole = readFileSync(resolve(source));
  const made = await subsetFont(whole, readFontCharacters(), {
    ...SUBSET_OPTIONS,
    ...(name === "inter" && { variationAxes: { wght: { min: 400, max: 700, default: 400 } } }),
  });
  const file = fileURLToPath(new URL(`../web/ui/styles/fonts/${name}.woff2`, import.meta.url));
  if (!check) {
    writeFileSync(file, made);
    console.log(`${name}: ${whole.length} bytes are ${made.length}`);
  } else if (!existsSync(file) || !made.equals(readFileSync(file))) {
    console.error(`${file} is out of date: npm run fonts:build`);
    process.exitCode = 1;
  }
}
