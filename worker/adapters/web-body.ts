import { OutsideError } from "../ports";

/** What is kept of a page, and how much of it is read (decoded) to find its end. */
const MAX_KEPT_BYTES = 512 * 1024;
const MAX_READ_BYTES = 2 * 1024 * 1024;
/** Closes what the cut may have left open, so that the end of the page is read as text and not as a script. */
const MEND = new TextEncoder().encode("\n\"'>--></script></style>\n");

/** Rejects as soon as the signal fires, even when the promise ignores it (a body that drips, a fetch that hangs). */
export async function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new DOMException("The read was given up", "AbortError"));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}

/**
 * Reads a body chunk by chunk, at most 2 MiB. Of a longer page than 512 KiB the first and the last half are kept: contacts
 * stand in the head's data and in the footer.
 * @throws OutsideError bad_answer when the body is not what its headers say (plain text labelled gzip).
 */
export async function readBody(response: Response, signal: AbortSignal, html: boolean): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  if (!response.body) return { bytes: new Uint8Array(), truncated: false };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let whole = false;
  try {
    while (size < MAX_READ_BYTES) {
      const value: unknown = (await raced<{ value?: unknown }>(reader.read(), signal)).value;
      if (!(value instanceof Uint8Array)) {
        whole = true;
        break;
      }
      chunks.push(value);
      size += value.byteLength;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // A connection cut in mid-page leaves what came; nothing at all is a body that could not be decoded.
    if (size === 0) throw new OutsideError("web", "bad_answer", "The body cannot be read");
  } finally {
    // Not awaited: a source that hangs hangs on cancel too.
    reader.cancel().catch(() => undefined);
  }
  const bytes = joined(chunks, Math.min(size, MAX_READ_BYTES));
  return bytes.byteLength <= MAX_KEPT_BYTES ? { bytes, truncated: !whole } : { bytes: headAndTail(bytes, html), truncated: true };
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, size - at);
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

function headAndTail(bytes: Uint8Array, html: boolean): Uint8Array {
  if (!html) return bytes.subarray(0, MAX_KEPT_BYTES);
  const half = Math.floor((MAX_KEPT_BYTES - MEND.byteLength) / 2);
  return joined([bytes.subarray(0, half), MEND, bytes.subarray(bytes.byteLength - half)], half * 2 + MEND.byteLength);
}
