import words from "./data/sources.json" with { type: "json" };
import { type Figure, findSourceFigures } from "./figures.ts";
import type { CheckInput, LetterLanguage } from "./input.ts";
import { type Hit, lexicon } from "./lexicon.ts";
import { source, wholeWord } from "./patterns.ts";
import { foldText, normalizeText, tokenize, type TokenizedText } from "./tokenize.ts";
import { detectLanguage } from "./word-lists.ts";

/** One side of the sources: the candidate's texts, or the company's. */
export interface SourceFacts {
  text: string;
  /** Folded words. */
  words: Set<string>;
  /** All words in order, each between single spaces. */
  phrase: string;
  /** Folded initials of each line for acronyms: of capitalised words, then of all words without linking words. */
  initials: string;
  /** Folded words that are capitalised in the source. */
  capitals: Set<string>;
  /** All words joined: a name may be written with or without spaces. */
  compact: string;
  figures: Figure[];
  /** Ids of the concepts found. */
  concepts: Set<string>;
  /** Ids of concepts that are only wished for: "je cherche un poste de chef". */
  wished: Set<string>;
  /** Ids of unfinished diplomas. */
  unfinished: Set<string>;
}
/** A parsed text with the positions of its words. */
export interface ParsedSource extends SourceFacts {
  reading: TokenizedText;
  hits: Hit[];
}

export interface CheckSources {
  /** CV, template, name and address of the candidate. */
  own: SourceFacts;
  company: SourceFacts;
  /** The text of the company's page; its name, place and address are only in `company`. */
  about: SourceFacts;
  cv: ParsedSource;
  template: ParsedSource;
  /** Language of the candidate's texts; none when it cannot be detected. */
  languages: Set<LetterLanguage>;
}

function parseSource(text: string): ParsedSource {
  const reading = tokenize(text);
  const words = new Set(reading.tokens.map(({ word }) => word));
  // A word hyphenated at the end of a line.
  if (text.includes("-\n"))
    for (const [, start = "", end = ""] of text.matchAll(/(?<!\p{L})(\p{L}{1,40})-\n\s*(\p{Ll}{1,40})/gu))
      for (const { word } of tokenize(start + end).tokens) words.add(word);
  const hits = lexicon()
    .find(reading.tokens, true)
    .filter((hit) => !isDeputy(reading, hit));
  const concepts = new Set([...hits.map(({ concept }) => concept.id), ...monthsInFigures(text)]);
  const meant = new Set(hits.filter(({ from }) => !isWished(reading, from)).map(({ concept }) => concept.id));
  const wished = new Set(
    hits
      .filter(({ concept }) => wishable.has(concept.sort))
      .map(({ concept }) => concept.id)
      .filter((id) => !meant.has(id)),
  );
  const isUnfinished = ({ concept, from }: Hit) =>
    concept.sort === "diploma" && inProgress.test(lineAt(text, reading.tokens[from]?.at ?? 0));
  const finished = new Set(hits.filter((hit) => !isUnfinished(hit)).map(({ concept }) => concept.id));
  const unfinished = new Set(
    hits.filter((hit) => isUnfinished(hit) && !finished.has(hit.concept.id)).map(({ concept }) => concept.id),
  );
  const inOrder = reading.tokens.map(({ word }) => word);
  const capitals = new Set(reading.tokens.filter(({ capital }) => capital).map(({ word }) => word));
  const initials = collectInitials(reading);
  return {
    text,
    reading,
    words,
    wished,
    unfinished,
    capitals,
    initials,
    phrase: ` ${inOrder.join(" ")} `,
    compact: inOrder.join(""),
    figures: findSourceFigures(reading),
    hits,
    concepts,
  };
}

/** "Université de Technologie de Compiègne" gives "utc", "ventilation non invasive" gives "vni". */
const collectInitials = ({ text, tokens }: TokenizedText): string => {
  const lines = { capitals: "", telling: "", all: "" };
  tokens.forEach(({ word, capital, at }, index) => {
    if (index > 0 && text.slice(tokens[index - 1]?.end, at).includes("\n"))
      for (const kind of ["capitals", "telling", "all"] as const) lines[kind] += " ";
    if (capital) lines.capitals += word[0] ?? "";
    if (!linking.has(word)) lines.telling += word[0] ?? "";
    lines.all += word[0] ?? "";
  });
  return `${lines.capitals} ${lines.telling} ${lines.all}`;
};
/** Words that acronyms omit. */
const linking = new Set(
  "le la les l un une du de des d au aux a et en the an of and in for der die das und am im zum zur von fur des".split(
    " ",
  ),
);

function together(sides: SourceFacts[]): SourceFacts {
  const union = <T>(pick: (side: SourceFacts) => Iterable<T>) => new Set(sides.flatMap((side) => [...pick(side)]));
  const wished = union((side) => side.wished);
  for (const { concepts, wished: here } of sides) for (const id of concepts) if (!here.has(id)) wished.delete(id);
  const unfinished = union((side) => side.unfinished);
  for (const id of unfinished) wished.add(id);
  return {
    text: sides.map(({ text }) => text).join("\n\n"),
    words: union((side) => side.words),
    capitals: union((side) => side.capitals),
    initials: sides.map((side) => side.initials).join(" "),
    phrase: sides.map(({ phrase }) => phrase).join("\n"),
    compact: sides.map(({ compact }) => compact).join(" "),
    figures: sides.flatMap(({ figures }) => figures),
    concepts: union((side) => side.concepts),
    wished,
    unfinished,
  };
}

