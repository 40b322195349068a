import { LANGUAGES } from "../contract/limits.ts";
import { type Amount, findAmounts } from "./amounts.ts";
import commonWords from "./data/common-words.json" with { type: "json" };
import slots from "./data/slots.json" with { type: "json" };
import type { LetterLanguage } from "./input.ts";
import { foldText, tokenize, type Token } from "./tokenize.ts";
import { type Concept, findConcepts, type Hit } from "./vocabulary.ts";
import { stopWords } from "./word-lists.ts";

/** A word or an expression that says something, with what it means. */
export interface Unit {
  from: number;
  to: number;
  /** Folded words. */
  words: string[];
  hits: Hit[];
  /** The family that weighs most; "domain" for those of a trade, "unknown" for a word of no list. */
  family: string;
}

/** A part of a sentence with one subject and one way of saying. */
export interface Clause {
  from: number;
  /** After its last token. */
  to: number;
  subject: "me" | "you" | "other";
  mode: "fact" | "view" | "wish" | "no";
  /** Tells of something that has been. */
  past: boolean;
  units: Unit[];
}

export interface Sentence {
  at: number;
  end: number;
  from: number;
  /** After its last token. */
  to: number;
  /** A greeting or a closing formula. */
  courtesy: boolean;
  clauses: Clause[];
}

export interface ReadText {
  text: string;
  language: LetterLanguage | null;
  tokens: Token[];
  hits: Hit[];
  amounts: Amount[];
  /** For each token the families of its concepts. */
  families: Set<string>[];
  sentences: Sentence[];
}

interface Span {
  from: number;
  to: number;
}
/** The tokens of a clause or sentence. */
export const listTokens = ({ from, to }: Span, { tokens }: ReadText): Token[] => tokens.slice(from, to);
/** The words of a clause, unit or sentence as they stand. @param to after the last token */
export const sliceText = ({ from, to }: Span, { text, tokens }: Pick<ReadText, "text" | "tokens">): string =>
  text.slice(tokens[from]?.at, tokens[to - 1]?.end);
/** Whether a clause or sentence has a word of a family. */
export const hasFamily = ({ from, to }: Span, { families }: Pick<ReadText, "families">, family: string): boolean =>
  families.slice(from, to).some((each) => each.has(family));
/** The concepts that a clause or sentence has. */
export const listConcepts = ({ from, to }: Span, { hits }: ReadText): Concept[] =>
  hits.filter((hit) => hit.from >= from && hit.to < to).map(({ concept }) => concept);

