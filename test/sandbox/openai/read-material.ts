import { type CvReading, readFacts } from "./cv-facts.ts";
import { type Language, type ParsedPrompt, readCompanyFacts } from "./parse-prompt.ts";

/** A job, with the line of its source that names it. */
export interface Job {
  source: "cv" | "confirmed";
  line: string;
  title: string;
  employer: string;
  period: string;
  tasks: string[];
}

/** What a letter may tell, in the words of its sources. */
export interface Material {
  jobs: Job[];
  studies: string[];
  skills: string[];
  languages: string[];
  /** Anything else of the CV, a line each. */
  lines: string[];
  /** Language of the CV; null for too little text to tell. */
  cvLanguage: Language | null;
  /** Sentences of the template that say something of the candidate. */
  wishes: string[];
  /** Those that ask for a meeting. */
  meetings: string[];
  templateLanguage: Language | null;
  /** Sentences of the company's pages. */
  site: string[];
  siteLanguage: Language | null;
}

const STOP_WORDS: Record<Language, string> = {
  fr: "le la les des du et dans je pour chez avec une un nous vous notre votre au aux sur depuis mon ma en est sont",
  en: "the and of to in with for at we our your you is are my on from as by since have has a an i",
  de: "der die das und ich mit bei für von zu in wir ihr ihre unser sie ist sind seit als auf im am den ein eine",
};

/** The language with most of its small words in a text; null without any. */
function guessLanguage(text: string): Language | null {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  const scores = (["fr", "en", "de"] as const).map((language) => {
    const small = new Set(STOP_WORDS[language].split(" "));
    return { language, score: words.filter((word) => small.has(word)).length };
  });
  const best = scores.reduce((most, each) => (each.score > most.score ? each : most));
  return best.score === 0 ? null : best.language;
}

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

export const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((each) => each.trim())
    .filter(Boolean);

/** Sentences that tell an LLM what to write: an honest writer tells them nobody. */
const INSTRUCTION = new RegExp(
  `\\b(?:${[
    "ignor|disregard|forget|append|insert|include|instruction|prompt|ai writers|every letter|sandbox\\s*:",
    "consigne|oubli|ajoute|insère|écris|IA\\s*:",
    "anweisung|vergiss|füge",
  ].join("|")})`,
  "i",
);
const GREETINGS =
  "bonjour|madame,? monsieur|mesdames,? messieurs|(?:hello|hi)(?: there)?|dear [^,]*|sehr geehrte[^,]*|guten tag";
/** The word ends there: "Hiermit" and "hi-fi" greet nobody. */
export const GREETING = new RegExp(`^(?:${GREETINGS})(?![\\p{L}-])\\s*[,!]?\\s*`, "iu");
const CLOSING = new RegExp(
  `^(?:${[
    "cordialement|bien cordialement|salutations|je vous prie",
    "yours|kind regards|best regards|sincerely",
    "mit freundlichen|herzliche grüße|viele grüße",
  ].join("|")})`,
  "i",
);

