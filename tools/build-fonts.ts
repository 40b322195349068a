/**
 * Builds web/ui/styles/fonts from the fonts of Fontsource: `npm run fonts:build` (with `--check` it fails when they
 * are out of date). Unused glyphs and weights (alternate letters, below 400, above 700) are dropped: a third of the
 * bytes of every first visit. The fonts of the letter's PDF go into the Worker, as text: Fontsource has Inter only in
 * pieces, and a PDF takes one font for all scripts.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
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

const PDF_FONT_SOURCES = {
  REGULAR_FONT: "inter-ui/web/Inter-Regular.woff2",
  BOLD_FONT: "inter-ui/web/Inter-SemiBold.woff2",
};
/** Latin with every accent, Greek and Cyrillic for names, punctuation and currencies. */
const PDF_FONT_RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x36f],
  [0x370, 0x52f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x2193],
  [0x2212, 0x2265],
] as const;
const PDF_SUBSET_OPTIONS = { targetFormat: "sfnt" as const, keepFeatures: ["ccmp", "kern", "locl", "mark", "mkmk"] };

const check = process.argv.includes("--check");

function writeOrCompare(path: string, content: Buffer, told: string): void {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!check) {
    writeFileSync(file, content);
    console.log(told);
  } else if (!existsSync(file) || !content.equals(readFileSync(file))) {
    console.error(`${file} is out of date: npm run fonts:build`);
    process.exitCode = 1;
  }
}

for (const [name, source] of Object.entries(FONT_SOURCES)) {
  const original = readFileSync(resolve(source));
  const subset = await subsetFont(original, readFontCharacters(), {
    ...SUBSET_OPTIONS,
    ...(name === "inter" && { variationAxes: { wght: { min: 400, max: 700, default: 400 } } }),
  });
  writeOrCompare(
    `../web/ui/styles/fonts/${name}.woff2`,
    subset,
    `${name}: ${original.length} bytes -> ${subset.length}`,
  );
}

const pdfCharacters = PDF_FONT_RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
).join("");
const pdfFonts = await Promise.all(
  Object.entries(PDF_FONT_SOURCES).map(async ([name, source]) => {
    const subset = await subsetFont(readFileSync(resolve(source)), pdfCharacters, PDF_SUBSET_OPTIONS);
    return `export const ${name} =\n  "${deflateRawSync(subset, { level: 9 }).toString("base64")}";\n`;
  }),
);
const pdfModule = Buffer.from(
  [
    "// Built by tools/build-fonts.ts from inter-ui: TrueType, deflated, in base64.\n",
    "// Copyright The Inter Project Authors, SIL Open Font License 1.1.\n",
    ...pdfFonts,
  ].join("\n"),
);
writeOrCompare("../worker/letter-pdf/fonts.gen.ts", pdfModule, `fonts.gen.ts: ${pdfModule.length} bytes`);
