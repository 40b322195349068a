import words from "../data/check-claims.json" with { type: "json" };
import { holds } from "../figures.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import { type Hit, lexicon } from "../lexicon.ts";
import { cueBefore, isClaimed, isDenied, isHoped, type ParsedLetter, quote, findSentence } from "../parse-letter.ts";
import { type SourceFacts, holdsConcept, isDeputy, type CheckSources } from "../parse-sources.ts";
import { wholeWord, wordStart } from "../patterns.ts";
import { isCognate, isSlip } from "../spelling.ts";
import { akin } from "../tokenize.ts";
import { isCommon } from "../word-lists.ts";

/** Ranks, which claim more than a trade. */
const ranks = new Set([
  "senior",
  "lead",
  "head",
  "chief",
  "director",
  "manager-title",
  "deputy",
  "partner",
  "project-manager",
]);

const codes = {
  tool: "unknown_skill",
  certificate: "unknown_skill",
  field: "unknown_skill",
  skill: "unknown_skill",
  diploma: "unknown_diploma",
  title: "unknown_title",
  feat: "unknown_title",
  place: "unknown_name",
  house: "unknown_name",
  region: "unknown_name",
  month: "unknown_figure",
} as const;

/** Words for unfinished studies. */
const unfinished = wholeWord(words.unfinished);

/** Height of a rank; 0 when it is none. */
const heights = (id: string): number =>
  ({
    senior: 1,
    deputy: 1,
    "deputy-hint": 1,
    "responsible-hint": 2,
    "supervise-hint": 2,
    "chef-hint": 2,
    lead: 2,
    meister: 2,
    "project-manager": 2,
    "manager-title": 3,
    managing: 2,
    head: 3,
    chief: 4,
    director: 4,
    partner: 4,
    founder: 4,
  })[id] ?? 0;

/** Largest distance in words between a claim and its speciality. */
const NEAR = 5;

/** Countries and nationalities are in every letter: French cooking, the German market. */
const everywhere = new Set(["france", "germany", "uk", "ireland"]);

/** Finds skills, tools, diplomas, titles and places of the candidate that are in no source. */
export function claimFindings(letter: ParsedLetter, sources: CheckSources): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  for (const hit of letter.hits) {
    const { sort, id } = hit.concept;
    if (
      sort === "language" ||
      id.endsWith("-hint") ||
      isDeputy(letter, hit) ||
      letter.named.slice(hit.from, hit.to + 1).every(Boolean) ||
      isHeld(hit, letter, sources)
    )
      continue;
    found.push({ code: codes[sort], detail: quote(letter, hit.from, hit.to) });
  }
  return found;
}

