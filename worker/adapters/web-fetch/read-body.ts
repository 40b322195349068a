import { listenForAbort } from "../../lib/timeouts";
import { ExternalServiceError } from "../../platform/ports";

/** Bytes stored of a page, and bytes read (decoded) to find its end. */
const MAX_STORED_BYTES = 512 * 1024;
const MAX_READ_BYTES = 2 * 1024 * 1024;
/** Closes what the cut may have left open, so that the end of the page is read as text and not as a script. */
const CLOSING_MARKUP = new TextEncoder().encode("\n\"'>--></script></style>\n");

/**
 * Reads a body chunk by chunk, at most 2 MiB. Of a page longer than 512 KiB it stores the first and the last half, as
 * contacts are in the head's data and in the footer.
 * @throws ExternalServiceError bad_answer when the body contradicts its headers (plain text labelled gzip)
 */
export async function readResponseBody(
  response: Response,
  signal: AbortSignal,
  html: boolean,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  if (!response.body) return { bytes: new Uint8Array(), truncated: false };
  const reader = response.body.getReader();
  const buffer = new HeadAndTailBuffer();
  const maxBytes = html ? MAX_READ_BYTES : MAX_STORED_BYTES;
  // One listener for the whole body: one a chunk was 7 % of a crawl.
  const abort = listenForAbort(signal);
  let complete = false;
  try {
    signal.throwIfAborted();
    while (buffer.size < maxBytes) {
      const next: { value?: unknown } = await Promise.race([reader.read(), abort.fired]);
      const { value } = next;
      if (!(value instanceof Uint8Array)) {
        complete = true;
        break;
      }
      buffer.add(value);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // A connection cut in mid-page leaves a partial page; an empty one could not be decoded.
    if (buffer.size === 0) throw new ExternalServiceError("web", "bad_answer", "The body cannot be read");
  } finally {
    abort.forget();
    // Not awaited: a hanging source hangs on cancel too.
    reader.cancel().catch(() => undefined);
  }
  return buffer.size <= MAX_STORED_BYTES
    ? { bytes: buffer.toBytes(), truncated: !complete }
    : { bytes: html ? buffer.toHeadAndTail() : buffer.toBytes().subarray(0, MAX_STORED_BYTES), truncated: true };
}

const HALF_BYTES = Math.floor((MAX_STORED_BYTES - CLOSING_MARKUP.byteLength) / 2);

/** Collects the beginning and the end of a body of any length, in little more memory than the two take. */
class HeadAndTailBuffer {
  size = 0;
  readonly #head: Uint8Array[] = [];
  readonly #rest: Uint8Array[] = [];
  #headSize = 0;
  #restSize = 0;

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength;
    if (this.#headSize < HALF_BYTES) {
      this.#head.push(chunk);
      this.#headSize += chunk.byteLength;
      return;
    }
    this.#rest.push(chunk);
    this.#restSize += chunk.byteLength;
    // A page that fits is stored completely.
    while (this.size > MAX_STORED_BYTES && this.#restSize - (this.#rest[0]?.byteLength ?? 0) >= HALF_BYTES)
      this.#restSize -= this.#rest.shift()?.byteLength ?? 0;
  }

  /** The stored bytes, in one piece. */
  toBytes(): Uint8Array {
    return concatBytes([...this.#head, ...this.#rest], this.#headSize + this.#restSize);
  }

  toHeadAndTail(): Uint8Array {
    const all = this.toBytes();
    return concatBytes(
      [all.subarray(0, HALF_BYTES), CLOSING_MARKUP, all.subarray(all.byteLength - HALF_BYTES)],
      HALF_BYTES * 2 + CLOSING_MARKUP.byteLength,
    );
  }
}

function concatBytes(parts: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
