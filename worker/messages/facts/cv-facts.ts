import { createHash } from "node:crypto";
import type { Fact } from "../../contract/account";
import type { CvFacts, StoredCvFacts, StoredFacts } from "../../db/schema/json-types";
import { toFoldedWords, WordIndex } from "../../lib/word-index";

/** Largest distance in words between an employer and the title, period or place of the same job. */
const MAX_WORDS_APART = 30;
const FACT_LIMITS = { jobs: 15, tasks: 10, studies: 10, skills: 60, languages: 12, lines: 20, length: 300 };
/** Hexadecimal digits of a fact's id: enough for the facts of one CV. */
const ID_LENGTH = 20;

const toWords = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" "));
/** Words of headings of studies, folded; then of all headings, and those that stand in them beside one of these. */
const STUDIES_WORDS = new Set(
  toWords([
    "formation formations etudes diplome diplomes scolarite cursus education studies qualifications",
    "ausbildung schulbildung weiterbildung studium",
  ]),
);
const HEADING_WORDS = new Set([
  ...STUDIES_WORDS,
  ...toWords([
    "experience experiences parcours emplois competences langues certificats certifications interets interet loisirs",
    "divers profil coordonnees references work employment history career training skills languages certificates",
    "hobbies interests profile summary volunteering projects projets benevolat contact",
    "berufserfahrung erfahrung erfahrungen werdegang lebenslauf kenntnisse fahigkeiten sprachen sprachkenntnisse",
    "zertifikate interessen hobbys kontakt projekte praktika",
  ]),
]);
const WORDS_BESIDE = new Set(
  toWords([
    "et and und de des d of mes mon my meine mein les a professionnel professionnelle professionnelles professionnels",
    "professional personal key other berufliche beruflicher permis licences licenses fuhrerschein centres centre",
    "savoir faire informatique informatiques techniques linguistiques",
  ]),
);

/** Words of work, folded, the start of each. */
const WORK_WORDS = new RegExp(
  `^(?:${[
    "experience|emploi|parcours|stage|job|work|employment|career|internship",
    "berufserfahrung|erfahrung|werdegang|praktik",
  ].join("|")})`,
  "u",
);
const MAX_HEADING_WORDS = 5;

/** Whether a line is a heading and nothing else: it states no fact. */
function isHeading(line: string): boolean {
  const words = toFoldedWords(line);
  return (
    words.some((word) => HEADING_WORDS.has(word)) &&
    words.every((word) => HEADING_WORDS.has(word) || WORDS_BESIDE.has(word))
  );
}

/** Whether a line without a date names work, as a heading that no list has: "Stages", "Relevant experience". */
const namesWork = (line: string, words: readonly string[]): boolean =>
  words.length <= MAX_HEADING_WORDS && !/\d/u.test(line) && words.some((word) => WORK_WORDS.test(word));

/** The lines of a CV, folded, and whether each stands below a heading of studies. */
function listByStudies(cv: string): { text: string; isStudies: boolean }[] {
  let isStudies = false;
  return cv.split("\n").map((line) => {
    const words = toFoldedWords(line);
    if (isHeading(line)) isStudies = words.some((word) => STUDIES_WORDS.has(word));
    if (namesWork(line, words)) isStudies = false;
    return { text: ` ${words.join(" ")} `, isStudies };
  });
}

/** Facts in which a job without tasks that stands below a heading of studies is one of these. */
function moveStudies({ jobs, studies, ...rest }: CvFacts, cv: string): CvFacts {
  const lines = listByStudies(cv);
  const isLearned = ({ employer, title, tasks }: CvFacts["jobs"][number]): boolean => {
    const wanted = toFoldedWords(employer || title).join(" ");
    const holding = wanted === "" || tasks.length > 0 ? [] : lines.filter(({ text }) => text.includes(` ${wanted} `));
    return holding.length > 0 && holding.every(({ isStudies }) => isStudies);
  };
  const { learned = [], worked = [] } = Object.groupBy(jobs.slice(0, FACT_LIMITS.jobs), (job) =>
    isLearned(job) ? "learned" : "worked",
  );
  const moved = learned.map(({ employer, title, period }) => ({ school: employer, diploma: title, period }));
  return { ...rest, jobs: worked, studies: [...studies, ...moved] };
}

