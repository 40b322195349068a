import { littleWords, parseCompanyName, phraseAt } from "../company-name.ts";
import words from "../data/check-company.json" with { type: "json" };
import usual from "../data/letter-words.json" with { type: "json" };
import places from "../data/places.json" with { type: "json" };
import towns from "../data/towns.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { LetterText, RefusalSources, SourceText } from "../refusal-texts.ts";
import { akin, type Token } from "../tokenize.ts";
import { isCommon, stopWords } from "../word-lists.ts";

/** Words before the name of an addressed company. */
const towards = new Set(words.towards);
/** Words right before a company's name. In German, where all nouns have a capital, only they tell a name. */
const nameCues = new Set(words.nameCues);
const joining = new Set(words.joining);
const sites = new Set(words.sites);
const yours = new Set(words.yours);
const placing = new Set(words.placing);
const knownPlaces = new Set([...towns, ...places.flatMap(({ forms }) => forms)]);
const usualWords = new Set(usual);

interface Span {
  from: number;
  to: number;
}

/** Checks that the letter is written for its company, and names no other and no other town as its own. */
export function companyFindings(
  { company: { name }, others }: CheckInput,
  letter: LetterText,
  sources: RefusalSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  if (!isNamed(name, letter, sources.own) && !isAboutCompany(letter, sources))
    found.push({ code: "company_missing", detail: name });
  for (const other of others)
    if (namesOther(other, name, letter, sources)) found.push({ code: "other_company", detail: other });
  for (const at of [
    findLookalike(name, letter, sources),
    findAddressee(letter, sources),
    findWrongTown(name, letter, sources),
  ])
    if (at !== null) found.push({ code: "other_company", detail: letter.tokens[at]?.raw ?? "" });
  return found;
}

function isNamed(name: string, { tokens, named, language, subjectEnd }: LetterText, own: SourceText): boolean {
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

/** Without its name: a word or figure that only the company's page has, and no name that no source has. */
function isAboutCompany(letter: LetterText, sources: RefusalSources): boolean {
  const isTelling = (word: string) =>
    (word.length >= 4 || /^\d{2,}$/u.test(word)) &&
    !usualWords.has(word) &&
    Object.values(stopWords).every((each) => !each.has(word));
  const known = [...sources.company.words].filter(isTelling);
  const own = [...sources.own.words].filter(isTelling);
  const said = new Set(letter.tokens.map(({ word }) => word).filter(isTelling));
  return (
    [...said].some((word) => known.some((each) => akin(each, word)) && !own.some((each) => akin(each, word))) &&
    !letter.tokens.some((_, at) => isForeignName(letter, at, sources))
  );
}

/** Whether the letter names another company of the user's. */
function namesOther(other: string, name: string, letter: LetterText, { own, company }: RefusalSources): boolean {
  const ours = ` ${parseCompanyName(name).core.join(" ")} `;
  const { core, telling, raw } = parseCompanyName(other);
  const main = core.filter((word) => !littleWords.has(word));
  const phrases = [` ${core.join(" ")} `, ` ${main.join(" ")} `];
  if (main.length === 0 || phrases.some((phrase) => ours.includes(phrase))) return false;
  const whole = phraseAt(parseCompanyName(name).core, letter.tokens);
  const isOurs = ({ from, to }: Span) =>
    whole.some((span) => from >= span.from && to <= span.to) ||
    (main.length <= 1 && letter.named.slice(from, to).every(Boolean));
  const isIn = (source: SourceText, words: Set<string>) =>
    main.length > 1 ? phrases.some((phrase) => source.phrase.includes(phrase)) : main.some((word) => words.has(word));
  // A former employer may be named, but not as the reader.
  const isHeld = isIn(own, own.capitals) || isIn(company, company.capitals);
  // A common word of a source is no name: "next to the engineers" does not mention a company called Next.
  const isPlain = main.length === 1 && (isIn(own, own.words) || isIn(company, company.words));
  const spans = phraseAt(core, letter.tokens).filter((span) => !isOurs(span) && looksNamed(letter, span, raw));
  const isCued = ({ from, to }: Span) =>
    isPlain && letter.tokens[to]?.capital !== true && nameCues.has(letter.tokens[from - 1]?.word ?? "");
  if (spans.some((span) => !(isHeld || isPlain) || isCued(span) || isAddressed(letter, span.from))) return true;
  // One distinctive word is enough: "chez Dupont" for "Dupont Électricité".
  const short = telling.find(
    (word) =>
      word.length >= 4 &&
      ![ours, own.phrase, company.phrase].some((phrase) => phrase.includes(` ${word} `)) &&
      !isCommon(word, letter.language),
  );
  return letter.tokens.some(
    (token, at) =>
      token.word === short &&
      token.capital &&
      letter.named[at] !== true &&
      (letter.language !== "de" || nameCues.has(letter.tokens[at - 1]?.word ?? "")),
  );
}

/** Whether it is capitalised like a name, where capitals have a meaning. */
function looksNamed(
  { tokens, language, subjectEnd }: LetterText,
  { from, to }: Span,
  raw: Map<string, string>,
): boolean {
  const main = tokens.slice(from, to).filter(({ word }) => !littleWords.has(word));
  const [token] = main;
  const isSpelled = (each: Token) => raw.get(each.word) === each.raw && !isCommon(each.word, language);
  if (main.length > 1)
    return (
      main.every(({ capital }) => capital) || main.some((each) => (each.capital && !each.opens) || isSpelled(each))
    );
  if (!token) return false;
  if (!isCommon(token.word, language) && (language !== "de" || !/^\p{Lu}\p{Ll}+$/u.test(token.raw)))
    return token.capital || isSpelled(token);
  if (!token.capital || token.opens || from < subjectEnd) return false;
  return language !== "de" || nameCues.has(tokens[from - 1]?.word ?? "");
}

const isAddressed = ({ tokens }: LetterText, at: number) =>
  tokens
    .slice(Math.max(0, at - 3), at)
    .some(({ word, sentence }) => towards.has(word) && sentence === tokens[at]?.sentence);

/** A capitalised word that neither side has, and that is no word of the language. */
const isStrange = ({ word, capital }: Token, language: LetterText["language"], { own, company }: RefusalSources) =>
  capital &&
  !own.words.has(word) &&
  !company.words.has(word) &&
  !isCommon(word, language) &&
  !isCommon(word.replace(/s$/u, ""), language);

/** Two capitalised words in a row that neither side has, one of them in no list. */
function isForeignName({ text, tokens, language }: LetterText, at: number, sources: RefusalSources): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (
    !token ||
    !next ||
    (token.opens && language === "de") ||
    !next.capital ||
    Math.min(token.raw.length, next.raw.length) < 3 ||
    !/^[ -]$/u.test(text.slice(token.end, next.at))
  )
    return false;
  const isNew = ({ word, capital }: Token) =>
    capital && !sources.own.words.has(word) && !sources.company.words.has(word);
  // The first word of a sentence has a capital anyway.
  const isUnlisted = (each: Token) => isStrange(each, language, sources);
  return isNew(token) && isNew(next) && (isUnlisted(token) || (!token.opens && isUnlisted(next)));
}

