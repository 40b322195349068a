import words from "../data/check-posts.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import { type ParsedLetter, quote } from "../parse-letter.ts";
import { type SourceFacts, holdsConcept, type CheckSources } from "../parse-sources.ts";
import { wordStart } from "../patterns.ts";
import { isCognate, isSlip } from "../spelling.ts";
import { akin } from "../tokenize.ts";
import { stopWords } from "../word-lists.ts";

const at = /^(?:chez|bei|beim|at)$/u;
const being =
  /^(?:suis|etais|fus|ete|comme|tant|que|qu|als|bin|war|as|was|am|been|devenue?|became|wurde|seit|depuis|since)$/u;
/** Words that fit every job. */
const anyPost = wordStart(words.anyPost);

/**
 * Finds job titles at an employer of the CV, "als Teamleiter bei Nordfjord", whose words are not in the sources. Only
 * when letter and sources are in one language.
 */
export function postFindings(letter: ParsedLetter, { own, languages }: CheckSources): Finding<BlockingCode>[] {
  if (!languages.has(letter.language)) return [];
  return letter.tokens.flatMap((token, index): Finding<BlockingCode>[] => {
    const [post, name] = [letter.tokens[index - 1], letter.tokens[index + 1]];
    if (
      !at.test(token.word) ||
      index < letter.subjectEnd ||
      !post ||
      !name ||
      post.sentence !== token.sentence ||
      name.sentence !== token.sentence
    )
      return [];
    if (
      !name.capital ||
      !own.capitals.has(name.word) ||
      letter.named[index + 1] === true ||
      /[^ ]/u.test(letter.text.slice(post.end, token.at))
    )
      return [];
    const before = letter.tokens
      .slice(Math.max(0, index - 6), index - 1)
      .filter(({ sentence }) => sentence === token.sentence);
    if (!before.some(({ word }) => being.test(word)) || isKnownPost(letter, index - 1, own)) return [];
    return [{ code: "unknown_title", detail: quote(letter, index - 1, index + 1) }];
  });
}

function isKnownPost(letter: ParsedLetter, index: number, own: SourceFacts): boolean {
  const token = letter.tokens[index];
  if (
    !token ||
    token.word.length < 5 ||
    /\d/u.test(token.word) ||
    anyPost.test(token.word) ||
    stopWords[letter.language].has(token.word)
  )
    return true;
  // An adjective, an adverb, a town, a verb: no job title.
  if (letter.language === "de" && !token.capital) return true;
  if (letter.language !== "de" && token.capital) return true;
  if (letter.hits.some(({ from, to, concept }) => from <= index && to >= index && holdsConcept(own, concept.id)))
    return true;
  return [...own.words].some(
    (word) =>
      akin(token.word, word) ||
      isSlip(token.word, word) ||
      isCognate(token.word, word) ||
      (word.length >= 7 && token.word.startsWith(word.slice(0, 7))),
  );
}