/**
 * Keeps only facts whose exact words are in the CV, and near each other where they belong together. The rest is
 * dropped, because a message would repeat it as true; so are headings.
 */
export function verifyFacts(told: CvFacts, cv: string): CvFacts {
  const facts = moveStudies(told, cv);
  const lines = cv.split("\n").filter((line) => !isHeading(line));
  const text = new WordIndex(lines.join("\n"));
  const findStarts = (words: string) => text.findPhrase(words).map(({ first }) => first);
  const keepIfFound = (words: string) =>
    words.length <= FACT_LIMITS.length && findStarts(words).length > 0 ? words.trim() : "";
  const keepLines = (list: string[], limit: number) =>
    [...new Set(list.map(keepIfFound))].filter((line) => line !== "").slice(0, limit);
  const keepIfNear = (words: string, places: number[]) =>
    findStarts(words).some((at) => places.some((place) => Math.abs(at - place) <= MAX_WORDS_APART))
      ? keepIfFound(words)
      : "";

  const jobs = facts.jobs.flatMap((job) => {
    const head = keepIfFound(job.employer) || keepIfFound(job.title);
    return head === "" ? [] : [{ ...job, places: findStarts(head) }];
  });
  const heads = jobs.flatMap(({ places }) => places);
  /** Whether words are below this job's head and above the next: a task belongs to one job. */
  const isBelow = (words: string, places: number[]) =>
    findStarts(words).some((at) => places.includes(Math.max(...heads.filter((head) => head <= at))));
  return {
    jobs: jobs.map(({ employer, title, period, place, tasks, places }) => ({
      employer: keepIfFound(employer),
      title: keepIfNear(title, places),
      period: keepIfNear(period, places),
      place: keepIfNear(place, places),
      tasks: keepLines(
        tasks.filter((task) => isBelow(task, places)),
        FACT_LIMITS.tasks,
      ),
    })),
    studies: facts.studies.slice(0, FACT_LIMITS.studies).flatMap(({ school, diploma, period }) => {
      const head = keepIfFound(diploma) || keepIfFound(school);
      if (head === "") return [];
      const places = findStarts(head);
      return [
        {
          school: keepIfNear(school, places),
          diploma: keepIfNear(diploma, places),
          period: keepIfNear(period, places),
        },
      ];
    }),
    skills: keepLines(facts.skills, FACT_LIMITS.skills),
    languages: facts.languages
      .slice(0, FACT_LIMITS.languages)
      .flatMap(({ language, level }) =>
        keepIfFound(language) === ""
          ? []
          : [{ language: keepIfFound(language), level: keepIfNear(level, findStarts(language)) }],
      ),
    certificates: facts.certificates
      .slice(0, FACT_LIMITS.lines)
      .flatMap(({ name, level }) =>
        keepIfFound(name) === "" ? [] : [{ name: keepIfFound(name), level: keepIfNear(level, findStarts(name)) }],
      ),
    figures: keepLines(
      facts.figures.filter((line) => !isHeading(line)),
      FACT_LIMITS.lines,
    ),
    more: keepLines(
      facts.more.filter((line) => !isHeading(line)),
      FACT_LIMITS.lines,
    ),
  };
}

/** Facts of earlier versions in today's form. */
const toCurrentFacts = (found: StoredCvFacts): CvFacts => ({
  ...found,
  jobs: found.jobs.map((job) => ({ ...job, place: job.place ?? "" })),
  certificates: found.certificates ?? [],
});

// Lists

/** One fact of a CV. */
export interface CvFact extends Pick<Fact, "id" | "kind" | "text" | "details"> {
  /** Its words as they stand in the CV; the first is the one to look for. */
  phrases: string[];
}

