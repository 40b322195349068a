import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { findOnlyStation } from "./named-stations.ts";
import type { ReadText, Sentence } from "./sentences.ts";
import { foldText } from "./tokenize.ts";

/** Values of which one excludes the others: "monthly" and "quarterly", "gold" and "bronze". */
const contrasts = slots.contrasts.map(({ code, values }, at) => ({
  frequent: at === 0,
  code: code as BlockingCode,
  values: values.map((value) => new RegExp(`\\b(?:${value})\\b`, "u")),
}));
const often = new RegExp(slots.often, "u");
const current = new RegExp(`\\b(?:${slots.current})\\b`, "u");

/** Where the lines that a clause is about give another value than the clause. */
export function checkContrasts(
  sentence: Sentence,
  letter: ReadText,
  { lines, jobs, today }: Evidence,
  named: Set<number>[],
): Finding<BlockingCode>[] {
  return sentence.clauses.flatMap((clause, at): Finding<BlockingCode>[] => {
    if (clause.mode !== "fact" || clause.subject === "you") return [];
    const said = letter.text.slice(letter.tokens[clause.from]?.at, letter.tokens[clause.to - 1]?.end);
    const folded = foldText(said);
    const stations = named[at]?.size ? named[at] : findOnlyStation(sentence, letter, named);
    const here = [...stations].map((station) => jobs[station - 1]);
    // Still at a job that has ended.
    if (
      here.length > 0 &&
      !clause.past &&
      (/\b(?:je|j|i|ich)\b/u.test(folded) || /\b(?:emploie|employs|beschaftigt)\b/u.test(folded)) &&
      !/\b(?:earlier still|plus tot encore)\b/u.test(folded) &&
      current.test(folded) &&
      here.every(
        (job) =>
          job &&
          !job.school &&
          job.to < today - 12 &&
          !jobs.some(({ names, to }) => to >= today - 12 && [...names].some((name) => job.names.has(name))),
      )
    )
      return [{ code: "moved_fact", detail: said }];
    return contrasts.flatMap(({ code, values, frequent }): Finding<BlockingCode>[] => {
      const value = values.findIndex((fits) => fits.test(folded));
      // "Every day" is a manner of speaking.
      if (value < 0 || (frequent && !often.test(folded)) || values.filter((fits) => fits.test(folded)).length > 1)
        return [];
      const units = clause.units.filter(
        ({ family, words }) =>
          family !== "common" && family !== "help" && !values.some((fits) => fits.test(words.join(" "))),
      );
      const about = lines.filter(
        (line) => line.kind !== "company" && units.some((unit) => cover(line, unit, false) === 2),
      );
      const texts = about.map(({ quote }) => foldText(quote));
      const isSaid = texts.some((text) => values[value]?.test(text));
      const isOther = texts.some((text) => values.some((fits, other) => other !== value && fits.test(text)));
      return isOther && !isSaid ? [{ code, detail: said }] : [];
    });
  });
}