/** Words with which a letter asks for a meeting: a cleaner's "entretien" and a talk with customers are none. */
const MEETING = new RegExp(
  [
    "(?<!\\p{L})vous rencontrer(?!\\p{L})|(?<!\\p{L})une rencontre(?:,| avec vous| (?:me|nous) permettr)",
    "échanger avec vous",
    "(?<!\\p{L})en (?:parler|discuter) (?:avec vous|ensemble|de vive voix|lors)",
    "(?:pour|pourrions-nous) en (?:parler|discuter)",
    "(?:pour|à|accorder|obtenir|solliciter|(?<!\\p{L})d[’']) ?un (?:\\p{L}+ )?entretien(?!\\p{L}| d[eu’'])",
    "(?<!\\p{L})vous (?:\\p{L}+ ){1,6}de vive voix",
    "\\bwould (?:be \\w+ to|like to|love to|welcome) (?:\\w+ ){0,3}(?:talk|speak|meet|discuss)" +
      "(?=[.,?!]|$| (?:(?:to|with) you|about (?:it|this|my)|more about|further|in person|it|this|my|how)\\b)",
    "\\bmeet(?:ing)? you\\b|\\ba meeting(?:,| would| with you)",
    "\\b(?:welcome|arrange|available for) a (?:\\w+ )?meeting\\b",
    "\\bcould we (?:talk|speak|meet)|\\bcome and talk|\\b(?:meet|with you|to you|about it) in person\\b",
    "\\b(?:for|to|of|at|welcome|grant me|offer me) an? (?:\\w+ )?interview(?=[.,?!]|$| (?:with you|at|where|so|to)\\b)",
    "\\bin an? (?:\\w+ )?interview(?=[.?!]|$)",
    "\\bSie (?:\\p{L}+ ){0,2}kennen(?:zu)?lernen|^Ein (?:\\p{L}+ )?Gespräch(?:,| mit Ihnen| würde| gäbe)",
    "(?<!\\p{L})(?:zu einem|zum|(?:über|für|auf) ein) (?:\\p{L}+ )?(?:Vorstellungsg|G)espräch(?!\\p{L}| mit (?!Ihnen))",
    "\\b(?:in einem|im) (?:persönlichen G|gemeinsamen G|Vorstellungsg)espräch(?!\\p{L}| mit (?!Ihnen))",
    "\\bpersönlich (?:darüber |mit Ihnen )?(?:zu )?sprechen",
  ].join("|"),
  "iu",
);
export const asksToMeet = (text: string): boolean => MEETING.test(text);

