import { compilePhrases, splitSentences } from "../../letter-check/phrases.ts";
import { foldText } from "../../lib/fold-text.ts";
import { findConcepts } from "./concepts.ts";
import acts from "./data/acts.json" with { type: "json" };
import machine from "./data/machine.json" with { type: "json" };
import signs from "./data/signs.json" with { type: "json" };
import { readOwnText } from "./own-text.ts";

/** A mail as it was parsed; what is not known is empty. */
export interface AnswerMail {
  from: string;
  subject: string;
  text: string;
  /** Values by names in lower case. */
  headers: ReadonlyMap<string, string>;
}

/** What is looked at in a mail, by its kind; each kind weighs alike however long the mail is. */
export interface AnswerFeatures {
  /** Its form, what its headers say, and what programs write. */
  signs: ReadonlySet<string>;
  /** Words and concepts of its subject and its signature. */
  surroundings: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** What its sentences do: refuse, invite, ask, pass on…; by asking, and on a condition. */
  acts: ReadonlySet<string>;
  /** What is said, and what is said together in one clause. */
  concepts: ReadonlySet<string>;
  /** What is said anywhere in one mail. */
  pairs: ReadonlySet<string>;
}

const toPattern = (sources: readonly string[]) => new RegExp(sources.join("|"), "u");
const clauseSigns = {
  TIME: toPattern(signs.time),
  TELEPHONE: /(?:\+|\b0)[\d ()./-]{7,20}\d/u,
  LINK: /https?:\/\/|www\.|\b[a-z0-9-]{2,60}\.(?:com|fr|de|org|net|ch|at|be|eu|co|io|example)\/\S/u,
  MONEY: /[£€$]\s?\d|\d\s?(?:€|euros?\b|pounds\b|chf\b|k\b|p\/h)/u,
};
const senderSigns = {
  mailer: toPattern(signs.senders.mailer),
  robot: toPattern(signs.senders.robot),
  role: toPattern(signs.senders.role),
};
const subjectSigns = {
  automatic: toPattern(signs.subjects.automatic),
  ticket: toPattern(signs.subjects.ticket),
  bounce: toPattern(signs.subjects.bounce),
  receipt: toPattern(signs.subjects.receipt),
};
const mailServer = toPattern(signs.mailServer);
const turn = new RegExp(`(?<=[\\s,(])(?:${signs.turns.join("|")})(?=[\\s,:])|[;:]\\s|\\s[–—-]\\s`, "u");
const condition = new RegExp(`(?:^|[\\s,(])(?:${signs.conditions.join("|")})\\s`, "u");
const firstPerson = new RegExp(signs.firstPerson, "u");

const compileNamed = ({ lists, ...named }: typeof machine | typeof acts) =>
  Object.entries(named).map(([name, phrases]) => ({ name, phrases: compilePhrases(phrases, lists) }));
/** What programs write, by occasion, and what people do with a sentence. */
const compileAll = () => ({ occasions: compileNamed(machine), acts: compileNamed(acts) });
let compiled: ReturnType<typeof compileAll> | undefined;
/**
 * Compiled when the first answer is read, as that takes longer than reading one, and together: a sentence that was read
 * before a phrase was compiled is not tried on it.
 */
const getPhrases = () => (compiled ??= compileAll());

const readSentences = (text: string): string[] =>
  splitSentences(text)
    .slice(0, MAX_CLAUSES)
    .map((each) => each.slice(0, MAX_CLAUSE_CHARS));

/** How many sentences are of each occasion. */
function countOccasions(text: string): Map<string, number> {
  const sentences = readSentences(text);
  return new Map(
    getPhrases().occasions.map(({ name, phrases }) => [name, sentences.filter((each) => phrases.test(each)).length]),
  );
}

/** What the sentences of a text do, and whether they do it by asking or on a condition. */
function readActs(text: string): Set<string> {
  return new Set(
    readSentences(text).flatMap((sentence) => {
      const done = getPhrases().acts.flatMap(({ name, phrases }) => (phrases.test(sentence) ? [name] : []));
      if (isQuestion(sentence)) return [...done, ...done.map((name) => `${name}?`)];
      return condition.test(sentence) ? [...done, ...done.map((name) => `${name} if`)] : done;
    }),
  );
}

/** Beyond, nothing is read: answers are short, and their decision stands at the beginning. */
const MAX_CLAUSES = 200;
const MAX_CLAUSE_CHARS = 500;
const PREFIX_CHARS = 5;
const SHORT_CLAUSES = 4;

