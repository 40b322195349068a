import { z } from "zod";
import { parseNdjson, readNdjson } from "./ndjson.ts";

/** A mail that a mail system sent, or that looks like one. */
const Bounce = z.object({
  id: z.string(),
  system: z.string(),
  label: z.enum(["failed", "delayed", "delivered", "not_a_bounce"]),
  /** That the mail was sent to; in Unicode. */
  recipients: z.array(z.string()),
  /** Of that mail; null where the report does not repeat it. */
  message_id: z.nullable(z.string()),
  eml: z.string(),
});
export type Bounce = z.output<typeof Bounce>;

/**
 * Reports of some thirty mail systems, as Gmail forwards them, by an author who had not seen the reader; and mails that
 * are none.
 */
export const listBounces = (): Bounce[] => readNdjson("mail/bounces.ndjson", Bounce);

/**
 * The other half of them. The reader first saw it when it was done: it found 24 of 26 recipients, and the company of 23
 * mails of 24. What was missing has been mended since.
 */
export const listUnseenBounces = (): Bounce[] => readNdjson("mail/bounces-unseen.ndjson", Bounce);

/** The same, of a file's text. */
export const parseBounces = (text: string): Bounce[] => parseNdjson(text, Bounce);

/** As the product keeps it: in lower case, its domain in ASCII. */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${new URL(`http://${address.slice(at + 1)}/`).hostname}`.toLowerCase();
}
