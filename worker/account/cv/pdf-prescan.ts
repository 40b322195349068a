import { isTooComplex } from "./pdf-complexity.ts";
import { measureAscii85, decodeAscii85, inflateZlib, isMostlyBlank, isZlib, toLatin1 } from "./pdf-streams.ts";

/*
 * A few kilobytes can make pdf.js work for half a minute or take a gigabyte. This scan reads the bytes themselves,
 * since the file's dictionaries can lie, and inflates nothing whose size is not known or bounded.
 */

/** Inflated size of one compressed stream, and of all together. Bytes. */
const MAX_STREAM_BYTES = 8 * 1024 * 1024;
const MAX_TOTAL_BYTES = 24 * 1024 * 1024;
/** A CV has hundreds of streams. Each costs time, so their number is bounded. */
const MAX_STREAMS = 20_000;
/** Locating an error in a stream takes time, and a valid file has hardly any. */
const MAX_BROKEN_STREAMS = 20;
/** Prefix of a stream that shows its encoding. */
const PEEK_BYTES = 512;
const BLANK_BYTE = 0x20;
/** Placeholder for a filter that does not exist. */
const UNKNOWN_FILTER_BYTE = 0x58;

/** A PDF name with any of its characters written as #xx; pdf.js ends it at a blank or a bracket. */
const pdfNamePattern = (text: string) =>
  `/(?:${[...text].map((char) => `(?:${char}|#${hexPattern(char)})`).join("")})(?=[\\0\\t\\n\\f\\r ()<>[\\]{}/%]|$)`;
const hexPattern = (char: string) =>
  char
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`);
const anyPdfName = (...names: string[]) => new RegExp(names.map(pdfNamePattern).join("|"), "u");

/** Encodings whose decoded size cannot be bounded here. Text has not used them for decades. */
const UNBOUNDED_FILTERS = ["LZWDecode", "LZW", "RunLengthDecode", "RL", "ASCIIHexDecode", "AHx", "BrotliDecode"];
/** Image filters: used for text, a few bytes decode to any size. */
const IMAGE_FILTERS = ["DCTDecode", "DCT", "CCITTFaxDecode", "CCF", "JBIG2Decode", "JPXDecode"];
const ASCII85_FILTERS = ["ASCII85Decode", "A85"];
const ENCRYPT_NAME = anyPdfName("Encrypt");
const REJECTED_FILTER = anyPdfName(...UNBOUNDED_FILTERS, ...IMAGE_FILTERS);
const ASCII85_FILTER = anyPdfName(...ASCII85_FILTERS);
const ANY_FILTER = anyPdfName(...UNBOUNDED_FILTERS, ...IMAGE_FILTERS, ...ASCII85_FILTERS);
const EVERY_FILTER = new RegExp(ANY_FILTER, "gu");
const IMAGE_SUBTYPE = new RegExp(`${pdfNamePattern("Subtype")}[\\0\\s]*${pdfNamePattern("Image")}`, "u");

/** A PDF that is safe to pass to pdf.js. */
interface PrescannedPdf {
  /** A copy without the pixels of its images, which hold no text. */
  pdf: Uint8Array<ArrayBuffer>;
  /** Bytes to read: its streams inflated, its pixels left out. */
  volume: number;
}

/** Whether a PDF is safe to pass to pdf.js, or why not. */
export function prescanPdf(bytes: Uint8Array): PrescannedPdf | "encrypted" | "too_complex" {
  const copy = new Uint8Array(bytes);
  const text = toLatin1(copy);
  if (ENCRYPT_NAME.test(text)) return "encrypted";
  if (isTooComplex(text)) return "too_complex";
  const state = { asText: ASCII85_FILTER.test(text), left: MAX_TOTAL_BYTES, broken: 0 };
  const findEnd = createFinder(text, /endstream/gu);
  let pixels = 0;
  let streams = 0;
  // End of the previous stream. Every byte is scanned once, or a file of nothing but stream keywords would never
  // finish.
  let seen = 0;
  for (const { keyword, start } of findStreams(text)) {
    if (keyword < seen) continue;
    if ((streams += 1) > MAX_STREAMS) return "too_complex";
    const before = text.slice(seen, keyword);
    const dictionary = Math.max(before.lastIndexOf("obj"), 0);
    const isImage = IMAGE_SUBTYPE.test(before.slice(dictionary));
    if (REJECTED_FILTER.test(isImage ? before.slice(0, dictionary) : before)) return "too_complex";
    if (isImage)
      blankImage(copy, { dictionary: seen + dictionary, text: before.slice(dictionary), start, end: findEnd(start) });
    else if (!isHarmless(copy.subarray(start), findEnd(start) - start, state)) return "too_complex";
    seen = isImage ? findEnd(start) : start;
    pixels += seen - start;
  }
  if (REJECTED_FILTER.test(text.slice(seen))) return "too_complex";
  return { pdf: copy, volume: copy.byteLength - pixels + MAX_TOTAL_BYTES - state.left };
}

/** Blanks the pixels of an image and their encoding: its stated end may be false, and it may be drawn as a page. */
function blankImage(
  file: Uint8Array,
  { dictionary, text, start, end }: { dictionary: number; text: string; start: number; end: number },
): void {
  file.fill(BLANK_BYTE, start, end);
  for (const { index, 0: coding } of text.matchAll(EVERY_FILTER))
    file.fill(UNKNOWN_FILTER_BYTE, dictionary + index + 1, dictionary + index + coding.length);
}

/**
 * Finds the next match of a pattern, or the end of the text. Positions only grow, so it scans the text once: restarting
 * each time took a minute for twenty thousand unterminated streams.
 */
function createFinder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    return (found = pattern.exec(text)?.index ?? text.length);
  };
}

/** The streams of a file: the position of the keyword, and of the first byte on the next line. */
function* findStreams(text: string): Generator<{ keyword: number; start: number }> {
  const findLineEnd = createFinder(text, /[\r\n]/gu);
  for (let keyword = text.indexOf("stream"), next; keyword !== -1; keyword = text.indexOf("stream", next)) {
    next = keyword + "stream".length;
    if (text.startsWith("end", keyword - 3)) continue;
    next = findLineEnd(next) + (text.startsWith("\r\n", findLineEnd(next)) ? 2 : 1);
    if (next > text.length) return;
    yield { keyword, start: next };
  }
}

/** State of the scan over the streams so far. */
interface ScanState {
  /** Whether some of the file's streams may be ASCII85. */
  asText: boolean;
  /** Bytes that the remaining streams may still inflate to. */
  left: number;
  broken: number;
}

/**
 * Whether a stream inflates to no more than the remaining bytes and to nothing costly; subtracts its size from them.
 * @param file from the beginning of the stream
 * @param length of the stream, as far as it is known
 */
function isHarmless(file: Uint8Array, length: number, state: ScanState): boolean {
  return (
    (!isZlib(file) || isHarmlessZlib(file, length, state)) && (!state.asText || isHarmlessText(file, length, state))
  );
}

function isHarmlessText(file: Uint8Array, length: number, state: ScanState): boolean {
  const isPacked = isPackedAsText(file);
  // The stated end counts only in a file without compressed data.
  const text = isPacked ? file : file.subarray(0, length);
  const size = measureAscii85(text, MAX_STREAM_BYTES);
  state.left -= size;
  if (size > MAX_STREAM_BYTES || state.left < 0) return false;
  if (!isPacked) return true;
  const inner = decodeAscii85(text, size);
  return isZlib(inner) ? isHarmlessZlib(inner, size, state) : !isPackedAsText(inner);
}

function isHarmlessZlib(bytes: Uint8Array, length: number, state: ScanState): boolean {
  const inflated = inflateZlib(bytes, length, Math.max(1, Math.min(MAX_STREAM_BYTES, state.left)));
  if (!inflated) return false;
  const { content, broken } = inflated;
  state.left -= content.byteLength;
  if (broken && (state.broken += 1) > MAX_BROKEN_STREAMS) return false;
  // No real PDF writer compresses compressed data.
  if (isDeflated(content) || (state.asText && isPackedAsText(content))) return false;
  const text = toLatin1(content);
  // Nor does one store the names of filters apart from their streams, among packed objects.
  return !isTooComplex(text) && !(beginsWithNumber(text) && ANY_FILTER.test(text));
}

/** After blanks and comments a stream of objects begins like this; a font does not. */
function beginsWithNumber(text: string): boolean {
  const findToken = createFinder(text, /[^\0\t\n\f\r ]/gu);
  const findLineEnd = createFinder(text, /[\r\n]/gu);
  let at = findToken(0);
  while (text[at] === "%") at = findToken(findLineEnd(at));
  return /[\d.+-]/u.test(text[at] ?? "");
}

/** Two bytes may look like a header by chance; half a kilobyte that inflates does not. */
const isDeflated = (bytes: Uint8Array): boolean =>
  isZlib(bytes) && inflateZlib(bytes, PEEK_BYTES, PEEK_BYTES)?.content.byteLength !== 0;

/** Whether it is ASCII85, once or twice, of a zlib stream, or may be one as far as blanks allow to see. */
function isPackedAsText(bytes: Uint8Array): boolean {
  const text = bytes.subarray(0, PEEK_BYTES);
  const once = decodeAscii85(text, PEEK_BYTES);
  return isZlib(once) || isMostlyBlank(text) || isZlib(decodeAscii85(once, PEEK_BYTES)) || isMostlyBlank(once);
}
