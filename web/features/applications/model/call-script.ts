import type { MessageLanguage } from "../../../../worker/contract/field-schemas";

interface CallScriptInput {
  /** The candidate. */
  name: string;
  company: string;
  /** The message to the company, or the user's template; empty without one in that language. */
  letter: string;
  language: MessageLanguage;
}

/** Sentences of a letter that say what the candidate does, and why this company. */
const INTRODUCTION_PATTERNS: Record<MessageLanguage, RegExp> = {
  fr: /(?:^|[^\p{L}])(?:je suis|je travaille|en tant que|diplômée?|j’exerce|j'exerce)(?![\p{L}])/iu,
  en: /(?:^|[^\p{L}])(?:i am an?|i['’]m an?|i work|as an? )(?![\p{L}])/iu,
  de: /(?:^|[^\p{L}])(?:ich bin|ich arbeite|als )(?![\p{L}])/iu,
};
const ADDRESSING_PATTERNS: Record<MessageLanguage, RegExp> = {
  fr: /(?:^|[^\p{L}])(?:votre|vos|chez vous)(?![\p{L}])/iu,
  en: /(?:^|[^\p{L}])your(?![\p{L}])/iu,
  de: /(?:^|[^\p{L}])(?:Ihre?[mnrs]?|Ihnen)(?![\p{L}])/u,
};

/** Sentences that can be said on the telephone (characters). */
const [MIN_SENTENCE, MAX_SENTENCE] = [20, 220];

/**
 * What to say on the telephone: who calls, what they do, why this company, and one question. The candidate's own
 * sentences are taken from the letter; where it has none, they are left out.
 */
export function writeCallScript({ name, company, letter, language }: CallScriptInput): string {
  const sentences = listSentences(letter, language);
  const introduction = sentences.find((sentence) => INTRODUCTION_PATTERNS[language].test(sentence));
  const reason = sentences.find(
    (sentence) =>
      sentence !== introduction && (sentence.includes(company) || ADDRESSING_PATTERNS[language].test(sentence)),
  );
  const { hello, purpose, question } = {
    fr: {
      hello: `Bonjour, je m’appelle ${name}.`,
      purpose: `Je vous appelle pour proposer ma candidature à ${company}.`,
      question: "À qui puis-je envoyer mon CV ?",
    },
    en: {
      hello: `Hello, my name is ${name}.`,
      purpose: `I am calling to ask whether I might apply to ${company}.`,
      question: "Who could I send my CV to?",
    },
    de: {
      hello: `Guten Tag, mein Name ist ${name}.`,
      purpose: `Ich möchte mich gern bei ${company} bewerben.`,
      question: "An wen darf ich meinen Lebenslauf schicken?",
    },
  }[language];
  return [hello, introduction, purpose, reason, question]
    .filter((line) => line !== undefined)
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1))
    .join("\n");
}

/** Whole sentences of the letter's body: neither greeting nor closing, which have no full stop. */
const listSentences = (letter: string, language: MessageLanguage): string[] =>
  letter
    .split(/\n+/u)
    .flatMap((line) => [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(line)])
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) => /[.!?]$/u.test(sentence) && sentence.length >= MIN_SENTENCE && sentence.length <= MAX_SENTENCE,
    );
