import slots from "./data/slots.json" with { type: "json" };
import { type Evidence, isOwn } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { readLevels } from "./levels.ts";
import { type ReadText, type Sentence } from "./sentences.ts";
import { foldText } from "./tokenize.ts";
import { isStopWord } from "./word-lists.ts";

const speaking = new RegExp(slots.speaking, "u");
const aiming = new RegExp(slots.aiming, "u");
const exam = new RegExp(`\\b(?:${slots.exams.join("|")})`, "iu");

/** Languages and their levels. */
export function checkLevels(
  { clauses, at, end, from, to }: Sentence,
  letter: ReadText,
  { lines, language: cvLanguage }: Evidence,
): Finding<BlockingCode>[] {
  if (clauses.every(({ mode, subject }) => mode === "wish" || mode === "no" || subject === "you")) return [];
  const told = clauses.filter(({ mode, subject }) => mode === "fact" && subject !== "you");
  const hits = letter.hits.filter(
    (hit) => told.some((clause) => hit.from >= clause.from && hit.to < clause.to) && !isNationality(hit.to, letter),
  );
  const said = readLevels(
    letter.text,
    letter.tokens.slice(from, to),
    hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from })),
    8,
  );
  const speaks = letter.tokens.slice(from, to).some(({ word }) => speaking.test(word));
  const text = letter.text.slice(at, end);
  if (aiming.test(foldText(text))) return [];
  const isExact = /\b[ABC][12]\b/u.test(text);
  const cefr = exam.test(text) ? /\b[ABC][12]\b/u.exec(text)?.[0] : undefined;
  if (
    cefr !== undefined &&
    !lines.some(
      (line) =>
        isOwn(line) &&
        line.quote.includes(cefr) &&
        (said.size === 0 || exam.test(line.quote) || [...line.levels.keys()].some((language) => said.has(language))),
    )
  )
    return [{ code: "language_level", detail: text }];
  const saysSpeak = told.some((clause) =>
    letter.tokens.slice(clause.from, clause.to).some(({ word }) => /^(?:parle|speak|spreche)$/u.test(word)),
  );
  return [...said].flatMap(([language, grade]): Finding<BlockingCode>[] => {
    if (grade === 0 && !speaks) return [];
    const held = lines.filter(isOwn).flatMap((line) => line.levels.get(language) ?? []);
    const isPlain =
      language === slots.languages[letter.language ?? "en"] || language === slots.languages[cvLanguage ?? "en"];
    if (held.length === 0)
      return (grade >= 3 || saysSpeak) &&
        speaks &&
        !isPlain &&
        !lines.some((line) => isOwn(line) && line.concepts.has(language))
        ? [{ code: "language_level", detail: letter.text.slice(at, end) }]
        : [];
    const best = Math.max(...held);
    return best > 0 && grade >= best + (isExact && Number.isInteger(grade) && Number.isInteger(best) ? 1 : 1.4)
      ? [{ code: "language_level", detail: letter.text.slice(at, end) }]
      : [];
  });
}

/** "A French designer", "das irische Zeugnis": no language. */
const isNationality = (at: number, { tokens, language, text }: ReadText) => {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || !next || !/^ $/u.test(text.slice(token.end, next.at))) return false;
  if (language === "de") return !token.capital && !/^sprach|^kenntnis/u.test(next.word);
  return language === "en" && !next.capital && !isStopWord(next.word) && !speaking.test(next.word);
};
