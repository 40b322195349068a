import type { Heading } from "../html/page-text";
import {
  INSTITUTION_NAME,
  PRIVACY_OFFICER,
  OTHERS_PATTERN,
  OWN_COMPANY_PATTERN,
  SIGNED_BY_MAKER,
} from "./ownership-patterns";

/** Text, headings, and the ranges of blocks about third parties (testimonials, credits). */
type OwnershipText = { text: string; headings: readonly Heading[]; others: readonly { from: number; to: number }[] };

const TEXT_REACH_CHARACTERS = 260;
const SECTION_REACH_CHARACTERS = 2500;

type ContactOwner = "third party" | "own" | "unknown";

/** "info@pixel.de (Webdesign)": a label right behind an address. @param behind the text after the address */
export function isFollowedByOthersLabel(behind: string): boolean {
  const first = behind.slice(0, 60).matchAll(OTHERS_PATTERN).next();
  return !first.done && /^[\s,;:(|–—-]*(?:\p{L}{1,4}\s)?$/u.test(behind.slice(0, first.value.index));
}

/** The last label decides: "Site made by X. Editor: Y" is about Y. @param brand words of the company's own name */
function decideOwner(words: string, brand: readonly string[], isForeignDomain: boolean): ContactOwner {
  let last = -1;
  for (const pattern of isForeignDomain
    ? [OTHERS_PATTERN, SIGNED_BY_MAKER, INSTITUTION_NAME, PRIVACY_OFFICER]
    : [OTHERS_PATTERN, SIGNED_BY_MAKER, INSTITUTION_NAME]) {
    for (const match of words.matchAll(pattern)) {
      const end = match.index + match[0].replace(/[\s\uE000]+$/, "").length;
      if (end > last && appliesToEnd(words, match[0], end) && !mentionsBrand(words.slice(match.index, end + 50), brand))
        last = end;
    }
  }
  let ours = -1;
  for (const match of words.matchAll(OWN_COMPANY_PATTERN)) ours = match.index + match[0].length;
  if (last === -1) return ours === -1 ? "unknown" : "own";
  return ours >= last ? "own" : "third party";
}

/** A label applies to the end of its paragraph, and to the next one if it announces it ("Hébergeur :"). */
function appliesToEnd(words: string, said: string, end: number): boolean {
  if (/^(?:photo|foto|bild|illustr)/i.test(said) && /[.!?]\s/.test(words.slice(end))) return false;
  const paragraph = /\n[\s\uE000]*\n/.exec(words.slice(end - 1));
  if (!paragraph) return true;
  const rest = words.slice(end, end - 1 + paragraph.index).trim();
  return (
    rest.length < 40 && (rest.includes(":") || words.slice(0, end).trimEnd().endsWith(":") || !/\p{L}{2}/u.test(rest))
  );
}

/** "Kitchens designed by Durand" on durand.example. */
function mentionsBrand(words: string, brand: readonly string[]): boolean {
  const lower = words.toLowerCase();
  return brand.some((word) => lower.includes(word));
}

/**
 * Whether a contact at a place of the text belongs to a third party. Checks the text before it, back to the heading,
 * then the headings above, nearest first.
 * @param brand words of the company's own name, lower case. @param isForeignDomain an address of another domain
 */
export function belongsToOthers(
  { text, headings, others }: OwnershipText,
  at: number,
  brand: readonly string[],
  isForeignDomain = false,
): boolean {
  if (others.some(({ from, to }) => from <= at && at < to)) return true;
  let above = findIndexBefore(headings, at);
  const nearest = headings[above];
  const start = Math.max(
    nearest?.at ?? 0,
    nearest?.until !== undefined && nearest.until <= at ? nearest.until : 0,
    at - TEXT_REACH_CHARACTERS,
  );
  const near = decideOwner(text.slice(start, at), brand, isForeignDomain);
  if (near !== "unknown") return near === "third party";
  let level = 8;
  for (let looked = 0; above >= 0 && looked < 60; above--, looked++) {
    const heading = headings[above];
    if (!heading || at - heading.at > SECTION_REACH_CHARACTERS) return false;
    if (heading.level >= level || (heading.until !== undefined && heading.until <= at)) continue;
    level = heading.level;
    // The page's title names the company's own trade: a mediator's page is not about another mediator.
    if (level === 1 && looked > 0) return false;
    const end = text.indexOf("\n", heading.at);
    const said = decideOwner(
      text.slice(heading.at, Math.min(end === -1 ? at : end, heading.at + 120)),
      brand,
      isForeignDomain,
    );
    if (said !== "unknown") return said === "third party";
  }
  return false;
}

/** Index of the last heading at or before a place; -1 for none. */
function findIndexBefore(headings: readonly Heading[], at: number): number {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
