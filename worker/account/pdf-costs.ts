/*
 * A font of a PDF may bring a table that says which text its codes stand for. Two codes and a text name a range, and pdf.js writes the
 * whole range out: a line of forty letters can make it build sixteen million strings. And it opens each drawing of a page before it
 * looks at the first, which takes it longer the more there are.
 */

/** Four times what a table of all two-byte codes writes. */
const CHARACTERS_MAX = 4 * 65_536;
/** References in one list: pages of a document, drawings of a page. */
const REFERENCES_MAX = 20_000;

const SECTION = /begin(?:bf|cid)range([\s\S]*?)(?:end(?:bf|cid)range|$)/gu;
/** What a section of an honest table is made of. Codes in brackets or comments would not be counted. */
const HONEST = /^[\s0-9a-f<>[\]]*$/iu;
const RANGE = /<([0-9a-f\s]*)>\s*<([0-9a-f\s]*)>\s*(?:<([0-9a-f\s]*)>)?/giu;
const LIST = /\[[\s\dR]+/gu;

/**
 * Whether a few bytes of a document would be much work.
 * @param text of a stream, or of the whole document; one character a byte
 */
export function isCostly(text: string): boolean {
  for (const [list] of text.matchAll(LIST))
    if (list.length > REFERENCES_MAX && list.split("R").length > REFERENCES_MAX) return true;
  let characters = 0;
  for (const [, section = ""] of text.matchAll(SECTION)) {
    if (!HONEST.test(section)) return true;
    for (const [, first = "", last = "", written = ""] of section.matchAll(RANGE)) {
      characters += Math.max(0, valueOf(last) - valueOf(first) + 1) * Math.max(1, digits(written).length / 4);
      if (characters > CHARACTERS_MAX) return true;
    }
  }
  return false;
}

const digits = (hex: string): string => hex.replace(/\s+/gu, "");
const valueOf = (hex: string): number => Number.parseInt(digits(hex) || "0", 16);
