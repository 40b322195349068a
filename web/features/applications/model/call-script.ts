import type { MessageLanguage } from "../../../../worker/contract/field-schemas";
import { formatDateWith, getLocale } from "../../../lib/format";

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
  const { purpose, question } = {
    fr: {
      purpose: `Je vous appelle pour proposer ma candidature à ${company}.`,
      question: "À qui puis-je envoyer mon CV ?",
    },
    en: {
      purpose: `I am calling to ask whether I might apply to ${company}.`,
      question: "Who could I send my CV to?",
    },
    de: {
      purpose: `Ich möchte mich gern bei ${company} bewerben.`,
      question: "An wen darf ich meinen Lebenslauf schicken?",
    },
  }[language];
  return [writeHello(name, language), introduction, purpose, reason, question]
    .filter((line) => line !== undefined)
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1))
    .join("\n");
}

interface FollowUpScriptInput extends Pick<CallScriptInput, "name" | "company" | "language"> {
  /** When the application was sent, ISO 8601. */
  appliedAt: string | null;
}

/** What to say on the telephone after an application that had no answer. */
export function writeFollowUpScript({ name, company, appliedAt, language }: FollowUpScriptInput): string {
  const day = appliedAt === null ? "" : formatSpokenDay(appliedAt, language);
  const { purpose, question, offer } = {
    fr: {
      purpose: `Je vous ai écrit ${day === "" ? "" : `le ${day} `}pour proposer ma candidature à ${company}.`,
      question: "Avez-vous pu la lire ?",
      offer: "Quand pourrions-nous en parler quelques minutes ?",
    },
    en: {
      purpose: `I wrote to you ${day === "" ? "" : `on ${day} `}to apply to ${company}.`,
      question: "Have you had a chance to read it?",
      offer: "When might we speak about it for a few minutes?",
    },
    de: {
      purpose: `Ich habe Ihnen ${day === "" ? "" : `am ${day} `}meine Bewerbung für ${company} geschickt.`,
      question: "Konnten Sie schon einen Blick darauf werfen?",
      offer: "Wann könnten wir kurz darüber sprechen?",
    },
  }[language];
  return [writeHello(name, language), purpose, question, offer].join("\n");
}

const writeHello = (name: string, language: MessageLanguage): string =>
  ({
    fr: `Bonjour, je m’appelle ${name}.`,
    en: `Hello, my name is ${name}.`,
    de: `Guten Tag, mein Name ist ${name}.`,
  })[language];

/** "10 novembre": the day by the user's clock, in words. */
const formatSpokenDay = (iso: string, language: MessageLanguage): string =>
  formatDateWith(
    new Intl.DateTimeFormat(getLocale(language), { day: "numeric", month: "long" }),
    new Date(iso),
    language,
  );

/** Whole sentences of the letter's body: neither greeting nor closing, which have no full stop. */
const listSentences = (letter: string, language: MessageLanguage): string[] =>
  letter
    .split(/\n+/u)
    .flatMap((line) => [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(line)])
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) => /[.!?]$/u.test(sentence) && sentence.length >= MIN_SENTENCE && sentence.length <= MAX_SENTENCE,
    );
