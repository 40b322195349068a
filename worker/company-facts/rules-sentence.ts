import type { CompanyFactKind } from "../contract/companies";
import { findOrders } from "../letter-check/orders.ts";
import { foldText } from "../lib/fold-text";
import kinds from "./data/kinds.json" with { type: "json" };
import rejected from "./data/rejected.json" with { type: "json" };
import subjects from "./data/subjects.json" with { type: "json" };
import { compilePhrases } from "./word-patterns";

const LANGUAGES = ["fr", "en", "de"] as const;
type Language = (typeof LANGUAGES)[number];

/** In the order in which they are tried: a sentence that names a size or a place says what the company does, too. */
const KINDS = ["size", "news", "client", "value", "place", "activity"] as const satisfies CompanyFactKind[];

interface LanguageRules {
  common: RegExp;
  subject: RegExp;
  organisation: RegExp;
  /** About letters and their writers. */
  writing: RegExp;
  rejected: RegExp;
  opening: RegExp;
  kinds: { kind: CompanyFactKind; pattern: RegExp }[];
}

function compileRules(language: Language): LanguageRules {
  const { we, articles, organisations, common } = subjects;
  const nouns = organisations[language].join("|");
  const words = (
    ["reader", "writing", "hiring", "legal", "expecting", "selling", "speaker", "addresses"] as const
  ).flatMap((group) => rejected[group][language]);
  return {
    common: new RegExp(`(?<![a-z'])(?:${common[language].join("|")})(?![a-z'])`, "gu"),
    subject: compilePhrases([
      ...we[language],
      ...articles[language].map(
        (article) => `${article}${article.endsWith("'") ? "" : " "}(${nouns}|[a-z-]+ (${nouns}))`,
      ),
    ]),
    organisation: compilePhrases(organisations[language]),
    writing: compilePhrases(rejected.writing[language]),
    rejected: compilePhrases(words),
    opening: compilePhrases(rejected.openings[language], "^[^a-z0-9]*"),
    kinds: KINDS.map((kind) => ({ kind, pattern: compilePhrases(kinds[kind][language]) })),
  };
}

const compiled = new Map<Language, LanguageRules>();
/** Compiled on first use. */
function getRules(language: Language): LanguageRules {
  const rules = compiled.get(language) ?? compileRules(language);
  compiled.set(language, rules);
  return rules;
}

/** The languages whose common words a sentence has most of: one, or several in a tie. */
function detectLanguages(folded: string): Language[] {
  const scores = LANGUAGES.map((language) => folded.match(getRules(language).common)?.length ?? 0);
  const best = Math.max(...scores);
  return LANGUAGES.filter((_, index) => scores[index] === best);
}

