import { ApiError } from "../../platform/api-error";

/** First bytes of files that are no text: ZIP (XLSX, ODS), the old Excel format, PDF. */
const BINARY_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];
/** Bytes that tell UTF-16 without a byte order mark: half of those of a European text are zero. */
const SAMPLE_BYTES = 2_000;

/**
 * Decodes an uploaded list: by its byte order mark, else as UTF-16, UTF-8 or Windows-1252 (which Latin-1 is part of).
 * Every line ends with `\n` afterwards.
 * @throws ApiError `list_unreadable` for what is no text
 */
export function decodeList(bytes: Uint8Array): string {
  if (BINARY_SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte)))
    throw new ApiError("list_unreadable");
  const text = decodeText(bytes).replace(/\r\n?/gu, "\n");
  if (text.includes("\0")) throw new ApiError("list_unreadable");
  return text;
}

/** The decoder drops the byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even < odd / 4) return "utf-16le";
  return even > sample.length / 4 && odd < even / 4 ? "utf-16be" : undefined;
}
