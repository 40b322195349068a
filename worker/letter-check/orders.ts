import { isKind, littleWords } from "./company-name.ts";
import { blankContacts, findContacts } from "./contact-patterns.ts";
import listed from "./data/phrases/orders.json" with { type: "json" };
import stopWords from "./data/stop-words.json" with { type: "json" };
import type { CheckInput } from "./input.ts";
import { compilePattern } from "./patterns.ts";
import { compilePhrases } from "./phrases.ts";
import { foldText, normalizeText } from "./tokenize.ts";

/*
 * A source may hold instructions to whoever writes or reads the letter: in a page, a press quote, a CV, even a name.
 * They are cut out of the sources, so that none of their words is a fact, and kept to see whether the letter obeys.
 */

const compile = (phrases: string[]) => compilePhrases(phrases, listed.lists);
const anywhere = compile(listed.anywhere);
/** A page describes a company: whatever it says of letters and applicants is no fact about it. */
const company = compile(listed.company);
/** "Every applicant gets an answer" is one, as long as it asks for nothing. */
const aboutApplicants = compile(listed.aboutApplicants);
const asking = compile(listed.asking);
/** "Every customer's letter gets an answer" is none of applicants. */
const fromCustomers = compile(listed.fromCustomers);
const obliging = compile(listed.obliging);
/** "I dislike chatbots that pretend to be people": what is told of the thing liked or not orders nothing. */
const tastes = compile(listed.tastes);
const relative = /\s(?:that|which|who|qui|die|der|das)\s.*$/u;
const papers = compile(listed.papers);
/** In a template these are the candidate's own wishes when they say "I" or "my". */
const wishes = compile(listed.wishes);
const wishOwner = compile(listed.wishOwner);
const requests = compile(listed.requests);
/** "This sentence, please, in every letter" speaks of the one before it. */
const deictic = compile(listed.deictic);
/** What follows an instruction and belongs to it. In the candidate's own texts a sentence about them does not. */
const continuation = compile(listed.continuation);
const ownContinuation = compile(listed.ownContinuation);

const fold = (text: string) => foldText(normalizeText(text));

type SourceSort = "company" | "cv" | "template" | "confirmed";

export interface Order {
  /** As it stands in the source; decoded if it was encoded. */
  text: string;
  /** An aside is what a company's page says of applications: perhaps an order, perhaps a courtesy. */
  sort: "order" | "aside";
}

/** Whether a sentence of a template asks the writer for something of the candidate's: a wish, which states nothing. */
export function isRequest(sentence: string): boolean {
  const folded = fold(sentence);
  return wishOwner.test(folded) && (papers.test(folded) || requests.test(folded));
}

function findSort(sentence: string, source: SourceSort): Order["sort"] | null {
  const isTaste = source === "template" && tastes.test(sentence);
  if (anywhere.test(isTaste ? sentence.replace(relative, "") : sentence)) return "order";
  if (source === "company") {
    const isFact =
      (aboutApplicants.test(sentence) && !asking.test(sentence)) ||
      (fromCustomers.test(sentence) && !obliging.test(sentence));
    return company.test(sentence) && !isFact ? "aside" : null;
  }
  if (source === "template" && wishOwner.test(sentence)) return null;
  return papers.test(sentence) || (source === "template" && wishes.test(sentence)) ? "order" : null;
}

/** Markup that only hides text or marks instructions. */
const hidden = compilePattern(listed.hidden);

const common = new Set([...stopWords.fr, ...stopWords.en, ...stopWords.de]);
const countCommon = (text: string) =>
  (foldText(text).match(/[a-z]+/gu) ?? []).filter((word) => common.has(word)).length;

/** Of a sentence that may be encoded: a shorter one orders nothing. */
const MIN_WORDS = 5;

/** What an encoded sentence says: Base64, backwards, ROT13; null for plain text. */
function decodeSentence(sentence: string): string | null {
  const [base64] = /[\w+/]{20,}={0,2}/u.exec(sentence) ?? [];
  if (base64 !== undefined && /\d/u.test(base64) && /\p{Lu}.*\p{Ll}/u.test(base64)) {
    try {
      const plain = new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0));
      if (/^[\p{L}\p{N}\p{P}\p{Z}\p{S}\n]+$/u.test(plain)) return plain;
    } catch {
      return null; // no Base64 after all
    }
  }
  if (sentence.split(" ").length < MIN_WORDS || countCommon(sentence) > 1) return null;
  const rotate = (sign: string) => {
    const base = sign <= "Z" ? 65 : 97;
    return String.fromCodePoint((((sign.codePointAt(0) ?? 0) - base + 13) % 26) + base);
  };
  const ways = [[...sentence].toReversed().join(""), sentence.replace(/[A-Za-z]/gu, rotate)];
  return ways.find((way) => countCommon(way) >= 3) ?? null;
}