const isQuestion = (sentence: string) => /\?["»“”)\s]*$/u.test(sentence);

interface Clause {
  text: string;
  asks: boolean;
}

/** Sentences, cut where they turn ("but"), folded. */
function splitClauses(text: string): Clause[] {
  return foldText(text.replace(/[’‘`´]/gu, "'"))
    .split(/(?<=[.!?…])["»“”)\]]?\s+|\n+/u)
    .slice(0, MAX_CLAUSES)
    .flatMap((given) => {
      const sentence = given.slice(0, MAX_CLAUSE_CHARS);
      const asks = isQuestion(sentence);
      return sentence.split(turn).map((part) => ({ text: part, asks }));
    })
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause.text));
}

const splitWords = (clause: string): string[] =>
  clause.replace(/n't\b/gu, " not").match(/[\p{L}\p{N}£€]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];

const listConcepts = (words: readonly string[]): string[] =>
  words.flatMap((word) => [
    ...findConcepts(word),
    ...(/['-]/u.test(word) ? word.split(/['-]/u).flatMap((part) => findConcepts(part)) : []),
  ]);

export function readFeatures(mail: AnswerMail): AnswerFeatures {
  const { body, rest, whole } = readOwnText(mail.text, mail.from.replace(/<.*/u, ""));
  const clauses = splitClauses(body);
  const words = new Set<string>();
  const concepts = new Set<string>();
  const said = new Set<string>();
  for (const { text, asks } of clauses) {
    const found = splitWords(text);
    const forms = found.map((word) => (/\d/u.test(word) ? "#" : word));
    for (const [at, form] of forms.entries()) {
      words.add(form);
      if (at > 0) words.add(`${forms[at - 1]} ${form}`);
      if (form.length > PREFIX_CHARS) words.add(`${form.slice(0, PREFIX_CHARS)}*`);
    }
    const here = new Set(listConcepts(found));
    if (asks) here.add("ASKS");
    for (const [name, pattern] of Object.entries(clauseSigns)) if (pattern.test(text)) here.add(name);
    for (const concept of here) said.add(concept);
    addPairs(concepts, here);
  }
  for (const concept of said) concepts.add(concept);
  const pairs = new Set<string>();
  addPairs(pairs, said);
  return {
    signs: readSigns(mail, { clauses, whole }),
    surroundings: readSurroundings(mail.subject, rest),
    words,
    acts: readActs(body),
    concepts,
    pairs,
  };
}

function addPairs(pairs: Set<string>, members: ReadonlySet<string>): void {
  const sorted = [...members].toSorted();
  for (const [at, first] of sorted.entries())
    for (const second of sorted.slice(at + 1)) pairs.add(`${first}+${second}`);
}

function readSurroundings(subject: string, rest: string): Set<string> {
  const words = splitWords(foldText(subject));
  return new Set([
    ...words.map((word) => `subject ${word}`),
    ...listConcepts(words).map((concept) => `subject ${concept}`),
    ...listConcepts(splitWords(foldText(rest))).map((concept) => `rest ${concept}`),
  ]);
}

interface ReadText {
  clauses: readonly Clause[];
  whole: string;
}

function readSigns({ from, subject, text, headers }: AnswerMail, { clauses, whole }: ReadText): Set<string> {
  const found = new Set<string>();
  const add = (sign: string, isThere: boolean) => {
    if (isThere) found.add(sign);
  };
  const sender = foldText(from);
  const folded = foldText(subject);
  for (const [name, pattern] of Object.entries(senderSigns)) add(`from ${name}`, pattern.test(sender));
  add("from person", sender !== "" && found.size === 0);
  for (const [name, pattern] of Object.entries(subjectSigns)) add(`subject ${name}`, pattern.test(folded));
  add("replied by itself", findReplier(headers) || found.has("subject automatic"));
  add("auto-submitted", headers.get("auto-submitted")?.toLowerCase().startsWith("auto-") === true);
  add("bulk", /auto_reply|bulk|junk/u.test(headers.get("precedence") ?? ""));
  add(
    "autoreply",
    ["x-autoreply", "x-autorespond", "x-loop"].some((name) => headers.has(name)),
  );
  add("report", /delivery-status/u.test(headers.get("content-type") ?? "") || headers.has("x-failed-recipients"));
  add("mail server", mailServer.test(foldText(text)));
  add("nobody speaks", !firstPerson.test(foldText(whole)));
  add("short", clauses.length <= SHORT_CLAUSES);
  const counts = countOccasions(whole);
  for (const [name, count] of counts) {
    add(`says ${name}`, count > 0);
    add(`says ${name} again`, count > 1);
    add(`says ${name} often`, count > 2);
  }
  add(`program ${findProgram(found, counts)}`, true);
  return found;
}

/** Headers that only a program puts on a reply (RFC 3834); of the others in use, some are on what people write. */
const findReplier = (headers: ReadonlyMap<string, string>): boolean =>
  headers.get("auto-submitted")?.toLowerCase().startsWith("auto-replied") === true ||
  headers.get("precedence")?.toLowerCase() === "auto_reply" ||
  ["x-autoreply", "x-autorespond"].some((name) => headers.has(name));

/** How surely a program wrote a mail: `sure`, only a program writes so; `likely`, also people in a hurry do. */
function findProgram(
  signs: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
): "sure" | "likely" | "maybe" | "no" {
  const count = (...names: string[]) => names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  const isRobot =
    count("robot") > 0 || ["from robot", "auto-submitted", "bulk", "autoreply"].some((sign) => signs.has(sign));
  const isRole = signs.has("from role");
  const isPersonal = !signs.has("nobody speaks");
  const enough = isRobot ? 1 : 2;
  if (signs.has("subject automatic") || count("challenge") >= 2 || count("privacy") >= enough + 1) return "sure";
  if (signs.has("subject ticket") && count("received", "ticket", "process") > 0) return "sure";
  if (count("dead") >= (isPersonal ? enough : 1) || count("absence") >= enough || count("account") >= enough)
    return "sure";
  const receipt = count("received", "process", "ticket") + (signs.has("subject receipt") ? 2 : 0);
  if ((receipt >= 2 && (isRobot || isRole || !isPersonal)) || count("absence", "dead") > 0) return "likely";
  return isRobot || receipt >= 2 || (isRole && receipt > 0) ? "maybe" : "no";
}
