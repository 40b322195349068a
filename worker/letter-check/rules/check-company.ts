import { littleWords, parseCompanyName, phraseAt } from "../company-name.ts";
import words from "../data/check-company.json" with { type: "json" };
import places from "../data/places.json" with { type: "json" };
import towns from "../data/towns.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput, LetterLanguage } from "../input.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { akin, type Token } from "../tokenize.ts";
import { isCommon } from "../word-lists.ts";

/** Words before the name of an addressed company. */
const towards = new Set(words.towards);
/** Words right before a company's name. In German, where all nouns have a capital, only they tell a name. */
const nameCues = new Set(words.nameCues);
const joining = new Set(words.joining);
const sites = new Set(words.sites);
const yours = new Set(words.yours);
/** By language: "from a German firm" names no town. */
const placing = words.placing as Record<LetterLanguage, string[]>;
const knownPlaces = new Set([...towns, ...places.flatMap(({ forms }) => forms)]);
/** "Dresde" and "Leipziger" where the CV has Dresden and Leipzig. */
const isOwnPlace = (word: string, { own }: RefusalSources) =>
  [...own.capitals].some((each) => akin(word, each)) ||
  places.some(({ forms }) => forms.includes(word) && forms.some((form) => own.words.has(form)));

/** Checks that the letter is written for its company, and names no other and no other town as its own. */
export function companyFindings(
  { company: { name }, others }: CheckInput,
  letter: LetterText,
  sources: RefusalSources,
): Finding<BlockingCode>[] {
  const places = [findStranger(name, letter, sources), findWrongTown(name, letter, sources)];
  const strangers = [
    ...others.filter((other) => namesOther(other, name, letter, sources)),
    ...places.flatMap((at) => letter.tokens[at]?.raw ?? []),
  ];
  return [
    ...(letter.named.includes(true) ? [] : [{ code: "company_missing" as const, detail: name }]),
    ...strangers.map((detail) => ({ code: "other_company" as const, detail })),
  ];
}

/** Whether the letter names another company of the user's: wholly, or by one distinctive word, "chez Dupont". */
function namesOther(other: string, name: string, letter: LetterText, { own, company }: RefusalSources): boolean {
  const { tokens, named, language } = letter;
  const ours = ` ${parseCompanyName(name).core.join(" ")} `;
  const { core, telling } = parseCompanyName(other);
  const phrase = ` ${core.filter((word) => !littleWords.has(word)).join(" ")} `;
  if (phrase.trim() === "" || ours.includes(phrase)) return false;
  // A former employer may be named, but not as the reader; "next to the engineers" names no company called Next.
  const isHeld = [own, company].some((source) => source.phrase.includes(phrase));
  const isCued = (from: number, to: number) =>
    !phrase.trim().includes(" ") && tokens[to]?.capital !== true && nameCues.has(tokens[from - 1]?.word ?? "");
  const isNamed = phraseAt(core, tokens).some(
    ({ from, to }) =>
      !named.slice(from, to).every(Boolean) &&
      looksNamed(letter, from, to) &&
      (!isHeld || isAddressed(letter, from) || isCued(from, to)),
  );
  const short = telling.find(
    (word) =>
      word.length >= 4 &&
      ![ours, own.phrase, company.phrase].some((source) => source.includes(` ${word} `)) &&
      !isCommon(word, language),
  );
  const isShort = ({ word, capital }: Token, at: number) =>
    word === short && capital && (language !== "de" || nameCues.has(tokens[at - 1]?.word ?? ""));
  return isNamed || tokens.some(isShort);
}

/** Whether it is capitalised like a name, where capitals have a meaning. */
function looksNamed({ tokens, language }: LetterText, from: number, to: number): boolean {
  const main = tokens.slice(from, to).filter(({ word }) => !littleWords.has(word));
  const isName = ({ word, capital, opens }: Token) =>
    capital && (main.length > 1 || !opens || !isCommon(word, language));
  return main.some(isName) && (main.length > 1 || language !== "de" || nameCues.has(tokens[from - 1]?.word ?? ""));
}