/** The facts one by one, without figures that a task contains. Equal ones are one fact. */
export function listCvFacts({ jobs, studies, skills, languages, certificates, figures, more }: CvFacts): CvFact[] {
  const tasksShown = jobs.flatMap(({ tasks }) => tasks);
  const facts = [
    ...jobs.map(({ employer, title, place, period, tasks }) =>
      toCvFact("job", [title, employer, place, period], tasks),
    ),
    ...studies.map(({ school, diploma, period }) => toCvFact("study", [diploma, school, period])),
    ...skills.map((skill) => toCvFact("skill", [skill])),
    ...languages.map(({ language, level }) => toCvFact("language", [language, level])),
    ...certificates.map(({ name, level }) => toCvFact("certificate", [name, level])),
    ...figures
      .filter((line) => !tasksShown.some((task) => task.includes(line)))
      .map((line) => toCvFact("figure", [line])),
    ...more.map((line) => toCvFact("other", [line])),
  ];
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}

/** The full stop of a sentence; a shorter word may be an abbreviation: "Inc.", "S.A.". */
const SENTENCE_END = /(?<=\p{L}{4}|[\d)])\.$/u;
/** Between commas, a line has no full stop of its own. */
const joinParts = (parts: readonly string[]): string =>
  parts.map((part, at) => (at < parts.length - 1 ? part.replace(SENTENCE_END, "") : part)).join(", ");

function toCvFact(kind: Fact["kind"], words: string[], details: string[] = []): CvFact {
  const parts = words.filter((part) => part !== "");
  const text = joinParts(parts);
  // The same for the same words of the same CV: no id has to be stored.
  const id = createHash("sha256")
    .update(`${kind} ${toFoldedWords(text).join(" ")}`)
    .digest("hex")
    .slice(0, ID_LENGTH);
  return { id, kind, text, details, phrases: [...parts, ...details] };
}

/** The facts of a CV that support messages, and those that the user has removed. */
export function splitCvFacts(stored: StoredFacts | null): { kept: CvFact[]; removed: CvFact[] } {
  if (!stored?.found) return { kept: [], removed: [] };
  const removedIds = new Set(stored.removed);
  const facts = listCvFacts(toCurrentFacts(stored.found));
  return {
    kept: facts.filter(({ id }) => !removedIds.has(id)),
    removed: facts.filter(({ id }) => removedIds.has(id)),
  };
}

/** Hexadecimal digits that tell two corrections of one fact apart. */
const CORRECTION_LENGTH = 8;
const correctionPrefix = (cvFactId: string): string => `${cvFactId}-`;

/** An id for what the user makes of a fact of the CV: it begins with the id of that fact, whose place it takes. */
export const makeCorrectionId = (cvFactId: string): string =>
  correctionPrefix(cvFactId) + crypto.randomUUID().slice(0, CORRECTION_LENGTH);

/** All that is known: the facts of the CV, each correction in the place of what it corrects, then what is stated. */
export function listKnownFacts<T extends { id: string }>(
  stored: StoredFacts | null,
  stated: readonly T[],
): (CvFact | T)[] {
  const { kept } = splitCvFacts(stored);
  const keptIds = new Set(kept.map(({ id }) => id));
  const ofCv = stored?.found ? listCvFacts(toCurrentFacts(stored.found)) : [];
  const inPlace = ofCv.flatMap((fact): (CvFact | T)[] =>
    keptIds.has(fact.id) ? [fact] : stated.filter(({ id }) => id.startsWith(correctionPrefix(fact.id))),
  );
  return [...inPlace, ...stated.filter((fact) => !inPlace.includes(fact))];
}

const SECTIONS: readonly [Fact["kind"], string][] = [
  ["job", "Jobs"],
  ["study", "Studies"],
  ["skill", "Skills"],
  ["language", "Languages"],
  ["certificate", "Licences and certificates"],
  ["figure", "Figures"],
  ["other", "Other"],
];

/** The facts as text for the prompt, one a line; empty without facts. */
export const formatCvFacts = (facts: readonly Pick<CvFact, "kind" | "text" | "details">[]): string =>
  SECTIONS.flatMap(([kind, name]) => {
    const lines = facts
      .filter((fact) => fact.kind === kind)
      .map(({ text, details }) => [text, ...details.map((task) => `  - ${task}`)].join("\n"));
    const shown = kind === "skill" && lines.length > 0 ? [joinParts(lines)] : lines;
    return shown.length > 0 ? [`${name}\n${shown.map((line) => `- ${line}`).join("\n")}`] : [];
  }).join("\n");