/** A name one or two letters off the company's, or one of its words beside a strange one. */
function findLookalike(name: string, { tokens, named, language }: LetterText, sources: RefusalSources): number | null {
  const { core, telling } = parseCompanyName(name);
  const wanted = [...telling, ...(telling.length > 1 ? [telling.join("")] : [])];
  const isBeside = (index: number) =>
    [-2, -1, 1].some((step) => {
      const [beside, between] = [tokens[index + step], tokens[index - 1]];
      if (!beside?.capital || beside.sentence !== tokens[index]?.sentence || !core.includes(beside.word)) return false;
      return step !== -2 || (named[index - 2] !== true && littleWords.has(between?.word ?? ""));
    });
  const at = tokens.findIndex((token, index) => {
    // "Fleurs de Vilaines" for "Fleurs de Vilaine"; in German a genitive.
    if (named[index] === true)
      return (
        language !== "de" &&
        token.capital &&
        telling.some((word) => token.word === `${word}s` && !isCommon(word, language))
      );
    if (token.opens || !isStrange(token, language, sources)) return false;
    const pair = token.word + (tokens[index + 1]?.word ?? "");
    return (
      wanted.some((word) => isNear(token.word, word, language) || (word.length >= 6 && isNear(pair, word, language))) ||
      (isBeside(index) && named[index - 1] !== true && !core.some((word) => akin(word, token.word)))
    );
  });
  return at < 0 ? null : at;
}

/** Whether two words differ by one letter, or two in a long one, and in German not only in their ending. */
function isNear(said: string, name: string, language: LetterText["language"]): boolean {
  const most = name.length >= 7 ? 2 : 1;
  if (name.length < 4 || said === name || Math.abs(said.length - name.length) > most) return false;
  if (language === "de" && said.replace(/(?:e?s|en?)$/u, "") === name.replace(/(?:e?s|en?)$/u, "")) return false;
  let row = Array.from({ length: name.length + 1 }, (_, at) => at);
  for (let i = 1; i <= said.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= name.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (said[i - 1] === name[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return (row[name.length] ?? most + 1) <= most;
}

/** "Rejoindre Dupont", where Dupont is nobody the sources know. */
function findAddressee({ tokens, named, language }: LetterText, sources: RefusalSources): number | null {
  const at = tokens.findIndex(
    (token, index) =>
      named[index] !== true && joining.has(tokens[index - 1]?.word ?? "") && isStrange(token, language, sources),
  );
  return at < 0 ? null : at;
}

/** "Votre atelier de Lyon" to a company in Nantes. */
function findWrongTown(name: string, letter: LetterText, sources: RefusalSources): number | null {
  const { text, tokens, named, language } = letter;
  const isPlace = (word: string) =>
    knownPlaces.has(word) ||
    new RegExp(String.raw`(?:,\s*|\d{4,5}\s+)${word}(?![\p{L}\p{N}])`, "u").test(sources.own.folded);
  const ends = new Set(phraseAt(parseCompanyName(name).core, tokens).map(({ to }) => to));
  const at = tokens.findIndex((token, index) => {
    if (!token.capital || named[index] === true || sources.company.words.has(token.word)) return false;
    if (!placing.has(tokens[index - 1]?.word ?? "")) return false;
    const before = tokens
      .slice(Math.max(0, index - 5), index - 1)
      .filter(({ sentence }) => sentence === token.sentence);
    const site = before.at(-1);
    if (!site) return false;
    // "A depot in Limerick": no source knows the town.
    if (sites.has(site.word) && isStrange(token, language, sources)) return true;
    const yoursAt = ends.has(index - 1) ? before.length - 1 : before.findLastIndex(({ word }) => yours.has(word));
    return yoursAt >= 0 && !/[,;:.(–]/u.test(text.slice(before[yoursAt]?.end, token.at)) && isPlace(token.word);
  });
  return at < 0 ? null : at;
}
