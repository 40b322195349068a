import { type Figure, holds } from "../figures.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { CheckSources } from "../parse-sources.ts";

/** Finds "von 9 auf 3 Tage" when the sources have both figures, but not as a pair. */
export function pairFindings(letter: ParsedLetter, { cv, template, company }: CheckSources): Finding<BlockingCode>[] {
  return letter.figures.flatMap((first, at): Finding<BlockingCode>[] => {
    const second = letter.figures[at + 1];
    if (!second || ["year", "day", "place"].includes(first.kind) || !isPair(letter.text, first, second)) return [];
    const sides = [cv, template, company];
    const known = [first, second].every((figure) =>
      sides.some(({ figures }) => figures.some((source) => holds(source, figure))),
    );
    const together = sides.some(({ figures }) =>
      figures.some((a) => holds(a, first) && figures.some((b) => holds(b, second) && Math.abs(a.at - b.at) < NEAR)),
    );
    return known && !together
      ? [{ code: "unknown_figure", detail: letter.text.slice(first.at, second.at + second.text.length) }]
      : [];
  });
}
/** Characters within which two figures of a source belong to one statement. */
const NEAR = 60;
const isPair = (text: string, first: Figure, second: Figure) =>
  /(?:\bde|\bd'|\bfrom|\bvon)\s*(?:[£$€]\s?)?$/iu.test(text.slice(Math.max(0, first.at - 8), first.at)) &&
  /^[^.,;\n]{0,16}(?:\bà|\bto|\bauf|→)\s*(?:[£$€]\s?)?(?:\p{L}+\s)?$/u.test(
    text.slice(first.at + first.text.length, second.at),
  );

/** Finds "de 2016 à 2019" when the sources have both years, but not as a period. */
export function spanFindings(
  letter: ParsedLetter,
  { own, cv, template, company }: CheckSources,
): Finding<BlockingCode>[] {
  const years = letter.figures.filter(({ kind }) => kind === "year");
  return years.flatMap((first, at): Finding<BlockingCode>[] => {
    const second = years[at + 1];
    if (!second || !isSpan(letter.text, first, second)) return [];
    const [from = 0, to = 0] = [first.values[0], second.values[0]];
    const holdsBoth = [cv, template, company].some(({ figures }) =>
      figures.some(
        (a) =>
          a.kind === "year" &&
          a.values[0] === from &&
          figures.some((b) => b.kind === "year" && b.values[0] === to && Math.abs(a.at - b.at) < 60),
      ),
    );
    const known = [from, to].every((year) =>
      [...own.figures, ...company.figures].some(({ kind, values }) => kind === "year" && values[0] === year),
    );
    return holdsBoth || !known ? [] : [{ code: "moved_fact", detail: `${from} – ${to}` }];
  });
}
const isSpan = (text: string, first: Figure, second: Figure) =>
  /(?:\bde|\bd'|\bfrom|\bvon|\bentre|\bbetween|\bzwischen|\()\s*(?:\p{L}+\.?\s)?$/iu.test(
    text.slice(Math.max(0, first.at - 24), first.at),
  ) && /^\s*(?:à|to|until|till|bis|et|and|und|-|–)\s*(?:\p{L}+\s){0,1}$/u.test(text.slice(first.at + 4, second.at));