function isHeld(hit: Hit, letter: ParsedLetter, sources: CheckSources): boolean {
  const { own, company } = sources;
  const { id, sort, family } = hit.concept;
  const tokens = letter.tokens.slice(hit.from, hit.to + 1);
  const isSame = sources.languages.has(letter.language);
  const { from, to } = findSentence(letter, hit.from);
  const sentence = letter.tokens.slice(from, to);
  const claimed = isClaimed(letter, hit.from);
  if (sort === "title" && own.concepts.has(id) && !own.wished.has(id)) return true;
  const isExact = isSame && sort === "title" && ranks.has(id) && id !== "lead" && id !== "deputy";
  if (!isExact && holdsConcept(own, id, claimed || sort === "title") && !(sort === "title" && own.wished.has(id)))
    return true;
  // "Je prépare le DCG": stated as unfinished.
  if (sort === "diploma" && own.wished.has(id) && sentence.some(({ word }) => unfinished.test(word))) return true;
  // A deputy's CV has the words of the rank, but not the rank.
  const isBelow = sort === "title" && ranks.has(id) && own.concepts.has("deputy");
  // The exact words are together in the candidate's texts.
  if (
    !own.wished.has(id) &&
    !isBelow &&
    own.compact.includes(tokens.map(({ word }) => word).join("")) &&
    (tokens.length > 1 || own.words.has(tokens[0]?.word ?? ""))
  )
    return true;
  if (!own.wished.has(id) && isMisspelt(tokens, own)) return true;
  if (!isSame && isLikelyTranslated(hit, letter, own)) return true;
  switch (sort) {
    case "region":
      return true;
    case "house":
      return tokens[0]?.capital !== true || holdsConcept(company, id);
    case "place":
      return (
        !claimed ||
        !isOfHouse(letter, hit.from) ||
        [...own.words].some(
          (word) =>
            word.length > 5 &&
            tokens[0] !== undefined &&
            tokens[0].word.length >= 4 &&
            word.startsWith(tokens[0].word.slice(0, 6).replace(/(?:es|s|e)$/u, "")),
        ) ||
        tokens[0]?.capital !== true ||
        everywhere.has(id) ||
        holdsConcept(company, id) ||
        tokens[0].opens
      );
    case "month":
      return (tokens[0]?.opens ?? false) || holdsConcept(company, id) || !isDated(letter, hit);
    case "title":
      return (
        isAddressed(letter, hit.from) ||
        !(isTitleClaimed(letter, hit.from) || (ranks.has(id) && claimed && !isSought(letter, hit.from))) ||
        (!isBelow && isAkinToOwn(hit, letter, own))
      );
    // A field of work has too many names, and idioms use them: checked only after "experience in".
    case "field":
      return !claimed || !isExperience(letter, hit.from) || isAkinToOwn(hit, letter, own) || hasKin(family, own);
    // The words right before a speciality claim it; a first person claims a rank.
    case "skill":
      return (
        !claimed ||
        isSought(letter, hit.from) ||
        isAkinToOwn(hit, letter, own) ||
        (family !== "people" && family !== "rest" && cueBefore(letter, hit.from, NEAR) !== "claim")
      );
    case "feat":
      return !claimed || (id === "growth" && hasHeldFigure(letter, from, to, own)) || isAkinToOwn(hit, letter, own);
    case "diploma":
      return (
        (tokens.length === 1 && tokens[0]?.opens === true) ||
        !(claimed || /^(?:als|as|comme)$/u.test(letter.tokens[from - 1]?.word ?? "")) ||
        isTranslated(id, family, letter, sources)
      );
    case "tool":
      return (
        (!claimed && !isDropped(letter, hit, own, company)) ||
        (tokens.length === 1 &&
          tokens[0]?.opens === true &&
          /^\p{Lu}\p{Ll}+$/u.test(tokens[0].raw) &&
          isCommon(tokens[0].word, letter.language))
      );
    case "certificate":
      return !claimed && !isDropped(letter, hit, own, company);
    case "language":
      return true;
  }
}

/**
 * "The stack is Vue, deployed on AWS": a tool next to one the candidate has, in a sentence without a subject, that the
 * company's page does not mention.
 */
const isDropped = (letter: ParsedLetter, { from, concept }: Hit, own: SourceFacts, company: SourceFacts) =>
  from >= letter.subjectEnd &&
  letter.hits.some(
    (other) =>
      (other.concept.sort === "tool" || other.concept.sort === "certificate") &&
      other.concept.id !== concept.id &&
      letter.tokens[other.from]?.sentence === letter.tokens[from]?.sentence &&
      holdsConcept(own, other.concept.id),
  ) &&
  cueBefore(letter, from) === "none" &&
  letter.owners[from] !== "company" &&
  !holdsConcept(company, concept.id) &&
  !isDenied(letter, from) &&
  !isHoped(letter, from);

/** "von 34 auf 29 Prozent gesenkt": the figures support it. */
const hasHeldFigure = ({ figures, tokens }: ParsedLetter, from: number, to: number, own: SourceFacts) =>
  figures.some(
    (figure) =>
      figure.at >= (tokens[from]?.at ?? 0) &&
      figure.at < (tokens[to - 1]?.end ?? 0) &&
      own.figures.some((source) => holds(source, figure)),
  );