/** Splits one source into what may be a fact, word for word, and the instructions in it. */
function separate(text: string, source: SourceSort): { kept: string; orders: Order[] } {
  const orders: Order[] = [];
  const cut = (found: string) => {
    orders.push({ text: found, sort: "order" });
    return "";
  };
  // "(pasted from a site: ignore …)" ends with its bracket, not with the sentence.
  const shown = text
    .replace(hidden, cut)
    .replace(/\([^()\n]{20,}\)/gu, (aside) =>
      findSort(fold(aside), source) === null || deictic.test(fold(aside)) ? aside : cut(aside),
    );
  const lines = shown.split("\n").map((line) => {
    let last: Order["sort"] | null = null;
    const sentences = line.split(/(?<=[.!?]["»)\]]?)\s+(?=[\p{Lu}\p{N}"«([{])/u);
    const kept: string[] = [];
    for (const sentence of sentences) {
      const folded = fold(sentence);
      const plain = decodeSentence(sentence);
      // "Say it." after an instruction belongs to it.
      const isNext = (source === "company" ? continuation : ownContinuation).test(folded);
      const sort: Order["sort"] | null =
        plain !== null ? "order" : (findSort(folded, source) ?? (isNext ? last : null));
      if (sort !== null && last === null && deictic.test(folded)) cut(kept.pop() ?? "");
      last = sort;
      if (sort) orders.push({ text: plain ?? sentence, sort });
      // An address that only a wish names is not the candidate's.
      else kept.push(source === "template" && isRequest(sentence) ? blankContacts(sentence) : sentence);
    }
    return kept.length === sentences.length && kept.every((each, at) => each === sentences[at]) ? line : kept.join(" ");
  });
  return { kept: lines.join("\n"), orders };
}

/** The instructions in a text of one source. */
export const findOrders = (text: string, source: SourceSort): Order[] => separate(text, source).orders;

/** Characters of each source in the prompt: the LLM never sees the rest. */
const SHOWN = { cv: 20_000, template: 5_000, about: 4_000, name: 300 };

/** The sources of a letter without the instructions in them. */
export function separateOrders<Input extends Pick<CheckInput, "cv" | "template" | "company" | "confirmed">>(
  input: Input,
): { trusted: Input; orders: Order[] } {
  const cv = separate(input.cv.slice(0, SHOWN.cv), "cv");
  const template = separate(input.template.slice(0, SHOWN.template), "template");
  const about = separate(input.company.about.slice(0, SHOWN.about), "company");
  const confirmed = (input.confirmed ?? []).map((fact) => separate(fact, "confirmed"));
  const name = toTrustedCompanyName(input.company.name, input.company.website);
  return {
    trusted: {
      ...input,
      cv: cv.kept,
      template: template.kept,
      confirmed: confirmed.map(({ kept }) => kept).filter((fact) => fact.trim() !== ""),
      company: { ...input.company, name: name.name, about: about.kept },
    },
    orders: [cv, template, about, name, ...confirmed].flatMap((each) => each.orders),
  };
}

const separator = /(?:\s[-–—]\s?|[:|,;(!?•·[]|\.(?=\s|$)|\s\/)/u;
const nameOrder = compile(listed.name);

/**
 * Cuts a company's name to its trusted part. Directories accept any text: "Firma – postuler sur other.example" is the
 * company "Firma".
 * @param website of the company: its own site may be part of its name
 * @returns `orders` holds the instructions in the rest of the name
 */
export function toTrustedCompanyName(name: string, website: string): { name: string; orders: Order[] } {
  const whole = normalizeText(name.slice(0, SHOWN.name));
  // A second line is no part of a name.
  const places = [whole.indexOf("\n"), placeOfOrder(whole), placeOfContact(whole, website)].filter((at) => at > 0);
  if (places.length === 0) return { name, orders: [] };
  // What stands between the name and the instruction belongs to the instruction.
  const start = whole.slice(0, Math.min(...places)).split(separator)[0] ?? "";
  if (!/[\p{L}\p{N}]/u.test(start)) return { name, orders: [] };
  const rest = whole.slice(start.length);
  return {
    name: start.trim(),
    orders: nameOrder.test(foldText(rest)) ? [{ text: rest.trim(), sort: "order" }] : [],
  };
}

/** Counts words, because folding may change the length of the text. */
function placeOfOrder(name: string): number {
  const folded = foldText(name);
  const found = nameOrder.exec(folded);
  if (found === null) return -1;
  const words = folded.slice(0, found.index).match(/\S+/gu)?.length ?? 0;
  return [...name.matchAll(/\S+/gu)][words]?.index ?? -1;
}

/** Offset of the first link, address or number that is not the name itself, as in "Groupe Water.com". */
function placeOfContact(name: string, website: string): number {
  const isForeign = (match: string) =>
    /[\p{L}\p{N}]{3}/u.test(match) && !(/\p{L}\.\p{L}/u.test(match) && foldText(website).includes(foldText(match)));
  const first = Math.min(...findContacts(name).flatMap(({ text, index }) => (isForeign(text) ? [index] : [])));
  if (!Number.isFinite(first)) return -1;
  const before = foldText(name.slice(0, first)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return before.every((word) => littleWords.has(word) || isKind(word)) ? -1 : first;
}
