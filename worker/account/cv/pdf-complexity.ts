/*
 * A font of a PDF may map its codes to text. Two codes and a text define a range, and pdf.js expands the whole range: a
 * line of forty letters can make it build sixteen million strings. It also opens each drawing of a page before it reads
 * the first, which takes longer the more there are.
 */

/** Four times what a table of all two-byte codes writes. */
const MAX_MAPPED_CHARACTERS = 4 * 65_536;
/** References in one list: pages of a document, or drawings of a page. */
const MAX_REFERENCES = 20_000;

const RANGE_SECTION = /begin(?:bf|cid)range([\s\S]*?)(?:end(?:bf|cid)range|$)/gu;
/** Content of a valid section. Codes in comments would not be counted. */
const PLAIN_SECTION = /^[\s0-9a-f<>[\]]*$/iu;
/** Two codes, then the text of the first, a text for each in brackets, or a number. */
const CODE_RANGE = /\s*<([0-9a-f\s]*)>\s*<([0-9a-f\s]*)>\s*(?:<([0-9a-f\s]*)>|\[([^[\]]*)\]|\d+)/iuy;
const TEXT_IN_LIST = /<([0-9a-f\s]*)>/giu;
const REFERENCE_LIST = /\[[\s\dR]+/gu;

/**
 * Whether a few bytes of a document would cause much work.
 * @param text of a stream, or of the whole document; one character a byte
 */
export function isTooComplex(text: string): boolean {
  for (const [list] of text.matchAll(REFERENCE_LIST))
    if (list.length > MAX_REFERENCES && list.split("R").length > MAX_REFERENCES) return true;
  let characters = 0;
  for (const [, section = ""] of text.matchAll(RANGE_SECTION)) {
    const added = countMappedCharacters(section, MAX_MAPPED_CHARACTERS - characters);
    if (added === null) return true;
    characters += added;
  }
  return false;
}

/** How many characters a section writes, as pdf.js reads it; null for more than allowed, or for no valid section. */
function countMappedCharacters(section: string, allowed: number): number | null {
  if (!PLAIN_SECTION.test(section)) return null;
  let characters = 0;
  let at = 0;
  for (let range: RegExpExecArray | null; (range = matchAt(CODE_RANGE, section, at)); at = CODE_RANGE.lastIndex) {
    const [, first = "", last = "", written = "", list] = range;
    // pdf.js gives each text of a list to one code and leaves the list at its end.
    if (list !== undefined)
      for (const [, each = ""] of list.matchAll(TEXT_IN_LIST)) characters += countCharacters(each);
    else characters += Math.max(0, parseHex(last) - parseHex(first) + 1) * countCharacters(written);
    if (characters > allowed) return null;
  }
  return section.slice(at).trim() === "" ? characters : null;
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

const countCharacters = (hex: string): number => Math.max(1, stripBlanks(hex).length / 4);
const stripBlanks = (hex: string): string => hex.replace(/\s+/gu, "");
const parseHex = (hex: string): number => Number.parseInt(stripBlanks(hex) || "0", 16);
