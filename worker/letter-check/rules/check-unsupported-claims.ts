import words from "../data/check-commitments.json" with { type: "json" };
import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import { isClaimed, type ParsedLetter, quote } from "../parse-letter.ts";
import { holdsConcept, type CheckSources } from "../parse-sources.ts";
import { wholeWord } from "../patterns.ts";
import { akin } from "../tokenize.ts";
import { stopWords } from "../word-lists.ts";

/** Words that claim what follows them: certificates, experience, positions. */
const commits = wholeWord(words.commits);

/** Generic words, which claim nothing. Beginnings of folded words. */
const idle = words.idle;

/** Nouns that claim only with a preposition: "experience in", not "my experience taught me". */
const nouns = wholeWord(words.nouns);
const papers = /^(?:certificate|certification|diploma|degree|certificat|diplome|habilitation|zertifikat|diplom)$/u;
const prepositions = /^(?:de|d|en|dans|du|des|a|au|aux|comme|of|in|with|as|im|mit|als|von|zum|zur|fur)$/u;

const stops = /[.,;:!?()–—\n]/u;

/**
 * Finds claims with words that are not in the lexicon: after "titulaire de", "experience in" or "zertifizierter" at
 * least one word must be in the candidate's texts. Across languages it is only a warning.
 */
export function commitmentFindings(
  letter: ParsedLetter,
  sources: CheckSources,
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  const isSame = sources.languages.has(letter.language);
  const reasons: Finding<BlockingCode>[] = [];
  const details: string[] = [];
  letter.tokens.forEach((token, index) => {
    if (
      !commits.test(token.word) ||
      (token.word === "won" && letter.tokens[index + 1]?.word === "t") ||
      index < letter.subjectEnd ||
      letter.owners[index] === "company" ||
      !isClaimed(letter, index + 1)
    )
      return;
    if (nouns.test(token.word) && !prepositions.test(letter.tokens[index + 1]?.word ?? "")) return;
    const object = findObject(letter, index + 1);
    const telling = object.filter(
      (at) => !isIdle(letter.tokens[at]?.word ?? "") && !stopWords[letter.language].has(letter.tokens[at]?.word ?? ""),
    );
    const [first, last] = [object[0], object.at(-1)];
    if (
      first === undefined ||
      last === undefined ||
      telling.length === 0 ||
      telling.length < object.length - countLittle(letter, object)
    )
      return;
    if (telling.some((at) => isHeld(letter, at, sources))) return;
    // A named certificate, in the language of the sources: "a Certificate in Animal Behaviour".
    if (isSame && papers.test(token.word) && telling.some((at) => letter.tokens[at]?.capital === true))
      reasons.push({ code: "unknown_diploma", detail: quote(letter, index, last) });
    else details.push(quote(letter, index, last));
  });
  return { reasons, warnings: details.map((detail) => ({ code: "unsupported_word", detail })) };
}

const countLittle = ({ tokens, language }: ParsedLetter, object: number[]) =>
  object.filter((at) => stopWords[language].has(tokens[at]?.word ?? "")).length;

/** Up to six tokens after a claiming word, in its clause. */
function findObject({ tokens, text }: ParsedLetter, from: number): number[] {
  const found: number[] = [];
  for (let at = from; at < tokens.length && found.length < 6; at += 1) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (!before || !token || token.sentence !== before.sentence || stops.test(text.slice(before.end, token.at))) break;
    if (found.length > 1 && /^(?:et|and|und|qui|que|who|which|that|die|der|das|pour|to|um)$/u.test(token.word)) break;
    found.push(at);
  }
  return found;
}

const isIdle = (word: string) => word.length < 4 || /^\d/u.test(word) || idle.some((start) => word.startsWith(start));

function isHeld(letter: ParsedLetter, index: number, { own }: CheckSources): boolean {
  const word = letter.tokens[index]?.word ?? "";
  if (
    letter.named[index] === true ||
    letter.hits.some(
      ({ from, to, concept }) =>
        from <= index &&
        to >= index &&
        ((concept.sort !== "skill" && concept.sort !== "field") || holdsConcept(own, concept.id)),
    )
  )
    return true;
  for (const each of own.words)
    if (
      akin(word, each) ||
      (word.length >= 6 && each.length >= 6 && (each.includes(word.slice(0, 6)) || word.includes(each.slice(0, 6))))
    )
      return true;
  return false;
}
