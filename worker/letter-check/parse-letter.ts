import { occurrences } from "./company-name.ts";
import words from "./data/letter.json" with { type: "json" };
import { type Figure, findFigures } from "./figures.ts";
import type { CheckInput, LetterLanguage } from "./input.ts";
import { type Hit, lexicon } from "./lexicon.ts";
import { source, wholeWord } from "./patterns.ts";
import { normalizeText, tokenize, type TokenizedText, type Token } from "./tokenize.ts";

/** Who a word is about. */
type Owner = "candidate" | "company" | "nobody";

/** A parsed letter: its words, who they are about, and what they claim. */
export interface ParsedLetter extends TokenizedText {
  language: LetterLanguage;
  /** For each token. */
  owners: Owner[];
  /** Tokens that are part of the company's name. */
  named: boolean[];
  hits: Hit[];
  figures: Figure[];
  /** Tokens before this index are the subject line. */
  subjectEnd: number;
}

const candidateWords = new Set(
  "je j m me moi mon ma mes i my me mine myself ich mein meine meinem meinen meiner meines mir mich".split(" "),
);
const subjects = new Set(["je", "j", "i", "ich"]);
const companyWords = new Set("vous votre vos you your yours".split(" "));
const germanYou = /^(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|Ihnen)$/u;

/** Reads subject and text. @throws nothing */
export function parseLetter({ subject, text, language, company }: CheckInput): ParsedLetter {
  const [head, body] = [normalizeText(subject).trim(), normalizeText(text).trim()];
  const reading = tokenize(`${head}\n\n${body}`);
  const named = occurrences(company.name, reading.tokens);
  const subjectEnd = reading.tokens.filter(({ at }) => at < head.length).length;
  return {
    ...reading,
    language,
    named,
    subjectEnd,
    owners: findOwners(reading, named, language),
    hits: lexicon().find(reading.tokens, false),
    figures: findFigures(reading),
  };
}

function findOwners({ tokens, sentences }: TokenizedText, named: boolean[], language: LetterLanguage): Owner[] {
  const marks = tokens.map((token, index): Owner => {
    if (named[index] === true || companyWords.has(token.word) || (language === "de" && germanYou.test(token.raw)))
      return "company";
    return candidateWords.has(token.word) ? "candidate" : "nobody";
  });
  const owners: Owner[] = [];
  sentences.forEach((from, sentence) => {
    const to = sentences[sentence + 1] ?? tokens.length;
    let last: Owner = "nobody";
    for (let index = from; index < to; index += 1) {
      const mark = marks[index] ?? "nobody";
      if (mark !== "nobody") last = mark;
      owners.push(last !== "nobody" ? last : (marks.slice(index, to).find((each) => each !== "nobody") ?? "nobody"));
    }
  });
  return owners;
}

/** The words of a token's sentence. */
export function findSentence(letter: TokenizedText, index: number): { from: number; to: number } {
  const sentence = letter.tokens[index]?.sentence ?? 0;
  return { from: letter.sentences[sentence] ?? 0, to: letter.sentences[sentence + 1] ?? letter.tokens.length };
}

/** The text from one token to another, for a finding. */
export function quote(letter: TokenizedText, from: number, to: number): string {
  const [first, last] = [letter.tokens[from], letter.tokens[Math.max(from, to)]];
  return first && last ? letter.text.slice(first.at, last.end) : "";
}

const wish = cues(words.wish);
const claim = cues(words.claim);

/** Whether a token's sentence contains a wish. */
export function isHoped(letter: ParsedLetter, index: number): boolean {
  const { from, to } = findSentence(letter, index);
  return letter.tokens.slice(from, to).some((token) => isCue(wish, token));
}

interface Cues {
  whole: Set<string>;
  starts: string[];
}
function cues(words: string[]): Cues {
  return {
    whole: new Set(words.filter((word) => !word.endsWith("*"))),
    starts: words.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1)),
  };
}
const isCue = ({ whole, starts }: Cues, { word }: Token) =>
  whole.has(word) || starts.some((start) => word.startsWith(start));

