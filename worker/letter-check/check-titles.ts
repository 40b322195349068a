import { LANGUAGES } from "../contract/limits.ts";
import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, isImplied, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import type { LetterLanguage } from "./input.ts";
import { joining } from "./named-stations.ts";
import { type Clause, compileByLanguage, type ReadText, sliceText, type Unit } from "./sentences.ts";
import { holdsTitle, isOccupation, isTitle, titleStarts } from "./timeline.ts";
import { akin, foldText } from "./tokenize.ts";
import type { Concept } from "./vocabulary.ts";
import { isStopWord } from "./word-lists.ts";

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

/** "I stood in as team leader" */
const covering = /\b(?:stood in|covered|covering|remplac|vertrat|vertret)/u;

/** Words before the noun of a title that opens a sentence: "Front office manager". */
const OPENING_WORDS = 3;
const placing =
  /^(?:at|in|for|with|on|of|since|from|chez|a|au|aux|de|du|d|des|depuis|pendant|bei|beim|im|der|seit|von|fur)$/u;

/** The rank of who directs a firm. */
const HIGHEST = 6;

const labelled = /^[^:]+: /u;
/** "I am training as a teacher" */
const becoming = new RegExp(`^(?:${slots.becoming})$`, "u");

interface Title {
  /** The first word after "I am". */
  opens: number;
  from: number;
  to: number;
}
const titles = new WeakMap<Clause, Title | null>();
/** The title that a clause claims, read once. */
function readClaimedTitle(clause: Clause, letter: ReadText): Title | null {
  const title = titles.has(clause) ? titles.get(clause) : findClaimedTitle(clause, letter);
  titles.set(clause, title ?? null);
  return title ?? null;
}

/** What stands after "I was", "als", "en tant que", from its first to its last token. */
function findClaimedTitle(clause: Clause, { text, tokens, language, hits }: ReadText): Title | null {
  if (language === null) return null;
  // "En tant que" is no clause of its own.
  const from = tokens[clause.from - 1]?.word === "tant" ? clause.from - 1 : clause.from;
  const isListed = (at: number) =>
    hits.some(({ concept, from: first, to }) => isTitleConcept(concept) && first === at && to === at);
  // "Directeur technique de Lune depuis 2020, je …", "Front office manager at Lune since 2020, I …"
  const opens = /(?:^|[.!?\n])\s*$/u.test(text.slice(0, tokens[clause.from]?.at)) && clause.from < clause.to;
  if (opens && clause.subject !== "you") {
    const last = language === "en" ? clause.from + OPENING_WORDS : clause.from;
    for (let at = clause.from; at <= Math.min(last, clause.to - 2); at += 1) {
      const word = tokens[at]?.word ?? "";
      if (isStopWord(word)) break;
      // "Directeur technique de": in French a word more may follow the noun.
      const next = tokens.slice(at + 1, at + (language === "fr" ? 3 : 2));
      if ((isListed(at) || startsTitle(word)) && next.some((token) => placing.test(token.word)))
        return { opens: clause.from, from: at, to: at };
    }
  }
  for (let at = from; at < clause.to; at += 1) {
    const word = tokens[at]?.word ?? "";
    const isRole = /^(?:as|als|comme|tant|qualite|poste|position)$/u.test(word);
    const saysI = tokens.slice(clause.from, at + 2).some((token) => /^(?:i|je|j|ich)$/u.test(token.word));
    const isToBe = becoming.test(tokens[at - 1]?.word ?? "") && at > from;
    if (!copula[language].test(word) || !(isRole || saysI) || isToBe) continue;
    let article = language === "de" || (isRole && word !== "as");
    for (let next = at + 1; next < Math.min(clause.to, at + 7); next += 1) {
      const token = tokens[next];
      if (!token || becoming.test(token.word)) break;
      const isNamed = isRole && tokens[next - 1]?.capital === true && token.capital;
      // "I am site foreman at Lune"
      const isPhrase =
        language === "en" &&
        (next + 1 === clause.to || placing.test(tokens[next + 1]?.word ?? "")) &&
        !word.endsWith("ed");
      const isTitled = isListed(next) || (isOccupation(token.word, language) && (article || isNamed || isPhrase));
      if ((isTitled || isBareTitle(token.word, language)) && (language !== "de" || token.capital)) {
        // In English the last noun is the title: "warehouse shift leader", "an electrician's mate".
        if (tokens[next + 1]?.word === "s") return { opens: at + 1, from: next, to: next + 2 };
        const last = language === "en" ? clause.to : 0;
        let to = next;
        while (to + 1 < last && isOccupation(tokens[to + 1]?.word ?? "", "en")) to += 1;
        return { opens: at + 1, from: next, to };
      }
      if (articles.test(token.word)) article = true;
      const goesOn =
        language === "en" && (article || token.capital || (!isStopWord(token.word) && !token.word.endsWith("ed")));
      if (!thin.test(token.word) && (!goesOn || others.test(token.word))) break;
    }
  }
  return null;
}

