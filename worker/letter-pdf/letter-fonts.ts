import { create, type Font } from "fontkit";
import { BOLD_FONT, REGULAR_FONT } from "./fonts.gen";

export interface LetterFonts {
  regular: Uint8Array;
  bold: Uint8Array;
  /** The text in characters that the fonts have. */
  toPrintable(text: string): string;
}

let loaded: LetterFonts | undefined;

/** Unpacks the fonts, once a process; not by a shared promise, which a request that is cancelled would leave open. */
export async function loadLetterFonts(): Promise<LetterFonts> {
  loaded ??= await unpackFonts();
  return loaded;
}

async function unpackFonts(): Promise<LetterFonts> {
  const [regular, bold] = await Promise.all([unpack(REGULAR_FONT), unpack(BOLD_FONT)]);
  const font = create(regular as Buffer) as Font;
  return {
    regular,
    bold,
    toPrintable: (text) => toPrintable(text, (codePoint) => font.hasGlyphForCodePoint(codePoint)),
  };
}

const unpack = (base64: string): Promise<Uint8Array> =>
  new Response(
    new Blob([Uint8Array.fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
  ).bytes();

/** Where a line may break in what has no spaces: finding the end of a line in thousands of letters takes seconds. */
const LONG_WORD = /[^ \n\u200b]{80}(?=[^ \n])/gu;

/**
 * Emoji and signs without a glyph are left out, an accent that no font has falls off its letter, and a letter of
 * another script is a question mark: it is seen in the preview.
 */
export function toPrintable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const known = (character: string) => hasGlyph(character.codePointAt(0) ?? 0);
  return [
    ...text
      .toWellFormed()
      .normalize("NFC")
      .replace(/[\t\u202f]/gu, "\u00a0")
      .replace(/[\p{Cf}\p{Variation_Selector}]|(?!\n)\p{Cc}/gu, ""),
  ]
    .map((character) => {
      if (character === "\n" || known(character)) return character;
      const plain = [...character.normalize("NFKD")].filter(known).join("");
      return plain !== "" ? plain : /[\p{L}\p{N}]/u.test(character) ? "?" : "";
    })
    .join("")
    .replace(/ {2,}/gu, " ")
    .replace(LONG_WORD, "$&\u200b");
}
