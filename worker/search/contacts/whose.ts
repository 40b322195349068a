import type { Heading } from "./page-text";
import { INSTITUTION, OFFICER, OTHERS, OWNER, SIGNED } from "./whose-words";

/** A page's text with its headings and the blocks that are by their names about others (testimonials, credits). */
type Words = { text: string; headings: readonly Heading[]; others: readonly { from: number; to: number }[] };

const REACH = 260;
const SECTION_REACH = 2500;

type Verdict = "others" | "ours" | "open";

/** "info@pixel.de (Webdesign)": said right behind an address. @param behind the text from behind the address on */
export function isSaidOfOthers(behind: string): boolean {
  const first = behind.slice(0, 60).matchAll(OTHERS).next();
  return !first.done && /^[\s,;:(|–—-]*(?:\p{L}{1,4}\s)?$/u.test(behind.slice(0, first.value.index));
}

/** The last of the words decides: "Site made by X. Editor: Y" speaks of Y. @param brand words of the company's own name */
function verdict(words: string, brand: readonly string[], strangers: boolean): Verdict {
  let last = -1;
  for (const pattern of strangers ? [OTHERS, SIGNED, INSTITUTION, OFFICER] : [OTHERS, SIGNED, INSTITUTION]) {
    for (const match of words.matchAll(pattern)) {
      const end = match.index + match[0].replace(/[\s\uE000]+$/, "").length;
      if (end > last && reaches(words, match[0], end) && !names(words.slice(match.index, end + 50), brand)) last = end;
    }
  }
  let ours = -1;
  for (const match of words.matchAll(OWNER)) ours = match.index + match[0].length;
  if (last === -1) return ours === -1 ? "open" : "ours";
  return ours >= last ? "ours" : "others";
}

/** A word of the kind speaks to the end of its paragraph; of the next ones too if it announces them: "Hébergeur : Hosto SAS" and below the address. */
function reaches(words: string, said: string, end: number): boolean {
  if (/^(?:photo|foto|bild|illustr)/i.test(said) && /[.!?]\s/.test(words.slice(end))) return false;
  const paragraph = /\n[\s\uE000]*\n/.exec(words.slice(end - 1));
  if (!paragraph) return true;
  const rest = words.slice(end, end - 1 + paragraph.index).trim();
  return (
    rest.length < 40 && (rest.includes(":") || words.slice(0, end).trimEnd().endsWith(":") || !/\p{L}{2}/u.test(rest))
  );
}

/** "Kitchens designed by Durand" on durand.example. */
function names(words: string, brand: readonly string[]): boolean {
  const lower = words.toLowerCase();
  return brand.some((word) => lower.includes(word));
}

/**
 * Does what stands at a place of the text belong to somebody else than the page's company? Asked are the words just before,
 * back to the heading, then the headings above it, the nearest first.
 * @param brand words of the company's own name, lower case. @param isStranger it is an address of another domain than the site's
 */
export function belongsToOthers(
  { text, headings, others }: Words,
  at: number,
  brand: readonly string[],
  isStranger = false,
): boolean {
  if (others.some(({ from, to }) => from <= at && at < to)) return true;
  let above = indexBefore(headings, at);
  const nearest = headings[above];
  const start = Math.max(
    nearest?.at ?? 0,
    nearest?.until !== undefined && nearest.until <= at ? nearest.until : 0,
    at - REACH,
  );
  const near = verdict(text.slice(start, at), brand, isStranger);
  if (near !== "open") return near === "others";
  let level = 8;
  for (let looked = 0; above >= 0 && looked < 60; above--, looked++) {
    const heading = headings[above];
    if (!heading || at - heading.at > SECTION_REACH) return false;
    if (heading.level >= level || (heading.until !== undefined && heading.until <= at)) continue;
    level = heading.level;
    // The page's own title says what the company does: a mediator's page is not about another mediator.
    if (level === 1 && looked > 0) return false;
    const end = text.indexOf("\n", heading.at);
    const said = verdict(text.slice(heading.at, Math.min(end === -1 ? at : end, heading.at + 120)), brand, isStranger);
    if (said !== "open") return said === "others";
  }
  return false;
}

/** The last heading that begins at or before a place; -1 for none. */
function indexBefore(headings: readonly Heading[], at: number): number {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
