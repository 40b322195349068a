/**
 * Decodes bytes as a browser would: byte order mark, header, `<meta>`, else UTF-8, and Windows-1252 when nothing was
 * declared and UTF-8 does not fit. Unknown labels are ignored. Never throws.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const declared = detectByteOrderMark(bytes) ?? findCharsetLabel(contentType) ?? findMetaCharset(bytes);
  const decoder = declared ? createDecoder(declared) : undefined;
  if (decoder) return decoder.decode(bytes);
  const text = new TextDecoder("utf-8").decode(bytes);
  // One replaced character may be the cut at the end; more show that the text is Latin.
  return text.slice(0, -2).includes("\uFFFD") ? (createDecoder("windows-1252")?.decode(bytes) ?? text) : text;
}

function detectByteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function findMetaCharset(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 2048));
  const label = /<meta[^>]{1,300}>/gi[Symbol.matchAll](head);
  for (const [tag] of label) {
    const found = findCharsetLabel(tag);
    // A page that was read as bytes cannot be UTF-16, whatever it declares.
    if (found) return found.startsWith("utf-16") ? "utf-8" : found;
  }
  return undefined;
}

function findCharsetLabel(text: string): string | undefined {
  return /charset\s{0,5}=\s{0,5}["']?\s{0,5}([\w.:-]{2,40})/i.exec(text)?.[1]?.toLowerCase();
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined; // An unknown label ("utf8mb4", "none") counts as none.
  }
}