/** What a letter's end says besides: that the CV is there, and thanks, which "thanks to" and "dank meiner" are not. */
const COURTESY = new RegExp(
  [
    "ci-joint|pièce jointe|remerci|attached|enclosed|\\bthank(?!s to\\b)",
    "anbei|im anhang|beigefügt|(?<!\\p{L})(?:be)?danken?(?!\\p{L})",
    "(?<!\\p{L})(?:vielen|herzlichen|besten) dank(?!\\p{L})",
  ].join("|"),
  "iu",
);

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function readWishes(template: string, candidate: string): string[] {
  return splitSentences(template)
    .map((sentence) => sentence.replace(GREETING, ""))
    .filter(
      (sentence) =>
        countWords(sentence) >= 4 &&
        countWords(sentence) <= 40 &&
        !CLOSING.test(sentence) &&
        !COURTESY.test(sentence) &&
        !INSTRUCTION.test(sentence) &&
        (candidate === "" || !sentence.includes(candidate)),
    )
    .map((sentence) => capitalize(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`));
}

/** Whether a template's sentence is one that the letter makes of the CV by itself. */
const retellsCv = (sentence: string, { jobs, lines }: Pick<Material, "jobs" | "lines">): boolean =>
  [...jobs.map(({ line }) => line), ...lines].some(
    (line) => countWords(line) >= 3 && sentence.includes(line.replace(/[.;]+$/, "").slice(1)),
  ) ||
  jobs.some(
    ({ employer, period }) =>
      employer !== "" &&
      sentence.includes(employer) &&
      (period.match(YEAR) ?? []).some((year) => sentence.includes(year)),
  );

const readSite = (about: string): string[] =>
  splitSentences(about)
    .filter((sentence) => countWords(sentence) >= 4 && countWords(sentence) <= 35 && !INSTRUCTION.test(sentence))
    .map((sentence) => sentence.replace(/[.!]+$/, ""));

const HEADINGS: Readonly<Record<string, keyof Pick<Material, "studies" | "skills" | "languages" | "lines"> | "jobs">> =
  { jobs: "jobs", studies: "studies", skills: "skills", languages: "languages" };
const YEAR = /\b(?:19|20)\d\d\b/;
/** A title of the product's list, in English whatever the CV. */
const LIST_TITLE = /^(?:[A-Z][A-Za-z]+|Licences and certificates)$/gm;
const isPeriod = (text: string) => YEAR.test(text);

/** The facts as the product lists them under English headings; undefined for the text of a CV. */
function readListedFacts(
  cv: string,
): Pick<Material, "jobs" | "studies" | "skills" | "languages" | "lines"> | undefined {
  if (!/^[A-Z][A-Za-z ]{2,30}\n- /.test(cv)) return undefined;
  const found = {
    jobs: [] as Job[],
    studies: [] as string[],
    skills: [] as string[],
    languages: [] as string[],
    lines: [] as string[],
  };
  let heading: keyof typeof found = "lines";
  for (const raw of cv.split("\n")) {
    const item = /^(\s*)- (.*)$/.exec(raw);
    if (!item) heading = HEADINGS[raw.trim().toLowerCase()] ?? "lines";
    else if (heading !== "jobs") found[heading].push((item[2] ?? "").trim());
    else addToJobs(found.jobs, "cv", item[1] === "", (item[2] ?? "").trim());
  }
  return { ...found, skills: found.skills.flatMap((line) => line.split(/,\s*/)) };
}

function toJob(source: Job["source"], line: string): Job {
  const parts = line.split(", ");
  const period = parts.length > 1 && isPeriod(parts.at(-1) ?? "") ? (parts.pop() ?? "") : "";
  return { source, line, title: parts.length > 1 ? (parts[0] ?? "") : "", employer: parts[1] ?? "", period, tasks: [] };
}

/** A line of a list of jobs: a job, or a task of the one above. */
function addToJobs(jobs: Job[], source: Job["source"], isJob: boolean, line: string): void {
  if (isJob) jobs.push(toJob(source, line));
  else jobs.at(-1)?.tasks.push(line);
}

/** What the candidate confirms that reads like a job. */
function readConfirmedJobs(block: string): Job[] {
  const jobs: Job[] = [];
  for (const [, indent, line = ""] of block.matchAll(/^(\s*?)- (.*)$/gmu))
    addToJobs(jobs, "confirmed", indent === "", line.trim());
  return jobs.filter(({ employer, period }) => employer !== "" && period !== "");
}

/** The same from the text of a CV. */
function readCvText(cv: string): Pick<Material, "jobs" | "studies" | "skills" | "languages" | "lines"> {
  const facts: CvReading = readFacts(cv);
  const findLine = (...parts: string[]) =>
    cv
      .split("\n")
      .find((line) => parts.every((part) => line.includes(part)))
      ?.replace(/^[\s•*–-]+/, "")
      .trim() ?? parts.join(", ");
  return {
    jobs: facts.jobs.map((job) => ({ ...job, source: "cv", line: findLine(job.title, job.employer) })),
    studies: facts.studies.map(({ diploma }) => findLine(diploma)),
    skills: facts.skills,
    languages: facts.languages.map(({ language, level }) => (level ? `${language} ${level}` : language)),
    lines: [...facts.figures, ...facts.more].filter((line) => countWords(line) >= 3 && countWords(line) <= 25),
  };
}

export function readMaterial(prompt: ParsedPrompt): Material {
  const { cv = "", template = "", candidate } = prompt;
  const name = candidate?.["name"] ?? "";
  const facts = readListedFacts(cv) ?? readCvText(cv);
  const site = readSite(readCompanyFacts(prompt));
  const own = readWishes(template, name).filter((sentence) => !retellsCv(sentence, facts));
  return {
    ...facts,
    jobs: [...readConfirmedJobs(prompt.confirmedBlock), ...facts.jobs],
    lines: facts.lines.filter((line) => !INSTRUCTION.test(line) && line !== name),
    cvLanguage: guessLanguage(`${cv.replace(LIST_TITLE, "")}\n${prompt.confirmedBlock}`),
    wishes: own.filter((each) => !asksToMeet(each)),
    meetings: own.filter(asksToMeet),
    templateLanguage: guessLanguage(template),
    site,
    siteLanguage: guessLanguage(site.join(" ")),
  };
}
