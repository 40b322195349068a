import { littleWords, parseCompanyName, phraseAt } from "../company-name.ts";
import words from "../data/check-company.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { ParsedLetter } from "../parse-letter.ts";
import type { SourceFacts, CheckSources } from "../parse-sources.ts";
import type { Token } from "../tokenize.ts";
import { isCommon } from "../word-lists.ts";

/** Words before the name of the addressed company. */
const towards = new Set(words.towards);

/** Words before a name in German, where all nouns are capitalised. */
const germanCue = /^(?:bei|firma|unternehmen|team)$/u;

/** Checks that the letter names its company, and addresses no other. */
export function companyFindings(
  input: CheckInput,
  letter: ParsedLetter,
  { own, company }: CheckSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  if (!isNamed(input.company.name, letter, own)) found.push({ code: "company_missing", detail: input.company.name });
  const ours = ` ${parseCompanyName(input.company.name).core.join(" ")} `;
  const [papers, facts] = [own.phrase, company.phrase];
  const whole = phraseAt(parseCompanyName(input.company.name).core, letter.tokens);
  for (const other of input.others) {
    const { core, telling, raw } = parseCompanyName(other);
    const phrase = ` ${core.join(" ")} `;
    const main = core.filter((word) => !littleWords.has(word));
    if (main.length === 0 || ours.includes(phrase) || ours.includes(` ${main.join(" ")} `)) continue;
    const isOurs = ({ from, to }: { from: number; to: number }) =>
      whole.some((ours) => from >= ours.from && to <= ours.to) ||
      (main.length <= 1 && letter.named.slice(from, to).every(Boolean));
    // A common word in a source is no name: "next to the engineers" does not mention a company called Next.
    const isPlain = main.length === 1 && main.every((word) => own.words.has(word) || company.words.has(word));
    const held =
      main.length > 1
        ? papers.includes(phrase) || facts.includes(phrase) || papers.includes(` ${main.join(" ")} `)
        : main.some((word) => own.capitals.has(word) || company.capitals.has(word));
    const places = phraseAt(core, letter.tokens).filter((place) => !isOurs(place) && looksNamed(letter, place, raw));
    const wrong = places.find((place) => (held ? isReader(letter, place) : !isPlain || isCued(letter, place)));
    // One distinctive word is enough: "chez Dupont" for "Dupont Électricité".
    const word = telling.find(
      (each) =>
        each.length >= 4 &&
        !ours.includes(` ${each} `) &&
        !papers.includes(` ${each} `) &&
        !facts.includes(` ${each} `) &&
        !isCommon(each, letter.language),
    );
    const short = letter.tokens.findIndex(
      (token, index) =>
        token.word === word &&
        token.capital &&
        letter.named[index] !== true &&
        (letter.language !== "de" || germanCue.test(letter.tokens[index - 1]?.word ?? "")),
    );
    if (wrong || short >= 0) found.push({ code: "other_company", detail: other });
  }
  return found;
}

function isNamed(name: string, { tokens, named, language, subjectEnd }: ParsedLetter, own: SourceFacts): boolean {
  const { core, telling } = parseCompanyName(name);
  if (phraseAt(core, tokens).length > 0) return true;
  return tokens.some((token, index) => {
    if (named[index] !== true) return false;
    const isPart = telling.some((word) => token.word.startsWith(word));
    // Initials or the joined name; two words of it; or one that has no other meaning here.
    if (!isPart || (named[index + 1] === true && tokens[index + 1]?.word !== token.word)) return true;
    return (
      index >= subjectEnd &&
      !(token.opens && isCommon(token.word, language)) &&
      (!own.words.has(token.word) || token.word === telling[0])
    );
  });
}

/** Whether it is capitalised like the name, where capitals have a meaning. */
function looksNamed(
  { tokens, language, subjectEnd }: ParsedLetter,
  { from, to }: { from: number; to: number },
  raw: Map<string, string>,
): boolean {
  const main = tokens.slice(from, to).filter(({ word }) => !littleWords.has(word));
  if (main.length > 1)
    return (
      main.some((token) => token.capital && !token.opens) ||
      main.every((token) => token.capital) ||
      main.some((token) => !token.capital && !isCommon(token.word, language) && raw.get(token.word) === token.raw)
    );
  const [token] = main;
  if (!token) return false;
  if (!isCommon(token.word, language) && (language !== "de" || !/^\p{Lu}\p{Ll}+$/u.test(token.raw)))
    return token.capital || raw.get(token.word) === token.raw;
  if (!token.capital || token.opens || from < subjectEnd) return false;
  return language !== "de" || germanCue.test(tokens[from - 1]?.word ?? "");
}

/** "chez Next": a common word where a name is expected. */
const isCued = ({ tokens }: ParsedLetter, { from }: { from: number }) =>
  /^(?:chez|at|join|joining|rejoindre|integrer|bei|firma|with|pour|for|to|team)$/u.test(tokens[from - 1]?.word ?? "");

/** Whether the letter addresses a name that is in the CV too. */
function isReader({ tokens, subjectEnd }: ParsedLetter, { from }: { from: number; to: number }): boolean {
  const before: Token[] = tokens
    .slice(Math.max(0, from - 4), from)
    .filter((token) => token.sentence === tokens[from]?.sentence);
  if (from < subjectEnd) return before.some(({ word }) => towards.has(word));
  return before.some(({ word }) =>
    /^(?:rejoindre|integrer|postuler|candidature|join|joining|apply|applying|bewerbe|bewerbung|dear|liebes)$/u.test(
      word,
    ),
  );
}
