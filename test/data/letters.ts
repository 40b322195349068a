import { z } from "zod";
import { BLOCKING_CODES } from "../../worker/letter-check/findings.ts";
import honest from "./letters/honest.json" with { type: "json" };
import listed from "./letters/lies.json" with { type: "json" };
import listedSentences from "./letters/sentences.json" with { type: "json" };

// Imported, not read from disk: tests inside workerd have no file system.

const Language = z.enum(["fr", "en", "de"]);
const Honest = z.object({
  cv: z.string(),
  template: z.string(),
  company: z.object({
    name: z.string(),
    website: z.string(),
    city: z.string(),
    country: z.string(),
    about: z.string(),
  }),
  others: z.array(z.string()),
  candidate: z.object({ name: z.string(), email: z.string() }),
  language: Language,
  subject: z.string(),
  text: z.string(),
});
/** An honest letter and its sources. */
export type Honest = z.output<typeof Honest>;

const HonestLetters = z.strictObject({
  french: Honest,
  english: Honest,
  german: Honest,
  /** A French CV, a German letter. */
  translated: Honest,
  /** A German CV, a French letter. */
  crossing: Honest,
  /** No CV, a short template, a company without a description. */
  bare: Honest,
  /** An English CV, a French letter. */
  crossed: Honest,
});
export const honestLetters = HonestLetters.parse(honest);

const Change = z.object({
  says: z.string(),
  code: z.enum(BLOCKING_CODES),
  letter: HonestLetters.keyof(),
});
const Lies = z.array(
  z.union([
    Change.extend({ from: z.string(), to: z.string() }).strict(),
    /** A sentence before the last paragraphs. */
    Change.extend({ add: z.string() }).strict(),
  ]),
);

/** A letter with one lie, and the code that the check must report. */
export interface Lie {
  says: string;
  code: z.output<typeof Change>["code"];
  letter: Honest;
}

/** @throws when the words are not in the letter, which would stay honest */
function replaceWords(letter: Honest, from: string, to: string): Honest {
  const part = letter.text.includes(from) ? "text" : "subject";
  if (!letter[part].includes(from)) throw new Error(`"${from}" is not in the letter`);
  return { ...letter, [part]: letter[part].replace(from, to) };
}

/** Adds a sentence as a paragraph before the last ones. */
export function addSentence(letter: Honest, sentence: string): Honest {
  const parts = letter.text.split("\n\n");
  return { ...letter, text: [...parts.slice(0, 3), sentence, ...parts.slice(3)].join("\n\n") };
}

export const lies: Lie[] = Lies.parse(listed).map((lie) => {
  const letter = honestLetters[lie.letter];
  return {
    says: lie.says,
    code: lie.code,
    letter: "add" in lie ? addSentence(letter, lie.add) : replaceWords(letter, lie.from, lie.to),
  };
});

const Sentence = z.strictObject({ language: Language, sentence: z.string() });
const Sentences = z.strictObject({
  /** Orders, concedes or permits something. */
  harmful: z.array(Sentence),
  /** Claims without a source: health, membership, belief. */
  private: z.array(Sentence),
  /** The same kinds, with a source of the candidate's own. */
  backed: z.array(Sentence.extend({ cv: z.string().optional(), template: z.string().optional() })),
  honest: z.array(Sentence),
});
/** Sentences added to an honest letter. */
export const sentences = Sentences.parse(listedSentences);
