import listed from "../data/phrases/topics.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import { compilePhrases, type Phrases, splitSentences } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { foldText } from "../tokenize.ts";

/** Things that no letter says, unless the candidate's own texts do. */
interface Topic {
  code: BlockingCode;
  claims: Phrases;
  /** What a candidate's text may say in its place. */
  papers: Phrases | null;
  unless: Phrases | null;
  /** Requests: the same verb after "I" is none. */
  asks: boolean;
}

const compile = (phrases: string[] | undefined) => (phrases ? compilePhrases(phrases, listed.lists) : null);
const topics = (
  listed.topics as { code: string; claims: string[]; papers?: string[]; unless?: string[]; asks?: boolean }[]
).map(({ code, claims, papers, unless, asks = false }): Topic => ({
  code: code as BlockingCode,
  claims: compilePhrases(claims, listed.lists),
  papers: compile(papers),
  unless: compile(unless),
  asks,
}));

const speaker = /(?<![\p{L}\p{N}])(?:je|j|i|ich)(?![\p{L}\p{N}])[^,;:]*$/u;

/** Finds talk of models, refusals, confessions, concessions, requests, and private matters that no source tells. */
export function phraseFindings({ text }: LetterText, { own, company }: RefusalSources): Finding<BlockingCode>[] {
  const sentences = splitSentences(text);
  const papers = splitSentences(own.text);
  return topics.flatMap((topic): Finding<BlockingCode>[] => {
    // Word for word in a source. A company's page tells nothing of the candidate.
    const isSaid = (claim: string) =>
      own.folded.includes(claim) ||
      (topic.code === "private_claim" && isTold(claim, own.words)) ||
      (topic.code === "machine_talk" && company.folded.includes(claim));
    const detail = sentences
      .map((sentence) => findClaim(topic, sentence))
      .find((claim) => claim !== null && !isSaid(claim));
    const isBacked = () => papers.some((line) => topic.claims.test(line) || topic.papers?.test(line) === true);
    return detail === undefined || detail === null || isBacked() ? [] : [{ code: topic.code, detail }];
  });
}

/** "After an operation", of a CV that has "2020: operation". */
const isTold = (claim: string, words: Set<string>): boolean => {
  const telling = foldText(claim)
    .split(/[^a-z]+/u)
    .filter((word) => word.length >= 7);
  return telling.length > 0 && telling.every((word) => words.has(word));
};

function findClaim({ claims, unless, asks }: Topic, sentence: string): string | null {
  const found = claims.exec(sentence);
  if (found === null || unless?.test(sentence) === true) return null;
  return asks && speaker.test(sentence.slice(0, found.index)) ? null : found.text.trim();
}