/** Unifies signs, one for one: offsets stay those of the text as it stands. */
export const toPlainSigns = (text: string): string =>
  text
    .replace(/[‘’‚‛´`ʼ]/gu, "'")
    .replace(/[“”„‟]/gu, '"')
    .replace(/[‐‑‒]/gu, "-")
    .replace(/[^\S\n]/gu, " ")
    // "B.T.S." is "BTS"
    .replace(/(?<![\p{L}\p{N}])(?:\p{Lu}\.){3,}/gu, (initials) => initials.replaceAll(".", "").padEnd(initials.length));

const TELLING = ["scope", "relation", "outcome", "life", "motive", "superlative"];
const SILENT = new Set(slots.silent);
const SLOTS = new Set(["language", "place", "house", "region", "month"]);

/** Reads a text into sentences, clauses and units. @param language null for a source */
export function readText(
  given: string,
  language: LetterLanguage | null,
  isCompany: (token: Token) => boolean = () => false,
  silent = new Set<string>(),
): ReadText {
  const text = toPlainSigns(given);
  const { tokens, sentences: opens } = tokenize(text);
  const hits = findConcepts(tokens, language);
  const amounts = findAmounts(text, tokens);
  const families = tokens.map(() => new Set<string>());
  for (const { concept, from, to } of hits)
    for (let at = from; at <= to; at += 1) families[at]?.add(concept.sort === "word" ? concept.family : concept.sort);
  // Its name stands for "you".
  for (const [at, token] of tokens.entries()) if (isCompany(token)) families[at]?.add("you");
  const byToken = tokens.map((): Hit[] => []);
  for (const hit of hits) for (let at = hit.from; at <= hit.to; at += 1) byToken[at]?.push(hit);
  const units = tokens.flatMap((token, at): Unit[] => {
    const here = byToken[at] ?? [];
    const isAmount = amounts.some((amount) => token.at >= amount.at && token.at < amount.end);
    const family = isAmount ? null : findFamily(token, families[at] ?? new Set(), language);
    if (family === null || isCompany(token) || (silent.has(token.word) && !TELLING.includes(family))) return [];
    // An expression of several words is one unit, at its first.
    if (here.some((hit) => hit.from < at && hit.to >= at)) return [];
    const to = Math.max(at, ...here.filter(({ from }) => from === at).map((hit) => hit.to));
    return [{ from: at, to, words: tokens.slice(at, to + 1).map(({ word }) => word), hits: here, family }];
  });
  const sentences = opens.map((from, index) => {
    const to = opens[index + 1] ?? tokens.length;
    return {
      at: tokens[from]?.at ?? 0,
      end: findEnd(text, tokens[to - 1]?.end ?? 0, tokens[to]?.at ?? text.length),
      from,
      to,
      courtesy:
        hasFamily({ from, to }, { families }, "courtesy") || isDateLine({ from, to }, { text, tokens, families }),
      clauses: splitClauses({ text, tokens, families, units, language, isCompany }, from, to),
    };
  });
  return { text, language, tokens, hits, amounts, families, sentences };
}

const monthNamed = String.raw`\p{L}{3,10}\.?,?`;
const day = String.raw`\d{1,2}(?:er|st|nd|rd|th|\.)?`;
const date = String.raw`(?:${day}\s*(?:${monthNamed}|[./-]?\d{1,2}[./-])|\p{L}{3,10} \d{1,2},)\s*\d{4}`;
const dateLine = new RegExp(String.raw`^(?:[\p{L}' .-]{2,40},)?\s*(?:${slots.dateWords})?\s*${date}$`, "iu");
/** "Lyon, le 26 novembre 2026": when the letter was written, before it speaks of its writer, states nothing. */
const isDateLine = ({ from, to }: Span, read: Pick<ReadText, "text" | "tokens" | "families">): boolean =>
  dateLine.test(sliceText({ from, to }, read)) && !hasFamily({ from: 0, to: from }, read, "me");

/** The end of a sentence with its closing signs. */
const findEnd = (text: string, end: number, next: number) =>
  end + (/^[^\n]*?(?=[\s"«(•*–-]*(?:\n|$))/u.exec(text.slice(end, next))?.[0].length ?? 0);

function findFamily(token: Token, families: Set<string>, language: LetterLanguage | null): string | null {
  const telling = TELLING.find((each) => families.has(each));
  if (telling !== undefined) return telling;
  const slot = [...families].find((each) => !SILENT.has(each) && !SLOTS.has(each));
  if (slot !== undefined) return "domain";
  if ([...families].some((each) => SILENT.has(each) || SLOTS.has(each))) return families.has("help") ? "help" : null;
  if (token.word.length < 3 || /\d/u.test(token.word)) return null;
  const lists = language === null ? LANGUAGES : [language];
  if (lists.some((each) => stopWords[each].has(token.word))) return null;
  const ranks = lists.map((each) => common[each].get(token.word) ?? Infinity);
  return Math.min(...ranks) < COMMON_RANK ? "common" : Math.min(...ranks) < Infinity ? "known" : "unknown";
}

/** Rank by frequency. */
const common = { fr: rank(commonWords.fr), en: rank(commonWords.en), de: rank(commonWords.de) };
function rank(words: string): Map<string, number> {
  return new Map(words.split(" ").map((word, at) => [word, at]));
}
/** The most frequent words say little of their own. */
const COMMON_RANK = 2_000;

/** Families of words that make a clause a wish or a view. */
const HOPING = ["wish", "aim", "view"];

interface Reading {
  text: string;
  tokens: Token[];
  families: Set<string>[];
  units: Unit[];
  language: LetterLanguage | null;
  isCompany: (token: Token) => boolean;
}

/** The same pattern in each language. */
export const compileByLanguage = (sources: Record<LetterLanguage, string>): Record<LetterLanguage, RegExp> => ({
  fr: new RegExp(sources.fr, "u"),
  en: new RegExp(sources.en, "u"),
  de: new RegExp(sources.de, "u"),
});
const past = compileByLanguage(slots.past);
const unknowing = new RegExp(slots.unknowing, "u");
const noConditional = new RegExp(`^(?:${slots.noConditional.join("|")})`, "u");

const relative = /^(?:that|which|who|whose|qui|dont|die|der|das)$/u;

/** Splits a sentence at signs and conjunctions; a part without a subject or a way of its own goes on with the last. */
function splitClauses(
  { text, tokens, families, units, language, isCompany }: Reading,
  from: number,
  to: number,
): Clause[] {
  const starts = [from];
  for (let at = from + 1; at < to; at += 1) {
    const gap = text.slice(tokens[at - 1]?.end, tokens[at]?.at);
    const joins = /^(?:et|and|und|ou|or|oder|puis|then|dann)$/u.test(tokens[at]?.word ?? "");
    const opensNew = joins && [at + 1, at + 2].some((next) => next < to && families[next]?.has("me"));
    // "I speak Dutch and would greet them": what is wished for begins there.
    const turns = joins && HOPING.some((family) => families[at + 1]?.has(family));
    if (/[,;:()–—]|\s-\s|\n/u.test(gap) || families[at]?.has("split") || opensNew || turns) starts.push(at);
  }
  const clauses: Clause[] = [];
  const asks = text
    .slice(tokens[to - 1]?.end, tokens[to]?.at ?? text.length)
    .trimStart()
    .startsWith("?");
  let sees = false;
  starts.forEach((start, index) => {
    const end = starts[index + 1] ?? to;
    const has = (family: string) => hasFamily({ from: start, to: end }, { families }, family);
    const named = tokens.slice(start, end).some(isCompany);
    const last = clauses.at(-1);
    const isMine = families
      .slice(start, end)
      .some((each, step) => each.has("me") && /^(?:je|j|i|ich)$/u.test(tokens[start + step]?.word ?? ""));
    const you = has("you") || named;
    const ownSubject = isMine ? "me" : you && !has("me") ? "you" : has("me") || has("we") ? "me" : undefined;
    const conditional =
      language === "fr" &&
      tokens
        .slice(start, end)
        // "Je gérais" is past, but folded as "je gerais" would be none.
        .some(
          ({ word, raw }) =>
            /..r(?:ais|ait|ions|iez|aient)$/u.test(word) && !/[éè]r\p{L}+$/u.test(raw) && !noConditional.test(word),
        );
    const isPast =
      language !== null && past[language].test(sliceText({ from: start, to: end }, { text, tokens }).toLowerCase());
    // "I met your team", "j'ai appris": what has been is no wish, whatever the word.
    // "Konnten gesenkt werden" has been, too.
    const wishes = families
      .slice(start, end)
      .some((each, step) => each.has("wish") && !(isPast && tokens[start + step]?.word === "werden"));
    const hopes = wishes || (has("aim") && !(isPast && isMine)) || conditional || asks;
    const ownMode = hopes ? "wish" : has("no") ? "no" : has("view") ? "view" : undefined;
    // "I would like to join a firm that has grown": what it has done is a fact.
    const tellsPast = isPast && !isMine && last?.mode === "wish" && relative.test(tokens[start]?.word ?? "");
    clauses.push({
      from: start,
      to: end,
      subject: sees && !isMine ? "you" : (ownSubject ?? (tellsPast ? "other" : last?.subject) ?? "other"),
      mode: ownMode ?? (isMine || tellsPast ? "fact" : (last?.mode ?? "fact")),
      past: isPast,
      units: units.filter((unit) => unit.from >= start && unit.from < end),
    });
    // "On your site I read that meals are cooked": what follows is about the company.
    sees = has("see") || (sees && !isMine);
  });
  return clauses;
}

/** Whether a folded word is among the frequent ones of a language. */
export const isUsual = (word: string) => LANGUAGES.some((each) => stopWords[each].has(word) || common[each].has(word));

/** Whether a folded word is in no list: perhaps a name. */
export const isRare = (word: string) =>
  !isUsual(word) && findConcepts(tokenize(word).tokens, null).every(({ concept }) => concept.sort === "place");

/** Whether a sentence says what someone does not know or have yet. */
export const isUnknowing = ({ at, end }: Sentence, { text }: ReadText) => unknowing.test(foldText(text.slice(at, end)));