/** "Operating" is no operator. */
const startsTitle = (word: string) => titleStarts.test(word) && !word.endsWith("ing");

/** "je suis boulangère", but no "je suis patient", "I was older". */
const isBareTitle = (word: string, language: LetterLanguage) =>
  startsTitle(word) || (language === "fr" && isTitle(word) && !/(?:ant|ante|ent|ente)s?$/u.test(word));

/** What who leads does. */
const deed = /^(?:manag|supervis|direct|lead)(?:e|es|ed|ing|s)?$/u;

const stem = (word: string) =>
  word.replace(/(?:innen|erin|in|trices?|teurs?|euses?|eurs?|eres?|ers?|iennes?|iens?|antes?|ants?|es|en|e|s)$/u, "");
const isAlike = (a: string, b: string) =>
  a === b ||
  (Math.min(a.length, b.length) >= 4 && stem(a) === stem(b)) ||
  (b.length > 6 && a.length > 6 && (a.endsWith(b) || b.endsWith(a)));

/** How a line has a word of a title: as the candidate's own, only with "apprentice" or "deputy" at it, as another's. */
function readUse({ tokens, quote }: Line, word: string): "own" | "lower" | "other" | null {
  const uses = tokens.flatMap(({ word: other }, at) =>
    // "Manage accounts" is no manager.
    (isAlike(other, word) && !(deed.test(other) && other !== word)) ||
    (akin(other, word) && LANGUAGES.some((language) => isOccupation(other, language)))
      ? [at]
      : [],
  );
  const kinds = uses.map((at) => {
    // "du Loroux – auxiliaire": what stands before a sign says nothing.
    const isAnothers = tokens
      .slice(Math.max(0, at - 3), at)
      .some(
        (near) =>
          others.test(near.word) && !/^-(?:\p{L}|$)|[–—|:,;()/]|\s-\s/u.test(quote.slice(near.end, tokens[at]?.at)),
      );
    // "Assistant, dresser" are two; "dresser, assistant" is one.
    const isApart = /[,;:|/]/u.test(quote.slice(tokens[at - 1]?.end, tokens[at]?.at));
    const isJoined = [isApart ? undefined : tokens[at - 1], tokens[at + 1]].some((near) =>
      adjunct.test(near?.word ?? ""),
    );
    return isAnothers ? "other" : isJoined ? "lower" : "own";
  });
  return (["own", "lower", "other"] as const).find((kind) => kinds.includes(kind)) ?? null;
}

