import { encodeMime } from "../../../worker/adapters/gmail/mime-stream";
import type { MimeMessage } from "../../../worker/platform/ports";

/** A message as it goes over the wire. */
export const toMimeText = (mime: MimeMessage): string =>
  [...encodeMime(mime)].map((piece) => new TextDecoder().decode(piece)).join("");

/** A mail parsed strictly by the standards. */
export interface StrictMail {
  /** Unfolded, encoded words decoded, by name in lower case. */
  headers: Map<string, string>;
  text: string;
  attachment: { headers: Map<string, string>; bytes: Uint8Array } | null;
  longestLine: number;
}

const MAX_LINE_LENGTH = 998;

/** @throws Error naming the first violation */
export function parseStrictly(raw: string): StrictMail {
  // 7bit may hold control characters but no NUL.
  assertMime(/^[\x01-\x7f]*$/u.test(raw), "a sign that is not of seven bits");
  assertMime(!/\r(?!\n)|(?<!\r)\n/u.test(raw), "a line that ends in half a line end");
  const longestLine = Math.max(...raw.split("\r\n").map((line) => line.length));
  assertMime(longestLine <= MAX_LINE_LENGTH, `a line of ${longestLine}`);
  const { headers, body } = parseEntity(raw);
  const type = headers.get("content-type") ?? "";
  const boundary = /^multipart\/mixed; boundary="([^"]+)"$/u.exec(type)?.[1];
  if (boundary === undefined) return { headers, text: decodeBody(headers, body), attachment: null, longestLine };
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`);
  assertMime(
    parts.length === 4 && parts[0]?.trim() === "" && parts[3]?.trim() === "--",
    `${parts.length} pieces between boundaries`,
  );
  const [first, second] = parts.slice(1, 3).map((part) => {
    assertMime(part.startsWith("\r\n"), "a boundary with something behind it");
    return parseEntity(part.slice(2));
  });
  if (!first || !second) throw new Error("a part is missing");
  assertMime(second.headers.get("content-transfer-encoding") === "base64", "an attachment that is not base64");
  return {
    headers,
    text: decodeBody(first.headers, first.body),
    attachment: { headers: second.headers, bytes: Uint8Array.fromBase64(second.body.replaceAll("\r\n", "")) },
    longestLine,
  };
}

function assertMime(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function parseEntity(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  assertMime(end > 0, "headers without an end");
  assertMime(/^[\x20-\x7e\t\r\n]*$/u.test(raw.slice(0, end)), "a control sign in the headers");
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n(?=[ \t])/gu, "")
    .split("\r\n")) {
    const [, name = "", value = ""] = /^([A-Za-z-]+):[ \t]+(\S.*)$/u.exec(line) ?? [];
    assertMime(name !== "" || /^Subject: *$/u.test(line), `no header: ${line.slice(0, 80)}`);
    assertMime(!headers.has(name.toLowerCase()), `${name} twice`);
    headers.set(name.toLowerCase() || "subject", decodeWords(value));
  }
  return { headers, body: raw.slice(end + 4) };
}

function decodeBody(headers: Map<string, string>, body: string): string {
  assertMime(
    headers.get("content-type") === "text/plain; charset=utf-8",
    `a text of type ${headers.get("content-type")}`,
  );
  const encoding = headers.get("content-transfer-encoding");
  if (encoding === "7bit") return body.replaceAll("\r\n", "\n");
  assertMime(encoding === "quoted-printable", `a text encoded as ${encoding}`);
  const joined = body.replaceAll("=\r\n", "");
  assertMime(!/[ \t]\r\n|[ \t]$/u.test(body), "a space at the end of an encoded line");
  assertMime(!/=(?![0-9A-F]{2})/u.test(joined), "an equals sign that encodes nothing");
  return decodeUtf8(decodeQuotedPrintable(joined.replaceAll("\r\n", "\n")));
}

const decodeQuotedPrintable = (quoted: string): Uint8Array =>
  Uint8Array.from(
    quoted.replace(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (sign) => sign.charCodeAt(0),
  );
const decodeUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/** Decodes encoded words (RFC 2047); space between two of them is dropped. */
function decodeWords(value: string): string {
  const word = /=\?utf-8\?([QB])\?([^?\s]*)\?=/giu;
  return value
    .replace(/(=\?utf-8\?[QB]\?[^?\s]*\?=)[ \t]+(?==\?utf-8\?[QB]\?)/giu, "$1")
    .replace(/(?:=\?utf-8\?[QB]\?[^?\s]*\?=)+/giu, (run) => {
      const bytes = [...run.matchAll(word)].flatMap(([whole, how = "", data = ""]) => {
        assertMime(whole.length <= 75, `an encoded word of ${whole.length}`);
        return [
          ...(how.toUpperCase() === "B"
            ? Uint8Array.fromBase64(data)
            : decodeQuotedPrintable(data.replaceAll("_", " "))),
        ];
      });
      return decodeUtf8(Uint8Array.from(bytes));
    });
}
