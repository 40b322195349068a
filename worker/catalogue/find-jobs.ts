import SearchableMap from "minisearch/SearchableMap";
import type { Language, MessageLanguage } from "../contract/field-schemas";
import { interestLines, jobSpellings, jobTitleLines } from "./job-titles.gen";
import { isWishWord, toTitleWords } from "./search-words";

/** A job, or an interest that names no job ("working with animals"). */
interface Job {
  /** Gcids of the kinds of companies with such people, those with the most first. */
  employers: string[];
  /** Sectors to choose from, if the job exists in every one; else empty. */
  sectors: string[];
}
export interface FoundJob {
  job: Job;
  /** Positions of its words in the text. */
  at: number[];
  /** Every word is spelt as in its title. */
  isExact: boolean;
}

interface Title {
  job: Job;
  words: string[];
  /** One of the words is also a word of wishing: "médecin du travail". */
  hasWish: boolean;
  language: MessageLanguage;
}
interface TitleIndex {
  /** Titles by their longest word that is no rank. */
  byWord: Map<string, Title[]>;
  /** All words of all titles. */
  vocabulary: SearchableMap<true>;
}

/** What a title in the text scores: for each of its words, and for how they stand there. */
const SCORE = { word: 1, rank: 0.8, misspelt: 0.7, unbroken: 0.3, ordered: 0.1, inOwnLanguage: 0.2 };
/** Stands for any rank in a title: "~ rh" is assistante RH, responsable RH, chargé RH. */
const ANY_RANK = "~";
const MAX_JOBS = 3;
/** At most so many other words between the words of a title. */
const MAX_OTHER_WORDS = 2;
/** Longer queries are sentences, and a job is rarely named after so many words. */
const MAX_WORDS = 80;
/** Shorter words have too many neighbours to correct them. */
const MIN_MISSPELT_CHARACTERS = 5;
const MIN_TWICE_MISSPELT_CHARACTERS = 9;
const MAX_MISSPELT_WORDS = 5;
/** Shorter titles ("rh", "po", "ux") mean different things in different languages. */
const MIN_TITLE_CHARACTERS = 4;

/** One spelling for doubled letters, -if and -ive, -é and -ée, -mann and -frau, German -in, -angestellte and -er. */
const foldEndings = (word: string): string =>
  word
    .replace(/frau$/, "mann")
    .replace(/(?<=.{4})in$/, "")
    .replace(/(?<=angestellte)[nr]$/, "")
    .replace(/(\p{L})\1+/gu, "$1")
    .replace(/iv$/, "if")
    .replace(/(?<=.{3})e$/, "");
const spellings = new Map(
  Object.entries(jobSpellings).map(([short, whole]) => [
    toTitleWords(short).map(foldEndings).join(" "),
    toTitleWords(whole).map(foldEndings).join(" "),
  ]),
);

/** The form of a word of `toTitleWords` that titles are compared by. */
function toJobWord(word: string): string {
  const folded = foldEndings(word);
  return spellings.get(folded) ?? folded;
}

const toJobWords = (text: string): string[] => toTitleWords(text).map(toJobWord);

const ranks = new Set(
  toJobWords(
    `adjoint administrator adviser advisor agent animateur apprentice assistant assistent associate attache charge chef
  conseiller consultant coordinateur coordinator coordonnateur delegue directeur director executive expert
  gestionnaire head lead leiter manager officer referent responsable sachbearbeiter specialist specialiste supervisor`,
  ),
);

/** Words about the conditions of work and about the person, not about the work. */
const conditionWords = new Set(
  toJobWords(
    `apprentice apprenti apprentie apprentissage apprenticeship graduate grad scheme intern debutant debutante debut
    confirme experimente experience experienced sans no not any temps time partiel plein complet part full nuit
    night jour day days soir evening evenings morning mornings weekend weekends week semaine hours heures hour
    heure shift shifts remote teletravail distance domicile home live accommodation loge logee extra saisonnier
    seasonal student etudiant etudiante something quelque chose cause near autour proche ville region immediat
    urgent level niveau band class classe provided car vehicule voiture permis licence license own required
    entree entry first line looking ete summer hiver winter unique pme tpe btob b2b terrain scolaire
    term asap start starting new nouveau reconversion aider aide help helping diplome diplomee bac
    bts dut bachelor master mba cap bep cqp formation end mi tps quart minijob aushilfe teilzeit vollzeit
    nebenjob quereinsteiger etwas gern ausbildung azubi werkstudent service services place gens people job work
    arbeit boulot bosser bosse taf love
    loving passion passionne passionnee kind type mission metier domaine secteur field sector industry milieu`,
  ),
);
export const isConditionWord = (word: string): boolean =>
  /^\d/.test(word) || isWishWord(word) || conditionWords.has(toJobWord(word));

function parseTitles(lines: string): TitleIndex {
  const index: TitleIndex = { byWord: new Map(), vocabulary: new SearchableMap() };
  for (const line of lines.split("\n")) {
    const [fr = "", en = "", de = "", employers = "", sectors = ""] = line.split("\t");
    const job = { employers: employers.split(","), sectors: sectors.split(",").filter(Boolean) };
    for (const [language, titles] of [
      ["fr", fr],
      ["en", en],
      ["de", de],
    ] as const)
      for (const title of titles.split(",").filter(Boolean)) {
        const words = parseTitle(title);
        addTitle(index, { job, language, words, hasWish: words.some(isWishWord) });
      }
  }
  return index;
}