/** What someone says to be, and no source says: another's title, a higher one, one of another job. */
export function checkTitle(clause: Clause, letter: ReadText, evidence: Evidence, named: Set<number>): Reason[] {
  const { tokens, language, text } = letter;
  const title = clause.mode === "fact" && clause.subject !== "you" ? readClaimedTitle(clause, letter) : null;
  const word = tokens[title?.to ?? -1]?.word ?? "";
  // "Account manager": it is no person that is managed.
  const pair = `${tokens[(title?.to ?? 0) - 1]?.word} ${word}`;
  if (!title || humble.test(word) || humble.test(pair)) return [];
  const isSame = language === evidence.language;
  const end = Math.min(clause.to, title.to + 4);
  const isTrained = tokens.slice(Math.max(clause.from, title.from - 4), end).some((near) => trained.test(near.word));
  const own = evidence.lines.filter(({ kind, wished }) => kind !== "company" && !wished);
  // The head of a CV says what one is today.
  const isPresent = [...named].some((station) => evidence.jobs[station - 1]?.to === Infinity);
  // A form has "Post: …" above its employer.
  const isAbove = (line: Line) => {
    if (!labelled.test(line.quote)) return false;
    const next = evidence.lines[evidence.lines.indexOf(line) + 1];
    return next?.station !== line.station && named.has(next?.station ?? 0);
  };
  const isHere = (line: Line) =>
    line.kind !== "cv" || named.has(line.station) || (isPresent && line.station === 0) || isAbove(line);
  // "Two years in Grimma and then six in Halle as an architect"
  const goesOn = tokens.slice(clause.from + 1, title.from).some((token) => joining.test(token.word));
  const isBound =
    !goesOn && named.size > 0 && [...named].every((station) => holdsTitle(evidence.jobs[station - 1]?.header ?? ""));
  const pool = isBound && !isTrained ? own.filter(isHere) : own;
  const isLow = tokens.slice(Math.max(clause.from, title.from - 1), end).some((near) => adjunct.test(near.word));
  // "shift leader", "sous chef": what stands before the noun belongs to it.
  let start = title.from;
  while (start > clause.from && rankWord.test(tokens[start - 1]?.word ?? "")) start -= 1;
  const phrase = foldText(sliceText({ from: start, to: end }, letter));
  // "Senior data analyst", "technical lead": the rank may stand before.
  const heads = tokens.slice(Math.min(title.opens, start), title.to + 1);
  const ranks = heads.map(({ at }) => readHeadRank(foldText(text.slice(at, tokens[end - 1]?.end))));
  const rank = Math.max(...ranks);
  const isHigher = start < title.from || (ranks.at(-1) ?? 0) < rank;
  const uses = pool.map((line) => readUse(line, word));
  if (covering.test(foldText(sliceText(clause, letter))) && uses.some((use) => use !== null)) return [];
  const reason: Reason[] = [
    { code: "unknown_title", detail: sliceText({ from: title.from, to: title.to + 1 }, letter) },
  ];
  const held = Math.max(
    ...pool.filter(({ deputy }) => isLow || !deputy || rank < 5).map((line) => readOwnRank(line, isSame)),
  );
  // A deputy of the highest is above those who lead nobody.
  if (isLow && ((rank >= 5 && held < 4) || (rank === 4 && held < 3))) return reason;
  const isRank = !isLow && rank >= 4 && (isSame || !phrase.startsWith("manager"));
  if (isRank && rank > held && (isHigher || !uses.includes("own"))) return reason;
  // In another language a title is known only by its rank.
  if (!isSame || uses.includes("own") || isLow) return [];
  if (uses.some((use) => use !== null)) return reason;
  // "Chef de rayon" is a "responsable", "chargehand" a "foreman".
  if (rank >= 4 && rank <= held) return [];
  // A word of no list may be one for what the sources name otherwise: "bouncer" and "door supervisor".
  const unit = clause.units.find(({ from, to }) => from <= title.to && to >= title.to);
  const isListed = unit && (namesTrade(unit) || unit.hits.some(({ concept }) => isTitleConcept(concept)));
  return isListed && !pool.some((line) => cover(line, unit, false) > 0) ? reason : [];
}

const isTitleConcept = ({ sort, id }: Concept) => sort === "title" && !id.endsWith("-hint");
/** Whether a word is listed as a profession or trade. */
const namesTrade = ({ hits }: Unit) =>
  hits.some(({ concept }) => concept.sort === "field" || concept.family === "profession");
/** Whether a line has a word of leading, whatever the rank. */
const leads = ({ deputy, concepts, quote }: Line) =>
  !deputy && !/\bchef de (?:partie|rang)/iu.test(quote) && isImplied("lead", concepts);

/** Whether a clause names as its writer's a profession or trade that no source has in any language. */
export function namesUnknownTrade(clause: Clause, letter: ReadText, { lines }: Evidence): boolean {
  const title = clause.mode === "fact" && clause.subject === "me" ? readClaimedTitle(clause, letter) : null;
  const unit = clause.units.find(({ from, to }) => title && from <= title.to && to >= title.to);
  return (
    unit !== undefined &&
    namesTrade(unit) &&
    !lines.some((line) => line.kind !== "company" && cover(line, unit, false) > 0)
  );
}

/**
 * The highest rank that a line gives the candidate: "with the head chef" gives none. In another language whoever leads
 * may have any: "Filialleiterin" is a manager or a director.
 */
function readOwnRank(line: Line, isSame: boolean): number {
  if (!isSame && leads(line)) return HIGHEST;
  const text = foldText(line.quote);
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
function readHeadRank(phrase: string): number {
  // "it-leiter": what stands before the hyphen says of what.
  const head = phrase.replace(/^[a-z]+-/u, "");
  return Math.max(0, ...ladder.filter(({ fits }) => fits.exec(head)?.index === 0).map(({ rank }) => rank));
}
