import { readFileSync } from "node:fs";

/** The characters in the fonts: the `unicode-range` of fonts.css. */
export function readFontCharacters(): string {
  const [, ranges = ""] =
    /unicode-range:\s*([^;]+);/u.exec(readFileSync(new URL("../web/ui/styles/fonts.css", import.meta.url), "utf8")) ??
    [];
  return ranges
    .split(/,\s*/)
    .flatMap((range) => {
      const [from = 0, to = from] = range
        .replace("U+", "")
        .split("-")
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join("");
}