/** The kind of a token by the nearest cue before it: a claim, the candidate's, a wish, or the company's. */
export function cueBefore(
  letter: ParsedLetter,
  index: number,
  reach = 1_000,
): "claim" | "own" | "wish" | "company" | "none" {
  const { from } = findSentence(letter, index);
  let isMine = false;
  for (let at = index - 1; at >= from && index - at <= reach; at -= 1) {
    const token = letter.tokens[at];
    if (!token) continue;
    // "J'ai appris que vous ouvrez": news about the company, not a skill.
    if (
      /^(?:appris|learned|learnt)$/u.test(token.word) &&
      /^(?:que|qu|that|of)$/u.test(letter.tokens[at + 1]?.word ?? "")
    )
      return "wish";
    if (isCue(claim, token)) return letter.owners[at] === "company" ? "company" : "claim";
    // "J'écris du Rust" is no wish; "je vous écris" introduces one.
    const isWriting =
      /^(?:ecris|write|writing|schreibe)$/u.test(token.word) &&
      !letter.tokens
        .slice(Math.max(from, at - 2), at + 3)
        .some(({ word }) => /^(?:vous|you|ihnen|sie|to|an|pour|lettre|letter|because|weil|car)$/u.test(word));
    if (isCue(wish, token) && !isWriting && !isNoWish(letter, at)) return "wish";
    if (
      letter.named[at] === true ||
      companyWords.has(token.word) ||
      (letter.language === "de" && germanYou.test(token.raw))
    )
      return "company";
    if (subjects.has(token.word)) {
      // "würde ich mich", "habe ich": in German the verb may precede the subject.
      const verb = letter.tokens[at - 1];
      if (letter.language === "de" && verb?.sentence === token.sentence && (isCue(wish, verb) || isCue(claim, verb)))
        return isCue(wish, verb) ? "wish" : "claim";
      return "own";
    }
    isMine ||= candidateWords.has(token.word);
  }
  return isMine ? "own" : "none";
}

/** "look after", "deep learning", "e-learning": they only look like a wish. */
function isNoWish({ tokens }: ParsedLetter, at: number): boolean {
  const [before, word, next] = [tokens[at - 1]?.word ?? "", tokens[at]?.word ?? "", tokens[at + 1]?.word ?? ""];
  return (
    (word === "look" && next === "after") ||
    (word === "looking" && next === "after") ||
    (word === "learning" &&
      (/^(?:deep|machine|e|blended|distance|social|online|adult|early)$/u.test(before) ||
        /^(?:disabilit\w*|support|difficult\w*|platform\w*|material\w*)$/u.test(next)))
  );
}

/** Verbs after a word that say the candidate uses it. */
const ownHabit = new RegExp(
  source`\b(?:(?:bringe|habe|besitze|beherrsche|kenne|nutze|pflege|fuhre) ich
    |my daily|part of my|my tools|mon quotidien|mes outils
    |mein\w* (?:alltag|handwerkszeug)|zu meinen? (?:\w+ )?(?:werkzeugen|alltag))\b`,
  "u",
);

/** Whether the letter claims at a token that the candidate is, has or did it: no wish, nothing of the company. */
export function isClaimed(letter: ParsedLetter, index: number): boolean {
  if (index < letter.subjectEnd || isDenied(letter, index)) return false;
  const cue = cueBefore(letter, index);
  if (cue !== "none") return cue === "claim" || cue === "own";
  const { to } = findSentence(letter, index);
  // "Rust en production, je le pratique": the first person must follow directly.
  const behind = letter.tokens
    .slice(index + 1, to)
    .map(({ word }) => word)
    .join(" ");
  const follows =
    (letter.owners[index] === "candidate" &&
      letter.tokens.slice(index + 1, index + 7).some(({ word }) => /^(?:je|j|i|ich)$/u.test(word))) ||
    ownHabit.test(behind);
  return follows && !letter.tokens.slice(index + 1, to).some((token) => isCue(wish, token));
}

/** Cues of a sentence about something new to the candidate. */
const lacking = new RegExp(
  source`(?:foreign|new|unfamiliar|strange) to me
  |(?:étrang|nouveau|nouvel|inconnu)\p{L}* (?:pour|à) moi|m'(?:est|était|est encore) (?:encore )?étrang
  |(?:neu|fremd|neuland) für mich|mir (?:noch )?(?:neu|fremd|unbekannt)|für mich (?:neu|fremd|neuland)|not yet
  |pas encore|encore jamais|noch (?:nicht|nie|kein)|never yet|fai(?:t|sent) pas peur|macht mir nichts aus
  |kein Problem`,
  "iu",
);

const denial = wholeWord(words.denial);

/** "Je n'ai pas encore fait de", "I have never worked with", "keine Erfahrung mit": the candidate lacks it. */
export function isDenied({ tokens, text }: ParsedLetter, index: number): boolean {
  const sentence = tokens[index]?.sentence;
  const near = tokens.slice(Math.max(0, index - 9), index + 10).filter((token) => token.sentence === sentence);
  if (lacking.test(text.slice(near[0]?.at, near.at(-1)?.end))) return true;
  for (let at = index - 1; at >= 0 && index - at <= 8 && tokens[at]?.sentence === sentence; at -= 1) {
    const word = tokens[at]?.word ?? "";
    const turns =
      /[,;:–—(]/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.at)) ||
      /^(?:mais|but|aber|sondern|seulement|only|nur)$/u.test(word);
    if (turns) return false;
    if (denial.test(word)) return word !== "t" || text.slice(0, tokens[at]?.end).endsWith("n't");
  }
  return false;
}
