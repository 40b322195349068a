import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import type { LetterLanguage } from "./input.ts";
import { type Clause, compileByLanguage, type ReadText, type Unit } from "./sentences.ts";
import { holdsTitle, isOccupation, isTitle, titleStarts } from "./timeline.ts";
import { akin, foldText, type Token } from "./tokenize.ts";

type Reason = Finding<BlockingCode>;

/** Words before what someone is, and those that may stand between. */
const copula = compileByLanguage(slots.copula);
const thin = new RegExp(`^(?:${slots.thin})$`, "u");
const articles = /^(?:a|an|the|my|your|as)$/u;
const adjunct = new RegExp(`^(?:${slots.adjuncts.join("|").replaceAll("*", "[a-z]*")})$`, "u");
const others = new RegExp(`^(?:${slots.withOthers})$`, "u");
const humble = new RegExp(`^(?:${slots.humble})$`, "u");
const rankWord = new RegExp(slots.rankWords, "u");
const trained = new RegExp(slots.trained, "u");
const ladder = slots.ladder.map(([rank, forms]) => ({ rank: Number(rank), fits: new RegExp(`\\b(?:${forms})`, "u") }));

/** What stands after "I was", "als", "en tant que", from its first to its last token. */
function findClaimedTitle(clause: Clause, { tokens, language, hits }: ReadText): { from: number; to: number } | null {
  if (language === null) return null;
  // "En tant que" is no clause of its own.
  const from = tokens[clause.from - 1]?.word === "tant" ? clause.from - 1 : clause.from;
  for (let at = from; at < clause.to; at += 1) {
    const word = tokens[at]?.word ?? "";
    // "Entremetier war ich"
    const isAhead =
      language === "de" && /^(?:war|bin)$/u.test(word) && tokens[at + 1]?.word === "ich" && at > clause.from;
    if (isAhead && tokens[at - 1]?.capital && isOccupation(tokens[at - 1]?.word ?? "", language))
      return { from: at - 1, to: at - 1 };
    if (!copula[language].test(word)) continue;
    const isRole = /^(?:as|als|comme|tant|qualite|poste|position)$/u.test(word);
    if (!isRole && !tokens.slice(clause.from, at + 2).some((token) => /^(?:i|je|j|ich)$/u.test(token.word))) continue;
    let article = isRole && word !== "as";
    for (let next = at + 1; next < Math.min(clause.to, at + 7); next += 1) {
      const token = tokens[next];
      if (!token) break;
      const isListed = hits.some(
        ({ concept: { sort, id }, from, to }) =>
          sort === "title" && !id.endsWith("-hint") && from === next && to === next,
      );
      const is = (isListed || isOccupation(token.word, language)) && (language !== "de" || token.capital);
      // "As HR Manager"
      const isNamed = language === "en" && isRole && tokens[next - 1]?.capital === true && token.capital;
      if (is && (article || language === "de" || isListed || isNamed || isBareTitle(token.word, language))) {
        let to = next;
        // "an electrician's mate"
        if (tokens[to + 1]?.word === "s") return { from: next, to: to + 2 };
        // In English the last noun is the title: "warehouse shift leader".
        const last = language === "en" ? clause.to : 0;
        while (to + 1 < last && isOccupation(tokens[to + 1]?.word ?? "", "en")) to += 1;
        return { from: next, to };
      }
      if (articles.test(token.word)) article = true;
      const goesOn = language === "en" && (article || (isRole && token.capital));
      if (!thin.test(token.word) && !copula[language].test(token.word) && !goesOn) break;
      if (others.test(token.word) && !thin.test(token.word)) break;
    }
  }
  return null;
}

/** "je suis boulangère", but no "je suis patient", "I was older". */
const isBareTitle = (word: string, language: LetterLanguage) =>
  titleStarts.test(word) || (language === "fr" && isTitle(word) && !/(?:ant|ante|ent|ente)s?$/u.test(word));

const stem = (word: string) =>
  word.replace(/(?:innen|erin|in|trices?|teurs?|euses?|eurs?|eres?|ers?|iennes?|iens?|antes?|ants?|es|en|e|s)$/u, "");
const isAlike = (a: string, b: string) =>
  a === b ||
  (Math.min(a.length, b.length) >= 4 && stem(a) === stem(b)) ||
  (b.length > 6 && a.length > 6 && (a.endsWith(b) || b.endsWith(a)));