const isAddressed = ({ tokens }: LetterText, at: number) =>
  tokens.slice(Math.max(0, at - 3), at).some(({ word }) => towards.has(word));

/** A capitalised word that neither side has, and that is no word of the language. */
const isStrange = ({ word, capital }: Token, language: LetterText["language"], sources: RefusalSources) =>
  capital &&
  !sources.own.words.has(word) &&
  !sources.company.words.has(word) &&
  !isCommon(word, language) &&
  !isCommon(word.replace(/s$/u, ""), language) &&
  !isOwnPlace(word, sources);

/**
 * A strange name where the company's should stand: one or two letters off it, one of its words beside a strange one, or
 * "rejoindre Dupont".
 */
function findStranger(name: string, { tokens, named, language }: LetterText, sources: RefusalSources): number {
  const { core, telling } = parseCompanyName(name);
  const wanted = [...telling, telling.join("")];
  return tokens.findIndex((token, at) => {
    const before = tokens[at - 1]?.word ?? "";
    // "Fleurs de Vilaines" for "Fleurs de Vilaine"; in German a genitive.
    if (named[at] === true)
      return language !== "de" && token.capital && telling.some((word) => token.word === `${word}s`);
    if (!isStrange(token, language, sources)) return false;
    if (joining.has(before)) return true;
    const said = [token.word, token.word + (tokens[at + 1]?.word ?? "")];
    const beside = [at + 1, at - 1, ...(littleWords.has(before) ? [at - 2] : [])].filter(
      (each) => each > at || named[each] !== true,
    );
    const isBeside =
      beside.some((each) => {
        const other = tokens[each];
        return other?.capital === true && other.sentence === token.sentence && core.includes(other.word);
      }) && !core.some((word) => akin(word, token.word));
    return !token.opens && (isBeside || wanted.some((word) => said.some((each) => isNear(each, word, language))));
  });
}

const withoutCase = (word: string) => word.replace(/(?:e?s|en?)$/u, "");
/** Whether two words differ by one letter, or two in a long one, and are not akin in German: "Kommunen", "Kommunix". */
const isNear = (said: string, name: string, language: LetterText["language"]): boolean =>
  name.length >= 4 &&
  said !== name &&
  !(language === "de" && name.startsWith(withoutCase(said))) &&
  differsBy(name.length >= 7 ? 2 : 1, said, name);

/** Whether one word becomes another by so many letters at most that are added, dropped or changed. */
function differsBy(most: number, a: string, b: string): boolean {
  if (a === b || most === 0) return a === b;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const [left, right] = [a.slice(at), b.slice(at)];
  const ways = [
    [left.slice(1), right],
    [left, right.slice(1)],
    [left.slice(1), right.slice(1)],
  ] as const;
  return ways.some(([one, other]) => differsBy(most - 1, one, other));
}

/** "Votre atelier de Lyon" to a company in Nantes, "a depot in Limerick" where no source knows the town. */
function findWrongTown(name: string, letter: LetterText, sources: RefusalSources): number {
  const { text, tokens, named, language } = letter;
  const isPlace = (word: string) =>
    knownPlaces.has(word) ||
    new RegExp(String.raw`(?:,\s*|\d{4,5}\s+)${word}(?![\p{L}\p{N}])`, "u").test(sources.own.folded);
  const ends = new Set(phraseAt(parseCompanyName(name).core, tokens).map(({ to }) => to));
  return tokens.findIndex((token, at) => {
    if (!token.capital || named[at] === true || sources.company.words.has(token.word)) return false;
    if (!placing[language].includes(tokens[at - 1]?.word ?? "")) return false;
    const before = tokens.slice(Math.max(0, at - 5), at - 1).filter(({ sentence }) => sentence === token.sentence);
    if (sites.has(before.at(-1)?.word ?? "") && isStrange(token, language, sources)) return true;
    const yoursAt = ends.has(at - 1) ? before.length - 1 : before.findLastIndex(({ word }) => yours.has(word));
    return yoursAt >= 0 && !/[,;:.(–]/u.test(text.slice(before[yoursAt]?.end, token.at)) && isPlace(token.word);
  });
}