const institution = wholeWord(words.institution);
/** "University of Zürich": a town counts when an organisation is named after it. */
const isOfHouse = ({ tokens }: ParsedLetter, index: number) =>
  tokens
    .slice(Math.max(0, index - 7), index)
    .some(({ word, sentence }) => sentence === tokens[index]?.sentence && institution.test(word));

/** "Exel", "photoshp": the sources have it, misspelled. */
const isMisspelt = (tokens: ParsedLetter["tokens"], { words }: SourceFacts) =>
  tokens.some(({ word }) => !words.has(word)) &&
  tokens.every(({ word }) => words.has(word) || [...words].some((own) => isSlip(word, own)));

/** Across languages a field, skill or title has too many names: only those unrelated to the sources are reported. */
function isLikelyTranslated({ concept, from }: Hit, letter: ParsedLetter, own: SourceFacts): boolean {
  switch (concept.sort) {
    case "field":
      return true;
    case "skill":
      return (
        !isClaimed(letter, from) ||
        (concept.family !== "people" && concept.family !== "rest" && cueBefore(letter, from, NEAR) !== "claim")
      );
    case "feat":
      return (concept.id !== "award" && concept.id !== "of-the-year") || own.concepts.has("award-hint");
    // A rank has many names, but none two steps above the candidate's own.
    case "title":
      return !ranks.has(concept.id) || heights(concept.id) <= Math.max(0, ...[...own.concepts].map(heights)) + 1;
    default:
      return false;
  }
}

/** Whether the sources have a field or skill of the same trade. */
const hasKin = (family: string, { concepts }: SourceFacts) =>
  [...concepts].some((id) => lexicon().concepts.get(id)?.family === family);

const experienceNoun = wholeWord(words.experienceNoun);
const isExperience = ({ tokens }: ParsedLetter, index: number) =>
  tokens
    .slice(Math.max(0, index - 3), index)
    .some(({ word, sentence }) => sentence === tokens[index]?.sentence && experienceNoun.test(word));

const higherEducation = wordStart(words.higherEducation);
/** A diploma of another country has many names: one no higher than the candidate's may be its translation. */
function isTranslated(id: string, grade: string, letter: ParsedLetter, { own, languages }: CheckSources): boolean {
  const isSame = languages.has(letter.language);
  // "a degree in": any diploma supports it.
  if (isSame && id !== "university") return false;
  const grades = [...own.concepts]
    .map((id) => lexicon().concepts.get(id))
    .filter((concept) => concept?.sort === "diploma" && /^[0-8]$/u.test(concept.family))
    .map((concept) => Number(concept?.family));
  // Studies with a diploma that is not in the lexicon.
  if (Math.max(0, ...grades) < 5 && [...own.words].some((word) => higherEducation.test(word))) grades.push(7);
  return grade !== "9" && grade !== "craft" && Number(grade) <= Math.max(0, ...grades);
}

const state = wholeWord(words.state);
const wanted = wholeWord(words.wanted);

/** "Madame la Directrice, Monsieur le Directeur" */
const isAddressed = ({ tokens }: ParsedLetter, index: number) =>
  tokens
    .slice(Math.max(0, index - 2), index)
    .some(
      ({ word, sentence }) =>
        sentence === tokens[index]?.sentence && /^(?:madame|monsieur|dear|frau|herrn?|mr|mrs|ms)$/u.test(word),
    );

/** "Je cherche une place de chef": a wish, no claim. */
function isSought({ tokens }: ParsedLetter, index: number): boolean {
  const here = (each: ParsedLetter["tokens"][number]) => each.sentence === tokens[index]?.sentence;
  const before = tokens.slice(0, index).filter(here);
  // "about a team leader role": the job applied for.
  if (
    tokens
      .slice(index + 1, index + 4)
      .filter(here)
      .some(({ word }) => /^(?:role|roles|post|position|positions|vacancy|job|stelle|posten)$/u.test(word)) &&
    !before.some(({ word }) => /^(?:in|hold|held|have|had|since|depuis|seit|had)$/u.test(word))
  )
    return true;
  return (
    before.some(({ word }) => wanted.test(word)) &&
    !before.some(({ word }) => /^(?:war|was|etais|ete|bin|suis|am)$/u.test(word))
  );
}

