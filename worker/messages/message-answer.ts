import { z } from "zod";
import { type SentenceClaims, SourceKind } from "../contract/field-schemas";
import { foldText } from "../lib/fold-text";

/** A message as the writer gives it: its text, and what each of its sentences rests on. */
export interface MessageDraft {
  subject: string;
  body: string;
  /** Only sentences with claims; each sentence as it stands in the body. */
  claims: SentenceClaims[];
}

/** Above these an answer is no letter; nothing longer is read. */
const ANSWER_LIMITS = { paragraphs: 30, sentences: 30, characters: 40_000 };
/** Claims above these are dropped, the sentence stays. Length in characters. */
const CLAIM_LIMITS = { perSentence: 6, quoteLength: 400 };

/** "cv: words of the CV". One text a claim: keys for its two parts would be a tenth of an answer's tokens. */
const CLAIM_TEXT = /^\s*(\w+)\s*:\s*([^]*)$/u;
const AnswerSentence = z.object({ text: z.string(), claims: z.array(z.string()) });
const Letter = z.object({ subject: z.string(), paragraphs: z.array(z.array(AnswerSentence)) });
const isWithinLimits = ({ subject, paragraphs }: z.output<typeof Letter>): boolean =>
  paragraphs.length <= ANSWER_LIMITS.paragraphs &&
  paragraphs.every((sentences) => sentences.length <= ANSWER_LIMITS.sentences) &&
  paragraphs.flat().reduce((sum, { text }) => sum + text.length, subject.length) <= ANSWER_LIMITS.characters;

const LooseParagraph = z.union([z.array(z.unknown()), z.looseObject({ sentences: z.array(z.unknown()) })]);
const LooseSentence = z.union([z.string(), z.looseObject({ text: z.string(), claims: z.unknown().optional() })]);

/** A claim as an object, as many models are used to write it. */
const ClaimObject = z.looseObject({ source: z.string(), quote: z.string() });

/**
 * Repairs what lesser models get wrong although the schema is strict: sentences as bare texts, claims that are missing,
 * objects, or of no known source. Anything else is left for the schema to refuse.
 */
function repairAnswer(answer: unknown): unknown {
  const outer = z.looseObject({ paragraphs: z.array(LooseParagraph) }).safeParse(answer);
  if (!outer.success) return answer;
  return {
    ...outer.data,
    paragraphs: outer.data.paragraphs.map((paragraph) =>
      (Array.isArray(paragraph) ? paragraph : paragraph.sentences).map(repairSentence),
    ),
  };
}

function repairSentence(given: unknown): unknown {
  const sentence = LooseSentence.safeParse(given);
  if (!sentence.success) return given;
  if (typeof sentence.data === "string") return { text: sentence.data, claims: [] };
  const claims = z.array(z.unknown()).safeParse(sentence.data.claims).data ?? [];
  const texts = claims.slice(0, CLAIM_LIMITS.perSentence).map((claim) => {
    const { source, quote } = ClaimObject.safeParse(claim).data ?? {};
    return source === undefined ? claim : `${source}: ${quote}`;
  });
  return { text: sentence.data.text, claims: texts.filter((text) => parseClaim(text) !== undefined) };
}

type Claim = SentenceClaims["claims"][number];

/** @returns undefined for a claim of no known source, or with a blank or endless quote */
function parseClaim(text: unknown): Claim | undefined {
  const [, name, words = ""] = (typeof text === "string" && CLAIM_TEXT.exec(text)) || [];
  const source = SourceKind.safeParse(name?.toLowerCase()).data;
  const quote = words.trim();
  return source && quote !== "" && quote.length <= CLAIM_LIMITS.quoteLength ? { source, quote } : undefined;
}

/** The writer's answer: the text as sentences in paragraphs, each sentence with its claims. */
export const MessageAnswer = z.preprocess(repairAnswer, Letter.refine(isWithinLimits, "too_long"));
export type MessageAnswer = z.output<typeof MessageAnswer>;

/** A follow-up, whose subject is that of the application. */
export const FollowUpAnswer = z.preprocess(
  repairAnswer,
  Letter.omit({ subject: true }).refine((answer) => isWithinLimits({ ...answer, subject: "" }), "too_long"),
);
export type FollowUpAnswer = z.output<typeof FollowUpAnswer>;

/** The same where the user asked for something, and whether the text does without it; false when not told. */
export const WishAnswer = z.preprocess(
  (answer) => {
    const repaired = repairAnswer(answer);
    const told = z.looseObject({ wish_left_out: z.unknown().optional() }).safeParse(repaired).data;
    return told ? { ...told, wish_left_out: told.wish_left_out === true } : repaired;
  },
  Letter.extend({ wish_left_out: z.boolean() }).refine(isWithinLimits, "too_long"),
);

/** Joins an answer's sentences: a space between them, an empty line between paragraphs. */
export function toMessageDraft({ subject, paragraphs }: MessageAnswer): MessageDraft {
  const written = paragraphs
    .map((sentences) =>
      sentences
        .map(({ text, claims }) => ({
          sentence: cleanSentence(text),
          claims: claims.map(parseClaim).filter((claim) => claim !== undefined),
        }))
        .filter(({ sentence }) => sentence),
    )
    .filter((sentences) => sentences.length > 0);
  return {
    subject,
    body: written.map((sentences) => sentences.map(({ sentence }) => sentence).join(" ")).join("\n\n"),
    claims: written.flat().filter(({ claims }) => claims.length > 0),
  };
}

/** As normalizeMessage leaves it, so that a claim's sentence is found in the saved text. */
const cleanSentence = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/gu, "\n")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, "")
    .replace(/[ \t]+/gu, " ")
    .replace(/ ?\n ?/gu, "\n")
    .trim();

/** Lines of a CV that may hold the parts of one fact. */
const MAX_QUOTED_LINES = 3;

/**
 * The prompt shows a fact of the CV as one line ("Vendeuse, Pain et Co, 2019 - 2021"), which the writer quotes; the CV
 * may say it in other words around the same parts. Such a quote becomes the CV's own lines that hold all its parts.
 */
export function anchorQuotes(claims: SentenceClaims[], cv: string): SentenceClaims[] {
  const text = foldWords(cv);
  const lines = cv.split("\n").map((line) => ({ line, words: foldWords(line) }));
  const anchorQuote = (quote: string): string => {
    const parts = quote.split(/,\s|\n/u).map(foldWords);
    if (parts.length < 2 || text.includes(foldWords(quote))) return quote;
    for (let size = 1; size <= MAX_QUOTED_LINES; size++) {
      for (let at = 0; at + size <= lines.length; at++) {
        const some = lines.slice(at, at + size);
        const words = some.map((each) => each.words).join("");
        if (!parts.every((part) => words.includes(part))) continue;
        const found = some
          .map(({ line }) => line)
          .join("\n")
          .trim();
        return found.length <= CLAIM_LIMITS.quoteLength ? found : quote;
      }
    }
    return quote;
  };
  return claims.map(({ sentence, claims: list }) => ({
    sentence,
    claims: list.map(({ source, quote }) => ({ source, quote: source === "cv" ? anchorQuote(quote) : quote })),
  }));
}

/** A text's folded words, each between blanks: whole words are found by `includes`. */
const foldWords = (text: string): string =>
  ` ${foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ")} `;
