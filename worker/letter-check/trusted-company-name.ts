import { isKind, littleWords } from "./company-name.ts";
import { address, disguised, handle, iban, link, longNumber } from "./contact-patterns.ts";
import { source } from "./patterns.ts";
import { foldText, normalizeText } from "./tokenize.ts";

/** Calls to action, which no company name contains. Matches folded text. */
const order = new RegExp(
  source`\b(?:postule[rz]|candidate[rz] (?:sur|via|ici|a)|merci de|veuillez|priere de
    |(?!chez)\p{L}{2,}ez(?:-(?:moi|nous|y|le|la|les)| (?:votre|vos|nous|moi|ici|sur|cette|ce|toutes?|tous)))\b` +
    source`|\b(?:apply (?:at|on|via|to|now|here|by|with)|please|(?:send|write|give|tell|include|mention|add
      |forward|share|enter|state) (?:us|me|your|the|all|this|a|to)|call (?:us|me|now)
      |(?:contact|visit|text|email|mail|pay) (?:us|me|our)|click (?:here|on)|(?:log ?in|register|sign up) (?:at
      |on|here|to))\b` +
    source`|\b(?:bitte|jetzt bewerben|bewirb dich|bewerbungen (?:an|uber|unter)
      |\p{L}{3,}e?n sie (?:bitte|ihre?[nmrs]?|uns|sich|mir|mich|die|den|das|dem|an|auf|alle|jetzt))\b`,
  "u",
);

const separators = /(?:\s[-–—]|[:|,;(!?•·]|\.(?=\s|$)|\s\/)[^\p{L}\p{N}]*$/u;

/**
 * Cuts a company's name to its trusted part. Directories accept any text: "Firma – postuler sur other.example" is the
 * company "Firma".
 * @param website of the company: its own site may be part of its name
 * @returns `orders` holds the instructions in the rest of the name
 */
export function toTrustedCompanyName(name: string, website: string): { name: string; orders: string[] } {
  const whole = normalizeText(name);
  // A second line is no part of a name.
  const ends = [whole.indexOf("\n"), placeOfOrder(whole), placeOfContact(whole, website)].filter((at) => at > 0);
  if (ends.length === 0) return { name, orders: [] };
  const end = Math.min(...ends);
  const kept = whole.slice(0, end).replace(separators, "").trim();
  if (!/[\p{L}\p{N}]/u.test(kept)) return { name, orders: [] };
  const rest = whole.slice(end).trim();
  return { name: kept, orders: order.test(foldText(rest)) ? [rest] : [] };
}

/** Counts words, because folding may change the length of the text. */
function placeOfOrder(name: string): number {
  const found = order.exec(foldText(name));
  if (found === null || found.index === 0) return -1;
  const words = foldText(name).slice(0, found.index).match(/\S+/gu)?.length ?? 0;
  return [...name.matchAll(/\S+/gu)][words]?.index ?? -1;
}

/** Offset of the first link, address or number that is not the name itself, as in "Groupe Water.com". */
function placeOfContact(name: string, website: string): number {
  const places = [link, address, handle, iban, longNumber, ...disguised].flatMap((pattern) =>
    [...name.matchAll(pattern)].filter(([match]) => isContact(match, website)).map(({ index }) => index),
  );
  const first = Math.min(...places);
  if (!Number.isFinite(first)) return -1;
  const before = foldText(name.slice(0, first)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return before.every((word) => littleWords.has(word) || isKind(word)) ? -1 : first;
}

/** "Weber u.Co" is no site, and the company's own site is no foreign one. */
const isContact = (match: string, website: string) =>
  /[\p{L}\p{N}]{3}/u.test(match) && !(/[\p{L}]\.[\p{L}]/u.test(match) && foldText(website).includes(foldText(match)));
