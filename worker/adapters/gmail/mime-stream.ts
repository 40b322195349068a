import { randomToken } from "../../lib/random-token";
import type { MimeMessage } from "../../platform/ports";

/** Bytes that fill a line of base64: 76 characters, as RFC 2045 has it. */
const BASE64_LINE_BYTES = 57;
/** Bytes encoded at a time. */
const CHUNK_BYTES = BASE64_LINE_BYTES * 1_024;

/**
 * A message with the conversation that it belongs to, as Gmail's multipart upload has them: metadata as JSON, then the
 * message. https://developers.google.com/workspace/gmail/api/guides/uploads
 */
export function wrapInThread(
  { head, attached, tail }: MimeMessage,
  threadId: string,
): { boundary: string; body: MimeMessage } {
  // Long enough to stand in no message by accident.
  const boundary = `upload-${randomToken()}`;
  const openPart = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
  const metadata = `${openPart("application/json; charset=UTF-8")}${JSON.stringify({ threadId })}\r\n`;
  const opening = `${metadata}${openPart("message/rfc822")}`;
  return { boundary, body: { head: opening + head, attached, tail: `${tail}\r\n--${boundary}--\r\n` } };
}

/** Size of a message on the wire. Bytes. */
export function measureMime({ head, attached, tail }: MimeMessage): number {
  const bytes = attached?.byteLength ?? 0;
  const lineEnds = Math.max(0, Math.ceil(bytes / BASE64_LINE_BYTES) - 1);
  return head.length + 4 * Math.ceil(bytes / 3) + 2 * lineEnds + tail.length;
}

/** Streams a message in the form it has on the wire. */
export function* encodeMime({ head, attached, tail }: MimeMessage): Generator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  const content = attached ?? new Uint8Array();
  for (let at = 0; at < content.byteLength; at += CHUNK_BYTES) {
    const lines = content
      .subarray(at, at + CHUNK_BYTES)
      .toBase64()
      .replace(/.{76}(?=.)/gu, "$&\r\n");
    yield encoder.encode(at === 0 ? lines : `\r\n${lines}`);
  }
  if (tail !== "") yield encoder.encode(tail);
}

/** The same as the body of a request, with its length declared. */
export function streamMime(mime: MimeMessage): ReadableStream<Uint8Array> {
  const pieces = encodeMime(mime);
  const source = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value } = pieces.next();
        if (value) controller.enqueue(value);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { readable, writable } = new FixedLengthStream(measureMime(mime));
  // The request reports a body that was not read to its end: it fails, or has its answer already.
  source.pipeTo(writable).catch(() => undefined);
  return readable;
}
