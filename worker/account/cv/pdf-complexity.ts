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
/** Content of a valid section. Codes in brackets or comments would not be counted. */
const PLAIN_SECTION = /^[\s0-9a-f<>[\]]*$/iu;
const CODE_RANGE = /<([0-9a-f\s]*)>\s*<([0-9a-f\s]*)>\s*(?:<([0-9a-f\s]*)>)?/giu;
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
    if (!PLAIN_SECTION.test(section)) return true;
    for (const [, first = "", last = "", written = ""] of section.matchAll(CODE_RANGE)) {
      characters += Math.max(0, parseHex(last) - parseHex(first) + 1) * Math.max(1, stripBlanks(written).length / 4);
      if (characters > MAX_MAPPED_CHARACTERS) return true;
    }
  }
  return false;
}

const stripBlanks = (hex: string): string => hex.replace(/\s+/gu, "");
const parseHex = (hex: string): number => Number.parseInt(stripBlanks(hex) || "0", 16);
