import { inflateRawSync } from "node:zlib";
import { isCostly } from "./pdf-costs";

/*
 * A few kilobytes can make pdf.js work for half a minute or take a gigabyte. What is looked at here is the bytes themselves, not
 * what the file's dictionaries say of them, for those can lie.
 */

/** What one compressed stream, and all of them together, may unfold to. Bytes. */
const STREAM_MAX = 16 * 1024 * 1024;
const ALL_MAX = 32 * 1024 * 1024;
/** A CV has hundreds of streams. Looking at each costs time, so that their number has to have an end. */
const STREAMS_MAX = 20_000;

/** A PDF name with any of its characters written as #xx. */
const name = (text: string) => `/${[...text].map((char) => `(?:${char}|#${char.charCodeAt(0).toString(16)})`).join("")}(?![\\w#])`;
const ENCRYPTED = new RegExp(name("Encrypt"), "iu");
/** Codings nobody has used for text in decades and that unfold without a bound we could check. */
const UNBOUNDED = new RegExp(["LZWDecode", "LZW", "RunLengthDecode", "RL", "ASCIIHexDecode", "AHx"].map(name).join("|"), "iu");
const AS_TEXT = new RegExp(["ASCII85Decode", "A85"].map(name).join("|"), "iu");
const IMAGE = new RegExp(`${name("Subtype")}\\s*${name("Image")}`, "iu");
const STREAM = /(?<!end)stream[^\r\n]*(?:\r\n|\n|\r)/gu;

/** A PDF that may be given to pdf.js. */
interface Screened {
  /** A copy without the pixels of its images, which hold no text. */
  pdf: Uint8Array<ArrayBuffer>;
  /** What there is to read in it, its streams unfolded and its pixels left out; bytes. */
  volume: number;
}

/** Looks whether a PDF may be given to pdf.js; or why it may not. */
export function screenPdf(bytes: Uint8Array): Screened | "encrypted" | "too_complex" {
  const copy = new Uint8Array(bytes);
  // One character a byte, so that places in the text are places in the bytes.
  const text = new TextDecoder("latin1").decode(copy);
  if (ENCRYPTED.test(text)) return "encrypted";
  if (isCostly(text)) return "too_complex";
  const asText = AS_TEXT.test(text);
  let unfolded = 0;
  let pixels = 0;
  let streams = 0;
  // End of the stream before; every byte is looked at once, or a file made of nothing but beginnings would never be done with.
  let seen = 0;
  for (const match of text.matchAll(STREAM)) {
    if (match.index < seen) continue;
    if ((streams += 1) > STREAMS_MAX) return "too_complex";
    const start = match.index + match[0].length;
    const before = text.slice(seen, match.index);
    seen = start;
    if (IMAGE.test(before.slice(Math.max(before.lastIndexOf("obj"), 0)))) {
      const end = text.indexOf("endstream", start);
      seen = end === -1 ? copy.length : end;
      copy.fill(0x20, start, seen);
      pixels += seen - start;
      continue;
    }
    let size = unfoldedSize(copy.subarray(start));
    if (size === undefined && asText && isZlib(fromAscii85(text.slice(start, start + ASCII85_PEEK), 0))) {
      const decoded = fromAscii85(text, start);
      unfolded += decoded.byteLength;
      size = unfoldedSize(decoded);
    }
    if (size === "too_large") return "too_complex";
    unfolded += size ?? 0;
    if (unfolded > ALL_MAX) return "too_complex";
  }
  // Now that the pixels are gone, among which any three letters are found by chance.
  return UNBOUNDED.test(new TextDecoder("latin1").decode(copy)) ? "too_complex" : { pdf: copy, volume: copy.byteLength - pixels + unfolded };
}

/** Bytes a zlib stream unfolds to; undefined for what is none. One within another counts as too large, and one that is much work: no honest writer does that. */
function unfoldedSize(bytes: Uint8Array): number | "too_large" | undefined {
  if (!isZlib(bytes)) return undefined;
  try {
    // Without the header, whose window size pdf.js does not hold to. Whatever follows the stream is left alone.
    const inner = inflateRawSync(bytes.subarray(2), { maxOutputLength: STREAM_MAX });
    return (isZlib(inner) && isDeflated(inner)) || isCostly(inner.toString("latin1")) ? "too_large" : inner.byteLength;
  } catch (error) {
    return error instanceof RangeError ? "too_large" : 0;
  }
}

const isZlib = ([first = 0, second = 0]: Uint8Array) => (first & 15) === 8 && first >> 4 <= 7 && ((first << 8) + second) % 31 === 0;

/** Two bytes may look like a header by chance; a kilobyte that unfolds does not. */
function isDeflated(bytes: Uint8Array): boolean {
  try {
    return inflateRawSync(bytes.subarray(2), { maxOutputLength: STREAM_MAX }).byteLength > 0;
  } catch (error) {
    return error instanceof RangeError;
  }
}

/** Characters that hold the first bytes for certain, blanks between them included. */
const ASCII85_PEEK = 256;

/** Decodes ASCII85 from `start` to its end mark, or to the end of the text. */
function fromAscii85(text: string, start: number): Uint8Array {
  const mark = text.indexOf("~>", start);
  const end = mark === -1 ? text.length : mark;
  const out: number[] = [];
  let group: number[] = [];
  const flush = (digits: number[]) => {
    const value = [...digits, 84, 84, 84, 84].slice(0, 5).reduce((sum, digit) => sum * 85 + digit, 0);
    out.push(...[24, 16, 8, 0].slice(0, digits.length - 1).map((shift) => Math.floor(value / 2 ** shift) & 255));
  };
  for (const char of text.slice(start, end)) {
    if (char === "z" && group.length === 0) out.push(0, 0, 0, 0);
    else if (char >= "!" && char <= "u") group.push(char.charCodeAt(0) - 33);
    if (group.length === 5) {
      flush(group);
      group = [];
    }
  }
  if (group.length > 1) flush(group);
  return Uint8Array.from(out);
}