const parseTitle = (title: string): string[] => [
  ...(title.includes(ANY_RANK) ? [ANY_RANK] : []),
  ...new Set(toJobWords(title.replace(ANY_RANK, ""))),
];

function addTitle({ byWord, vocabulary }: TitleIndex, title: Title): void {
  const [longest] = title.words.filter((word) => word !== ANY_RANK).toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return;
  const titles = byWord.get(longest);
  if (titles) titles.push(title);
  else byWord.set(longest, [title]);
  for (const word of title.words) vocabulary.set(word, true);
}

let cachedJobs: TitleIndex | undefined;
let cachedInterests: TitleIndex | undefined;

/** What stands at a position of the text: the word, and the words it may be a misspelling of. */
interface Place {
  word: string;
  corrections: string[];
}

function findCorrections(word: string, { vocabulary }: TitleIndex): string[] {
  if (word.length < MIN_MISSPELT_CHARACTERS) return [];
  const near = vocabulary.fuzzyGet(word, word.length < MIN_TWICE_MISSPELT_CHARACTERS ? 1 : 2);
  const found = [...near].map(([correct, [, distance]]) => ({ correct, distance }));
  const least = Math.min(...found.map(({ distance }) => distance));
  // The first letter is nearly always right.
  return found
    .filter(({ correct, distance }) => distance === least && correct[0] === word[0])
    .map((each) => each.correct);
}

function toPlaces(words: string[], index: TitleIndex, isKnown: (word: string) => boolean): Place[] {
  let misspelt = 0;
  return words.slice(0, MAX_WORDS).map((searchWord) => {
    const word = toJobWord(searchWord);
    const isRight = index.vocabulary.has(word) || isKnown(searchWord) || isConditionWord(searchWord);
    if (isRight || misspelt >= MAX_MISSPELT_WORDS) return { word, corrections: [] };
    misspelt += 1;
    return { word, corrections: findCorrections(word, index) };
  });
}

/** How well a title stands in the text, and where; undefined if it does not. */
function placeTitle(
  title: Title,
  places: Place[],
  taken: ReadonlySet<number>,
  language: Language,
): { at: number[]; score: number; isExact: boolean } | undefined {
  const at: number[] = [];
  let score = 0;
  let isExact = true;
  for (const wanted of title.words) {
    const isFree = (position: number) => !taken.has(position) && !at.includes(position);
    const found = places.findIndex(
      ({ word, corrections }, position) =>
        isFree(position) && (wanted === ANY_RANK ? ranks.has(word) : word === wanted || corrections.includes(wanted)),
    );
    if (found < 0) return undefined;
    if (wanted === ANY_RANK) score += SCORE.rank;
    else if (places[found]?.word === wanted) score += SCORE.word;
    else {
      score += SCORE.misspelt;
      isExact = false;
    }
    at.push(found);
  }
  const span = Math.max(...at) - Math.min(...at) + 1;
  if (span > at.length + MAX_OTHER_WORDS) return undefined;
  // "Recherche poste d'ingénieur" is no ingénieur de recherche.
  if (title.hasWish && !at.every((position, step) => position === (at[0] ?? 0) + step)) return undefined;
  const isShort = title.words.join("").length < MIN_TITLE_CHARACTERS;
  if (isShort && title.language !== language && places.length > at.length) return undefined;
  if (span === at.length) score += SCORE.unbroken;
  if (at.every((position, step) => step === 0 || position > (at[step - 1] ?? 0))) score += SCORE.ordered;
  if (title.language === language) score += SCORE.inOwnLanguage;
  return { at, score, isExact };
}

/** The titles in a text, the longest first; a word belongs to one of them at most. */
function findTitles(
  words: string[],
  language: Language,
  index: TitleIndex,
  isKnown: (word: string) => boolean,
): FoundJob[] {
  const places = toPlaces(words, index, isKnown);
  const candidates = new Set(
    places.flatMap(({ word, corrections }) => [word, ...corrections].flatMap((each) => index.byWord.get(each) ?? [])),
  );
  const taken = new Set<number>();
  const found: FoundJob[] = [];
  while (found.length < MAX_JOBS) {
    let best: (FoundJob & { score: number }) | undefined;
    for (const title of candidates) {
      // "Manager" beside a real job is its rank.
      if (found.length > 0 && title.words.every((word) => ranks.has(word))) continue;
      const placed = placeTitle(title, places, taken, language);
      if (placed && (!best || placed.score > best.score)) best = { job: title.job, ...placed };
    }
    if (!best) break;
    for (const position of best.at) taken.add(position);
    found.push({ job: best.job, at: best.at, isExact: best.isExact });
  }
  return found;
}

/**
 * The jobs that a text names, in any of the three languages.
 * @param words of `toTitleWords`
 * @param isKnown for words that are no misspelling of a job
 */
export function findJobs(words: string[], language: Language, isKnown: (word: string) => boolean): FoundJob[] {
  cachedJobs ??= parseTitles(jobTitleLines);
  return findTitles(words, language, cachedJobs, isKnown);
}

/** The same for interests that name no job. */
export function findInterests(words: string[], language: Language, isKnown: (word: string) => boolean): FoundJob[] {
  cachedInterests ??= parseTitles(interestLines);
  return findTitles(words, language, cachedInterests, isKnown);
}
