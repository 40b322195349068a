import type { Language } from "../contract/field-schemas";
import type { Category, Sector } from "../contract/search";
import { findCategory } from "./catalogue";
import { type FoundJob, findInterests, findJobs, isConditionWord } from "./find-jobs";
import { findNamedParts, isKnownWord, matchCategories, type NamedPart } from "./match-categories";
import { isGenericWord, toTitleWords } from "./search-words";
import { listSectors } from "./sectors";

interface Suggestions {
  /** Best first. */
  categories: Category[];
  /** Sectors to choose from, for a job that exists in every one; else empty. */
  sectors: Sector[];
  /** The text names a job of the index, so the order is that of its employers. */
  namesJob: boolean;
  /** The text says nothing but a job or a kind of company that is known: this one fits. */
  sure: string | null;
  /** Few words, of which some are no job, kind of company or condition: they may be the name of a company. */
  mayBeName: boolean;
}

/** Weight of a plain word or a job of ours in `NamedPart`, and of a name. */
const OWN_WORD_WEIGHT = 2;
const NAME_WEIGHT = 3;

/** Longer texts are descriptions. */
const MAX_NAME_WORDS = 5;

/** So many of them before the employers of the job. */
const MAX_PLACES = 2;

const toCategories = (gcids: Iterable<string>, language: Language): Category[] =>
  [...new Set(gcids)].flatMap((gcid) => {
    const entry = findCategory(gcid);
    return entry ? [{ gcid, name: entry.name[language] }] : [];
  });

/** The first of each list, then the second of each, and so on. */
function interleave(lists: string[][]): string[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

const listPositions = ({ from, length }: NamedPart): number[] => Array.from({ length }, (_, step) => from + step);

const hasName = ({ weights }: NamedPart): boolean => [...weights.values()].includes(NAME_WEIGHT);

/** Categories that these parts name, by words of ours at least; longer parts first. */
const listNamed = (parts: NamedPart[], leastWeight: number): string[] =>
  parts
    .flatMap(({ length, weights }) => [...weights].map(([gcid, weight]) => ({ gcid, weight, length })))
    .filter(({ weight }) => weight >= leastWeight)
    .toSorted((a, b) => b.length * b.weight - a.length * a.weight)
    .map(({ gcid }) => gcid);

/** "Property developer" is a kind of company that developers do not work for, so "developer" in it is no job. */
const isPartOfName = ({ at, job }: FoundJob, parts: NamedPart[]): boolean =>
  parts.some((part) => {
    const named = listNamed([part], OWN_WORD_WEIGHT);
    const isWithin = part.length > at.length && at.every((position) => listPositions(part).includes(position));
    return isWithin && named.length > 0 && !named.some((gcid) => job.employers.includes(gcid));
  });

/**
 * At most `limit` categories for a sector, shop or job. A job counts more than words that names share with it: its
 * employers come first, then categories that the text names. Empty without a match.
 */
export function suggestCategories(query: string, language: Language, limit: number): Suggestions {
  const words = toTitleWords(query);
  const parts = findNamedParts(words);
  const jobs = findJobs(words, language, isKnownWord).filter((job) => !isPartOfName(job, parts));
  const found =
    jobs.length > 0 ? suggestEmployers(jobs, words, parts, language) : suggestNamed(query, words, parts, language);
  const { gcids, sectors } = found;
  const isExplained = explainsAll(words, parts, jobs);
  const isSure = isExplained && sectors.length === 0 && (jobs.length > 0 || namesWhole(words, parts));
  return {
    categories: toCategories(gcids, language).slice(0, limit),
    sectors,
    namesJob: jobs.length > 0,
    sure: (isSure && gcids[0]) || null,
    mayBeName: !isExplained && words.length <= MAX_NAME_WORDS && !words.some(isConditionWord),
  };
}

/** Whether every word is one of a job as its title spells it, of a category's name, or of the conditions of work. */
function explainsAll(words: string[], parts: NamedPart[], jobs: FoundJob[]): boolean {
  const explained = new Set([...jobs.flatMap(({ at }) => at), ...parts.filter(hasName).flatMap(listPositions)]);
  return jobs.every(({ isExact }) => isExact) && words.every((word, at) => explained.has(at) || isConditionWord(word));
}

const namesWhole = (words: string[], parts: NamedPart[]): boolean =>
  parts.some((part) => part.length === words.length && hasName(part));

function suggestNamed(query: string, words: string[], parts: NamedPart[], language: Language) {
  const whole = parts.filter((part) => part.length === words.length);
  const wanted = findWantedEmployers(words, parts, language);
  const matched = matchCategories(query, language).map(({ entry }) => entry.gcid);
  return { gcids: [...listNamed(whole, NAME_WEIGHT), ...wanted, ...matched], sectors: [] };
}

function suggestEmployers(jobs: FoundJob[], words: string[], parts: NamedPart[], language: Language) {
  const ofJob = new Set(jobs.flatMap(({ at }) => at));
  const isOutside = (part: NamedPart): boolean =>
    listPositions(part).every((at) => !ofJob.has(at) && !isConditionWord(words[at] ?? "")) &&
    (hasName(part) || !listPositions(part).every((at) => isGenericWord(words[at] ?? "")));
  const outside = parts.filter(isOutside);
  const whole = parts.filter((part) => part.length === words.length);
  const places = listNamed(outside, OWN_WORD_WEIGHT);
  const sameJob = listNamed(
    parts.filter((part) => jobs.some(({ at }) => at.length === part.length && at.includes(part.from))),
    OWN_WORD_WEIGHT,
  );
  const employers = interleave(jobs.map(({ job }) => job.employers));
  // "Accounting firm" names a kind of company and not a job, though a job begins as it does.
  const namesCompany = whole.some(hasName) && jobs.every(({ at }) => at.length < words.length);
  const sectors = namesCompany ? [] : listSectors(jobs[0]?.job.sectors ?? [], language);
  // "Livreur boulangerie", "secrétaire en mairie": where the text says first. Of a job with few kinds of employers
  // only a whole name counts, since a word of its craft may be that of a company, too.
  const named = listNamed(outside, NAME_WEIGHT);
  const first = named.length > 0 || sectors.length === 0 ? named : places;
  const gcids = [
    ...listNamed(whole, NAME_WEIGHT),
    ...first.slice(0, MAX_PLACES),
    ...employers.filter((gcid) => places.includes(gcid)),
    ...employers,
    ...sameJob,
    ...places,
  ];
  return { gcids, sectors };
}

/** Employers for a wish such as "working with animals", if the text says nothing else. */
function findWantedEmployers(words: string[], parts: NamedPart[], language: Language): string[] {
  const interests = findInterests(words, language, isKnownWord).filter((interest) => !isPartOfName(interest, parts));
  if (interests.length === 0) return [];
  const ofInterest = new Set(interests.flatMap(({ at }) => at));
  const named = parts.filter((part) => hasName(part) && listPositions(part).every((at) => !ofInterest.has(at)));
  const explained = new Set([...ofInterest, ...named.flatMap(listPositions)]);
  if (!words.every((word, at) => explained.has(at) || isConditionWord(word))) return [];
  // "Cinéma" and "tree surgery" may be names, "work in cinema" and "work with trees" are none.
  const isName = named.length > 0 || parts.some((part) => part.length === words.length && hasName(part));
  if (isName && !words.some(isConditionWord)) return [];
  return [...listNamed(named, NAME_WEIGHT), ...interleave(interests.map(({ job }) => job.employers))];
}