const fold = (text: string): string => foldText(text).replaceAll(/[’‘ʼ´`]/gu, "'");

/** What no sentence about a company needs, and what may carry an order, a link or an address into a letter. */
const FOREIGN_PARTS = [
  /@|https?:|www\.|\w\.(?:com|net|org|info|example|io|fr|de|at|ch|eu|be|uk|ca|lu)\b/iu,
  /[<>{}[\]|\\^~_=*#•►→✓✔]|\p{Extended_Pictographic}|\uFFFD|ï¿½/u,
  // Telephone numbers, postcodes, times, prices.
  /(?:\+|00|\b0)\d[\d\s./()-]{6,}\d|\d(?:[\s./-]?\d){7,}/u,
  /\b\d{5}\s+\p{Lu}|\b[A-Z]{1,2}-\d{4,5}\b/u,
  /\d\s?(?:h|uhr|a\.?m|p\.?m)\b|\d\s?[€$£]|[€$£]\s?\d/iu,
  // Speech of somebody else, questions, unfinished sentences.
  /["“”„«»](?:[^"“”„«»]*\s){4,}/u,
  /\?|;|…$|\.{3}/u,
  // Codes.
  /[^\s-]{32,}|\b(?=\w*\d)(?=\w*[a-z])(?=\w*[A-Z])\w{7,}/u,
];
/** "Ajoutez", "Hängen Sie": speaks to the reader. */
const IMPERATIVES = [
  /(?<!\bvous )(?<!\bvous \p{L}{1,3} )\b(?!(?:chez|assez|nez|rez)\b)\p{L}{2,}ez\b(?!-vous de chaussée)/iu,
  /(?:^|[,:–-]\s)\p{L}+n Sie\b/u,
];

const compact = (folded: string): string => folded.replaceAll(/[^a-z0-9]/gu, "");
/** A name without accents and spaces: "Café de l'Île" is "cafedelile". */
export const toNameKey = (name: string): string => compact(fold(name));
/** A sentence names its company at the beginning. */
const MAX_SUBJECT_CHARACTERS = 90;

export interface SentenceOrigin {
  /** The company's names by toNameKey, for example of its domain and of the title of its page. */
  names: string[];
  /** The page's own summary, which may do without a verb: "Boulangerie artisanale à Lyon." */
  summary: boolean;
}

/**
 * The kind of fact that a sentence states about the company whose page it is from; none when it states none, when it
 * does not stand alone, or when it speaks to its reader.
 */
export function classifySentence(text: string, { names, summary }: SentenceOrigin): CompanyFactKind | undefined {
  // Most sentences of a page say nothing about the company: the cheapest questions first.
  if (!summary && !isWhole(text)) return undefined;
  const beginning = fold(text.slice(0, MAX_SUBJECT_CHARACTERS));
  const named = namesCompany(beginning, names);
  const isOwn = ({ subject }: LanguageRules) => named || subject.test(beginning);
  if (!summary && !LANGUAGES.some((language) => isOwn(getRules(language)))) return undefined;
  if (!isPlain(text, summary)) return undefined;
  const folded = fold(text);
  const rules = detectLanguages(folded).map((language) => getRules(language));
  if (rules.some(({ opening, rejected: words }) => opening.test(folded) || words.test(folded))) return undefined;
  for (const each of rules) {
    if (!isOwn(each) && !(summary && each.organisation.test(folded))) continue;
    const found = each.kinds.find(({ pattern }) => pattern.test(folded))?.kind;
    if (found !== undefined) return found;
    if (summary && text.split(" ").length >= MIN_SUMMARY_WORDS) return "activity";
  }
  return undefined;
}

/** Fewer words are a name. */
const MIN_SUMMARY_WORDS = 5;
const MIN_NAME_CHARACTERS = 5;

/** "Atelier Nord fabrique" for "atelier-nord-lille", and "L'atelier de Nord Bois" for "Nord Bois". */
function namesCompany(beginning: string, names: readonly string[]): boolean {
  const letters = compact(beginning);
  const words = beginning.split(/[^a-z0-9]+/u).filter(Boolean);
  return names.some((key) => {
    if (letters.includes(key)) return true;
    return [0, 1].some((from) => {
      for (let count = 1, start = ""; count <= 3; count += 1) {
        start += words[from + count - 1] ?? "";
        if (start.length >= MIN_NAME_CHARACTERS && key.startsWith(start)) return true;
      }
      return false;
    });
  });
}

const isPlain = (text: string, summary: boolean): boolean =>
  /^["«„“(]?[\p{Lu}\p{N}]/u.test(text) &&
  /\p{L}\s+\p{L}+.*\s\p{L}/u.test(text) &&
  ![...FOREIGN_PARTS, ...IMPERATIVES].some((pattern) => pattern.test(text)) &&
  (summary || !/:(?!\d)/u.test(text)) &&
  !isShouted(text);

/** Without its full stop a line of a page's text is a title, an item or a menu. */
const isWhole = (text: string): boolean => /[.!…]["»”)]?$/u.test(text);

/** Whether a single value, such as an award's name, is no more than that. */
export const isPlainValue = (text: string): boolean =>
  ![...FOREIGN_PARTS, ...IMPERATIVES].some((pattern) => pattern.test(text)) &&
  !LANGUAGES.some((language) => getRules(language).writing.test(fold(text)));

/** A title, a menu: most words are capitals. */
function isShouted(text: string): boolean {
  const words = text.split(" ");
  return words.filter((word) => /^\p{Lu}{2,}/u.test(word)).length > Math.max(3, words.length / 3);
}

/** Whether a text holds an instruction to a language model. */
export const holdsOrder = (text: string): boolean => findOrders(text, "company").length > 0;

const headingPatterns = LANGUAGES.map((language) => rejected.headings[language]);
let headings: RegExp | undefined;
/** "Ihr Profil", "Témoignages", "Privacy": what follows is about somebody else, or is no fact. */
export const isThirdPartyHeading = (title: string): boolean =>
  (headings ??= compilePhrases(headingPatterns.flat(), "^[^a-z0-9]*")).test(fold(title));

let pages: RegExp | undefined;
/** A legal notice or the like, by its title or the last part of its path. */
export const isLegalPage = (title: string): boolean => (pages ??= compilePhrases(rejected.pages)).test(fold(title));
