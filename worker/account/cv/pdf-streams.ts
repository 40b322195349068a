import { StringDecoder } from "node:string_decoder";
import { constants, inflateRawSync } from "node:zlib";

/** Decodes bytes to one character each, so that positions in both are equal. */
export const toLatin1 = (bytes: Uint8Array): string => new StringDecoder("latin1").write(bytes);

const [TAB, LINE_FEED, RETURN, SPACE, BASE, TILDE, SMALL_Z] = [9, 10, 13, 32, 33, 126, 122];
const isBlank = (byte: number) => byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;
/** Three quarters of the rest, with a margin. */
export const isMostlyBlank = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 64 && bytes.reduce((blanks, byte) => blanks + Number(isBlank(byte)), 0) > bytes.byteLength * 0.75;

/**
 * Reads ASCII85 as pdf.js does: `~` ends it, blanks are skipped, any other byte is a digit.
 * @param onGroup receives the value of four bytes and how many of them count; false stops
 * @param onBlank false stops too
 */
function readAscii85(
  bytes: Uint8Array,
  onGroup: (value: number, size: number) => boolean,
  onBlank: () => boolean,
): void {
  let [value, digits] = [0, 0];
  for (const byte of bytes) {
    if (byte === TILDE) break;
    if (isBlank(byte)) {
      if (!onBlank()) return;
      continue;
    }
    if (byte === SMALL_Z && digits === 0) {
      if (!onGroup(0, 4)) return;
      continue;
    }
    value = value * 85 + byte - BASE;
    if ((digits += 1) < 5) continue;
    if (!onGroup(value, 4)) return;
    [value, digits] = [0, 0];
  }
  if (digits < 2) return;
  for (let missing = digits; missing < 5; missing += 1) value = value * 85 + 84;
  onGroup(value, digits - 1);
}

/**
 * Most bytes that ASCII85 can decode to, without decoding; stops counting beyond `maxBytes`. A blank counts as a byte,
 * as skipping takes as long.
 */
export function measureAscii85(bytes: Uint8Array, maxBytes: number): number {
  let size = 0;
  const add = (more: number) => (size += more) <= maxBytes;
  readAscii85(
    bytes,
    (_, more) => add(more),
    () => add(1),
  );
  return size;
}

/** The first `size` bytes of ASCII85. */
export function decodeAscii85(bytes: Uint8Array, size: number): Uint8Array {
  // The last group may exceed it by three bytes.
  const out = new DataView(new ArrayBuffer(size + 3));
  let at = 0;
  readAscii85(
    bytes,
    (value, more) => {
      if (at < size) out.setUint32(at, value);
      return (at += more) < size;
    },
    () => true,
  );
  return new Uint8Array(out.buffer, 0, Math.min(at, size));
}

export const isZlib = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 15) === 8 && first >> 4 <= 7 && ((first << 8) + second) % 31 === 0;

/**
 * First and largest buffer for inflated data: with the usual 16 KiB, twenty thousand small streams leave 300 MiB of
 * garbage.
 */
const MIN_CHUNK_BYTES = 1_024;
const MAX_CHUNK_BYTES = 65_536;

/**
 * Inflates a raw deflate stream and ignores what follows. A truncated one is read as far as it goes, as pdf.js does.
 * @param length of the stream, as far as it is known
 * @returns null when it is more than `maxBytes`; undefined when it has an error
 */
function inflateRaw(bytes: Uint8Array, length: number, maxBytes: number): Uint8Array | null | undefined {
  try {
    return inflateRawSync(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, 4 * length)),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    return error instanceof RangeError ? null : undefined;
  }
}

/**
 * Inflates a zlib stream up to its first error.
 * @param length of the stream, as far as it is known
 * @returns null when it is more than `maxBytes`
 */
export function inflateZlib(
  bytes: Uint8Array,
  length: number,
  maxBytes: number,
): { content: Uint8Array; broken: boolean } | null {
  // Without the header: pdf.js ignores its window size.
  const raw = bytes.subarray(2);
  const complete = inflateRaw(raw, length, maxBytes);
  if (complete !== undefined) return complete && { content: complete, broken: false };
  let content: Uint8Array = new Uint8Array();
  // Searches for the error: what precedes it counts.
  for (let [good, bad] = [0, raw.byteLength]; bad - good > 1;) {
    const middle = (good + bad) >> 1;
    const part = inflateRaw(raw.subarray(0, middle), length, maxBytes);
    if (part === null) return null;
    if (part) [good, content] = [middle, part];
    else bad = middle;
  }
  return { content, broken: true };
}
