import { anyOf } from "../../lib/any-of";
import { normalizeAddress } from "../../lib/email-address";
import type { InboundMail } from "./read-mail";
import { findAddresses } from "./text-addresses";

/** A mail that the user has forwarded by hand: what stood in it. */
export interface ForwardedMail {
  from: string | null;
  fromName: string;
  subject: string;
  text: string;
  references: readonly string[];
  recipients: readonly string[];
}

const MARK_LINE = (words: string): string => String.raw`^[\s>*_-]*(?:${words})(?!\p{L}).{0,20}$`;
/** The line that mail programs write above a mail that is forwarded or quoted. */
const MARK = anyOf(
  "imu",
  MARK_LINE("(?:begin )?forwarded message|original message"),
  MARK_LINE("message (?:transféré|d.origine)|début du message (?:transféré|réexpédié)"),
  MARK_LINE("(?:ursprüngliche|weitergeleitete) nachricht|anfang der weitergeleiteten nachricht"),
);
const NAMES = {
  from: /^(?:from|de|von|expéditeur|absender)\s*:\s*(.+)$/iu,
  subject: /^(?:subject|objet|betreff|sujet)\s*:\s*(.*)$/iu,
  to: /^(?:to|à|a|an|cc|empfänger|destinataire)\s*:\s*(.+)$/iu,
};
const MAX_HEAD_LINES = 15;

/** The last mail of a chain that the user forwards; null where there is none. */
export function readForwardedMail({ text, references, inReplyTo }: InboundMail): ForwardedMail | null {
  const mark = MARK.exec(text);
  const lines = (mark ? text.slice(mark.index + mark[0].length) : text).split(/\r?\n/u);
  const start = lines.findIndex((line) => NAMES.from.test(clean(line)));
  // Without its mark, the head of a mail may stand at the very beginning only.
  if (start === -1 || start > (mark ? 3 : 1)) return null;
  const found: Record<keyof typeof NAMES, string> = { from: "", subject: "", to: "" };
  let end = start;
  for (; end < Math.min(lines.length, start + MAX_HEAD_LINES); end += 1) {
    const line = clean(lines[end] ?? "");
    if (line === "") break;
    for (const name of ["from", "subject", "to"] as const)
      if (found[name] === "" || name === "to") found[name] += ` ${NAMES[name].exec(line)?.[1] ?? ""}`.trimEnd();
  }
  const address = findAddresses(found.from)[0];
  if (address === undefined) return null;
  return {
    from: normalizeAddress(address),
    fromName: found.from
      .replace(/[<[(].*/u, "")
      .replaceAll('"', "")
      .trim(),
    subject: found.subject.trim(),
    text: lines.slice(end).join("\n"),
    references: [...references, ...inReplyTo],
    recipients: findAddresses(found.to).flatMap((each) => normalizeAddress(each) ?? []),
  };
}

const clean = (line: string): string =>
  line
    .replace(/^[\s>]+/u, "")
    .replaceAll("*", "")
    .trim();