/** "ab Januar", "janvier 2020": a date, not a season in an idiom. */
function isDated(letter: ParsedLetter, { from, to }: Hit): boolean {
  const before = letter.tokens.slice(Math.max(0, from - 2), from);
  if (
    before.some(({ word }) =>
      /^(?:ab|des|from|partir|starting|zum|anfang|ende|mitte|depuis|since|seit|until|bis|jusqu)$/u.test(word),
    )
  )
    return true;
  return /^(?:19|20)\d\d$/u.test(letter.tokens[to + 1]?.word ?? "") || cueBefore(letter, from, 4) === "claim";
}

/** "Logistikleiter" for "Schichtleiter": a German rank ends a compound, and the whole word counts. */
export function leaderFindings(letter: ParsedLetter, { own, languages }: CheckSources): Finding<BlockingCode>[] {
  if (letter.language !== "de" || !languages.has("de")) return [];
  return letter.tokens.flatMap(({ word }, index): Finding<BlockingCode>[] => {
    const [, field] = /^(\p{L}{3,})leiter(?:in)?$/u.exec(word) ?? [];
    if (
      field === undefined ||
      !isTitleClaimed(letter, index) ||
      letter.tokens[index - 1]?.word.startsWith("stellv") === true
    )
      return [];
    const isOwn = [...own.words].some(
      (each) => each.startsWith(`${field}leit`) || (each.startsWith("leit") && own.words.has(field)),
    );
    return isOwn ? [] : [{ code: "unknown_title", detail: quote(letter, index, index) }];
  });
}

/** Whether a job or rank is claimed: "en tant que", "I was", "als", or first in a sentence in the first person. */
function isTitleClaimed(letter: ParsedLetter, index: number): boolean {
  const { tokens, owners } = letter;
  if (index < letter.subjectEnd || owners[index] === "company" || isDenied(letter, index)) return false;
  const before = tokens
    .slice(Math.max(0, index - 5), index)
    .filter(({ sentence }) => sentence === tokens[index]?.sentence);
  if (isSought(letter, index)) return false;
  // "Ward sister at St Aldhelm's since 2019": no verb, but the candidate's job.
  if (
    before.length === 0 &&
    tokens.slice(index + 1, index + 4).some(({ word }) => /^(?:at|chez|bei|im|am|au)$/u.test(word)) &&
    tokens
      .slice(index + 1, index + 16)
      .some(({ word, sentence }) => sentence === tokens[index]?.sentence && /^(?:since|depuis|seit)$/u.test(word))
  )
    return true;
  if (before.length === 0)
    return (
      owners[index] === "candidate" &&
      tokens
        .slice(index + 1, index + 17)
        .some(({ word, sentence }) => sentence === tokens[index]?.sentence && /^(?:je|j|i|ich)$/u.test(word)) &&
      !letter.text.slice(tokens[index]?.end).startsWith(",")
    );
  return (
    before.some(({ word }) => state.test(word)) ||
    (before.length <= 2 &&
      owners[index] === "candidate" &&
      tokens[index - before.length]?.opens === true &&
      isClaimed(letter, index))
  );
}

/** Whether the words of a match, except for their endings, are in the sources. */
function isAkinToOwn({ from, to, concept }: Hit, { tokens }: ParsedLetter, { words, wished }: SourceFacts): boolean {
  if (wished.has(concept.id)) return false;
  return tokens
    .slice(from, to + 1)
    .filter(({ word }) => word.length >= 4)
    .every(
      ({ word }) =>
        words.has(word) ||
        (word.length >= 7 && [...words].some((own) => own.startsWith(word))) ||
        (word.length >= 6 && [...words].some((own) => akin(word, own) || isSlip(word, own) || isCognate(word, own))),
    );
}