const monthIds = [...lexicon().concepts.values()].filter(({ sort }) => sort === "month").map(({ id }) => id);

const shortMonth = new RegExp(
  source`\b(jan|janv|fev|fevr|feb|mar|mrz|avr|apr|mai|may|juin|jun|juil|jul|aou|aug
  |sept?|oct|okt|nov|dec|dez)\.?\s+'?(?:19|20)?\d\d`,
  "gu",
);
/** "Sept. 2019", "janv. 2017", "Okt 2020". */
const shortMonths = (text: string) =>
  [...foldText(text).matchAll(shortMonth)].flatMap(
    ([, short = ""]) =>
      monthIds[monthStarts.findIndex((starts) => starts.some((start) => short.startsWith(start)))] ?? [],
  );
const monthStarts = [
  ["jan"],
  ["fe"],
  ["mar", "mrz"],
  ["av", "ap"],
  ["mai", "may"],
  ["juin", "jun"],
  ["juil", "jul"],
  ["ao", "au"],
  ["sep"],
  ["o"],
  ["nov"],
  ["de"],
];

const dateInFigures = new RegExp(
  source`(?<!\d)(?:\d{1,2}[./])?(\d{1,2})[./](?:19|20)?\d\d(?!\d)
  |\b(?:19|20)\d\d-(\d\d)\b|(?:zum|am|ab|vom|bis|dem|le|au|du|from|on|by)\s\d{1,2}[./](\d{1,2})\.?(?!\d)`,
  "giu",
);
/** "09/2019" and "01.09.2019" mean September. */
const monthsInFigures = (text: string) => [
  ...shortMonths(text),
  ...[...text.matchAll(dateInFigures)].flatMap(
    ([, month, iso, bare]) => monthIds[Number(month ?? iso ?? bare) - 1] ?? [],
  ),
];

/** Parses all sources of a letter. @param input with sources that hold no instructions */
export function parseSources({ cv, template, company, candidate }: CheckInput): CheckSources {
  const facts = [company.name.slice(0, 300), company.website, company.city, company.country, company.about].map(
    normalizeText,
  );
  const contacts = [candidate.email, ...(candidate.contacts ?? [])].join("\n\n");
  const sides = { cv: parseSource(normalizeText(cv)), template: parseSource(normalizeText(template)) };
  return {
    ...sides,
    own: together([sides.cv, sides.template, parseSource(`${normalizeText(candidate.name)}\n\n${contacts}`)]),
    company: parseSource(facts.join("\n\n")),
    about: parseSource(normalizeText(company.about)),
    languages: new Set(
      [detectLanguage(sides.template.reading.tokens), detectLanguage(sides.cv.reading.tokens)]
        .filter((language) => language !== null)
        .slice(0, 1),
    ),
  };
}

/** "stellvertretende Filialleiterin", "responsable adjointe": a deputy does not have the title. */
export const isDeputy = ({ tokens }: TokenizedText, { from, to, concept }: Hit) =>
  concept.sort === "title" &&
  concept.id !== "deputy" &&
  !concept.id.endsWith("-hint") &&
  (/^(?:stellv\w*|deputy|vice|assistant|assistante|adjointe?|second|seconde|junior)$/u.test(
    tokens[from - 1]?.word ?? "",
  ) ||
    /^(?:adjointe?|assistante?)$/u.test(tokens[to + 1]?.word ?? ""));

const wishable = new Set(["title", "certificate", "diploma", "tool", "skill", "field"]);

/** Cues of a wish: to look for, to become, to learn. */
const wishing = wholeWord(words.wishing);

/** A line of a CV about unfinished studies. */
const inProgress = new RegExp(
  source`\b(?:en cours(?! de validité)|in progress|ongoing|laufend|geplant|planned
  |expected|candidate for|voraussichtlich|en préparation|prévue? (?:en|pour))\b`,
  "iu",
);
const lineAt = (text: string, at: number) =>
  text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at) < 0 ? undefined : text.indexOf("\n", at));

function isWished({ tokens, text }: TokenizedText, index: number): boolean {
  const sentence = tokens[index]?.sentence;
  for (let at = index - 1; at >= 0 && index - at <= 10 && tokens[at]?.sentence === sentence; at -= 1) {
    if (/[,;:(]/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.at))) break;
    if (wishing.test(tokens[at]?.word ?? "")) return true;
  }
  const ahead = tokens.slice(index + 1, index + 4).filter((token) => token.sentence === sentence);
  if (
    ahead.some(({ word }, at) => at === 0 && /^(?:will|mochte|wurde|plane)$/u.test(word)) ||
    inProgress.test(lineAt(text, tokens[index]?.at ?? 0))
  )
    return true;
  return (
    /^(?:weiterbilden|lernen|werden)$/u.test(tokens[index + 1]?.word ?? "") && tokens[index + 1]?.sentence === sentence
  );
}

/**
 * Whether a side has a concept, or one that implies it.
 * @param claimed true when a wish is not enough
 */
export function holdsConcept(side: SourceFacts, id: string, claimed = false, depth = 2): boolean {
  if (side.concepts.has(id) && !(claimed && side.wished.has(id))) return true;
  return (
    depth > 0 &&
    (lexicon().concepts.get(id)?.impliedBy ?? []).some((other) => holdsConcept(side, other, claimed, depth - 1))
  );
}
