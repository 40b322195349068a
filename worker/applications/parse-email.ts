import { Parser } from "htmlparser2";
import PostalMime, { type Email } from "postal-mime";

/** Nobody nests deeper. The parser refuses what does. */
const MAX_NESTING = 12;
const MAX_HEADER_BYTES = 128 * 1024;

/** Parses a mail, which may be cut off. @returns null for what is none */
export const parseEmail = (bytes: Uint8Array): Promise<Email | null> =>
  PostalMime.parse(bytes, {
    // Enclosed mails are evidence, not text.
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADER_BYTES,
  }).catch(() => null);

export const toOneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** The text of a mail, at most `maxChars`. @param skipsQuotes of a mail in HTML only */
export const readEmailText = (
  { text, html }: Email,
  { maxChars, skipsQuotes }: { maxChars: number; skipsQuotes: boolean },
): string => (text ?? toPlainText(html ?? "", maxChars, skipsQuotes)).slice(0, maxChars);

const BREAKING_TAGS: ReadonlySet<string> = new Set(["br", "p", "div", "tr", "li", "h1", "h2", "h3", "td"]);
const HIDDEN_TAGS: ReadonlySet<string> = new Set(["script", "style", "title"]);

/** The text of a page, without its scripts and styles. */
function toPlainText(html: string, maxChars: number, skipsQuotes: boolean): string {
  const isSkipped = (tag: string) => HIDDEN_TAGS.has(tag) || (tag === "blockquote" && skipsQuotes);
  let text = "";
  let skipped = 0;
  const parser = new Parser({
    onopentagname(tag) {
      if (isSkipped(tag)) skipped += 1;
      else if (BREAKING_TAGS.has(tag) || tag === "blockquote") text += "\n";
    },
    ontext(piece) {
      if (skipped === 0 && text.length < maxChars) text += piece;
    },
    onclosetag(tag) {
      if (isSkipped(tag)) skipped -= 1;
    },
  });
  parser.end(html);
  return text;
}