const LANGUAGES = ["fr", "en", "de"] as const;
/** How a line has a word of a title: as the candidate's own, only with "apprentice" or "deputy" at it, as another's. */
function readUse(line: Line, word: string): "own" | "lower" | "other" | null {
  const uses = line.tokens.flatMap(({ word: other }, at) =>
    isAlike(other, word) || (akin(other, word) && LANGUAGES.some((language) => isOccupation(other, language)))
      ? [at]
      : [],
  );
  if (uses.length === 0) return null;
  // "du Loroux – auxiliaire": what stands before a sign says nothing.
  const near = (at: number) =>
    line.tokens
      .slice(Math.max(0, at - 3), at)
      .filter(({ end }) => !/[–—|:,;(/]|\s-\s/u.test(line.quote.slice(end, line.tokens[at]?.at)))
      .map((token) => token.word);
  const kinds = uses.map((at) => {
    const isJoined = (token: Token | undefined) => token !== undefined && adjunct.test(token.word);
    if (near(at).some((before) => others.test(before))) return "other";
    return isJoined(line.tokens[at - 1]) || isJoined(line.tokens[at + 1]) ? "lower" : "own";
  });
  return kinds.find((kind) => kind === "own") ?? kinds.find((kind) => kind === "lower") ?? "other";
}

/** What someone says to be, and no source says: another's title, a higher one, one of another job. */
export function checkTitle(clause: Clause, letter: ReadText, evidence: Evidence, named: Set<number>): Reason[] {
  const { tokens, language, text } = letter;
  if (clause.mode !== "fact" || clause.subject === "you" || language === null) return [];
  const title = findClaimedTitle(clause, letter);
  if (!title || humble.test(tokens[title.to]?.word ?? "")) return [];
  const said = tokens.slice(Math.max(clause.from, title.from - 2), Math.min(clause.to, title.to + 4));
  const before = tokens.slice(Math.max(clause.from, title.from - 4), title.from);
  const word = tokens[title.to]?.word ?? "";
  const reason: Reason[] = [
    { code: "unknown_title", detail: text.slice(tokens[title.from]?.at, tokens[title.to]?.end) },
  ];
  const own = evidence.lines.filter(({ kind, wished }) => kind !== "company" && !wished);
  const isPresent = [...named].some((station) => evidence.jobs[station - 1]?.to === Infinity);
  const isHere = (line: Line) =>
    line.kind !== "cv" ||
    named.has(line.station) ||
    (isPresent && line.station === 0 && evidence.lines.indexOf(line) < 10);
  const isBound =
    named.size > 0 &&
    ![...before, ...said].some(({ word: near }) => trained.test(near)) &&
    [...named].every((station) => holdsTitle(evidence.jobs[station - 1]?.header ?? ""));
  const pool = isBound ? own.filter(isHere) : own;
  const isLow = tokens
    .slice(Math.max(clause.from, title.from - 1), Math.min(clause.to, title.to + 3))
    .some((token) => adjunct.test(token.word));
  const uses = pool.map((line) => ({ line, use: readUse(line, word) })).filter(({ use }) => use !== null);
  // "shift leader", "sous chef": what stands before the noun belongs to it.
  let start = title.from;
  while (start > clause.from && rankWord.test(tokens[start - 1]?.word ?? "")) start -= 1;
  const phrase = foldText(text.slice(tokens[start]?.at, said.at(-1)?.end));
  const isSame = language === evidence.language;
  const isRaised = start < title.from;
  const rank = Math.max(
    readHeadRank(phrase),
    readHeadRank(phrase.slice((tokens[title.from]?.at ?? 0) - (tokens[start]?.at ?? 0))),
  );
  // A deputy of the highest is above those who lead nobody.
  if (isLow && rank >= 5 && Math.max(...pool.map(readOwnRank)) < 4) return reason;
  if (
    !isLow &&
    rank >= 4 &&
    (isSame || !phrase.startsWith("manager")) &&
    rank > Math.max(...pool.filter(({ deputy }) => !deputy || rank < 5).map(readOwnRank)) &&
    (isRaised || uses.every(({ use }) => use !== "own"))
  )
    return reason;
  // In another language a title is known only by its rank.
  if (!isSame || uses.some(({ use }) => use === "own" || (isLow && use === "lower"))) return [];
  if (uses.length > 0) return reason;
  if (isLow) return [];
  const unit: Unit | undefined = clause.units.find(({ from, to }) => from <= title.to && to >= title.to);
  const isHeld = ({ tokens }: Line) =>
    tokens.some(({ raw, word: held }) => /^\p{Lu}+$/u.test(raw) && word.startsWith(held));
  return pool.some((line) => isHeld(line) || (unit && cover(line, unit, false) > 0)) ? [] : reason;
}

/** Whether a clause names as its writer's a profession or trade that no source has in any language. */
export function namesUnknownTrade(clause: Clause, letter: ReadText, { lines }: Evidence): boolean {
  const title = clause.mode === "fact" && clause.subject === "me" ? findClaimedTitle(clause, letter) : null;
  const unit = clause.units.find(({ from, to }) => title && from <= title.to && to >= title.to);
  return (
    unit?.hits.some(({ concept }) => concept.sort === "field" || concept.family === "profession") === true &&
    !lines.some((line) => line.kind !== "company" && cover(line, unit, false) > 0)
  );
}

/** The highest rank that a line gives the candidate: "with the head chef" gives none. */
function readOwnRank({ quote }: Line): number {
  const text = foldText(quote);
  const held = ladder.filter(({ fits }) => {
    const at = fits.exec(text)?.index;
    return (
      at !== undefined &&
      !text
        .slice(0, at)
        .match(/[a-z]+/gu)
        ?.slice(-3)
        .some((word) => others.test(word))
    );
  });
  return Math.max(2, ...held.map(({ rank }) => rank));
}
const readHeadRank = (phrase: string) =>
  Math.max(0, ...ladder.filter(({ fits }) => fits.exec(phrase)?.index === 0).map(({ rank }) => rank));
