import { LANGUAGES } from "../../contract/limits.ts";
import { blankContacts } from "../contact-patterns.ts";
import words from "../data/letter-words.json" with { type: "json" };
import listed from "../data/phrases/orders.json" with { type: "json" };
import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import type { Order } from "../orders.ts";
import { compilePhrases } from "../phrases.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { akin, foldText, normalizeText, type Token, tokenize } from "../tokenize.ts";
import { isListed, stopWords } from "../word-lists.ts";

/** Words that many letters have, and those of an instruction that are not its content. */
const usual = new Set(words);
const directs = compilePhrases(listed.directs, listed.lists);

/** Points of a sentence from which it obeys. */
const OBEYED = { order: 2, aside: 4 };
/** A code or a name; a word of no list; one of a list, or akin to a source's; one that letters often have. */
const POINTS = { name: 2, rare: 1.25, listed: 1, usual: 0.5 };
/** So many words in a row are no accident. */
const RUN = 4;

interface Payload {
  word: string;
  points: number;
}

/** Finds what only an instruction in a source asked for. */
export function orderFindings(
  letter: LetterText,
  sources: RefusalSources,
  orders: Order[],
): { reasons: Finding<BlockingCode>[]; warnings: Finding<WarningCode>[] } {
  const sentences = letter.sentences.map((from, sentence) =>
    letter.tokens
      .slice(from, letter.sentences[sentence + 1] ?? letter.tokens.length)
      .filter((_, step) => letter.named[from + step] !== true),
  );
  const reasons = orders.flatMap(({ text, sort }): Finding<BlockingCode>[] => {
    const { tokens } = tokenize(blankContacts(normalizeText(text), ["address", "number"]));
    const payload = toPayload(tokens, sources);
    const isAside = sort === "aside" && !directs.test(foldText(text));
    const least = isAside ? OBEYED.aside : OBEYED.order;
    const done = sentences.flatMap((sentence) => {
      const said = payload.filter(({ word }) => sentence.some((token) => isSame(word, token.word)));
      return said.reduce((sum, { points }) => sum + points, 0) >= least
        ? [said.map(({ word }) => word).join(", ")]
        : [];
    });
    const repeated = findRun(tokens, letter, sources);
    const spelled = findAcrostic(tokens, letter);
    return [...done, repeated, spelled]
      .filter((detail) => detail !== null)
      .map((detail) => ({ code: "obeyed_stranger", detail }));
  });
  const first = orders.find(({ sort }) => sort === "order");
  return { reasons, warnings: first ? [{ code: "strangers_instruction", detail: first.text.trim() }] : [] };
}

const isSame = (word: string, said: string) => word === said || (word.length >= 6 && akin(word, said));

/** The words of an order that nothing else explains. */
function toPayload(tokens: Token[], { own, company }: RefusalSources): Payload[] {
  const telling = new Map(
    tokens.filter(({ word }) => word.length >= 4 || /\d\d/u.test(word)).map((token) => [token.word, token]),
  );
  return [...telling.values()].flatMap(({ word, raw, capital, opens }): Payload[] => {
    if (own.words.has(word) || company.words.has(word)) return [];
    if (Object.values(stopWords).some((each) => each.has(word))) return [];
    if (usual.has(word)) return [{ word, points: POINTS.usual }];
    if (/^\d\d$/u.test(word)) return [{ word, points: POINTS.listed }];
    if (/\d/u.test(word) || /^\p{Lu}{4,}$/u.test(raw)) return [{ word, points: POINTS.name }];
    const isKnown =
      LANGUAGES.some((language) => isListed(word, language)) ||
      [own, company].some(({ phrase }) => phrase.includes(` ${word.slice(0, 5)}`));
    return [{ word, points: isKnown ? POINTS.listed : capital && !opens ? POINTS.name : POINTS.rare }];
  });
}

/** Words in a row that letter and order share, and no source and no other letter has. */
function findRun(order: Token[], { tokens }: LetterText, { own, company }: RefusalSources): string | null {
  const inOrder = ` ${order.map(({ word }) => word).join(" ")} `;
  for (let at = 0; at + RUN <= tokens.length; at += 1) {
    const run = tokens.slice(at, at + RUN).map(({ word }) => word);
    const phrase = ` ${run.join(" ")} `;
    if (!inOrder.includes(phrase) || own.phrase.includes(phrase) || company.phrase.includes(phrase)) continue;
    const telling = run.filter((word) => word.length >= 4 && Object.values(stopWords).every((each) => !each.has(word)));
    if (telling.length >= 2 || telling.some((word) => !usual.has(word))) return phrase.trim();
  }
  return null;
}

/** A word in capitals that the first letters of lines or sentences spell. */
function findAcrostic(order: Token[], { lines, tokens, sentences, subjectEnd }: LetterText): string | null {
  const starts = [
    lines.map((line) => foldText(line).match(/[\p{L}\p{N}]/u)?.[0] ?? "").join(""),
    sentences
      .filter((from) => from >= subjectEnd)
      .map((from) => tokens[from]?.word[0] ?? "")
      .join(""),
  ];
  return (
    order.find(({ raw, word }) => /^\p{Lu}{4,}$/u.test(raw) && starts.some((each) => each.includes(word)))?.raw ?? null
  );
}
