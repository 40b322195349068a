import { toMailboxKey } from "./gmail-address";
import type { InboundMail } from "./read-mail";
import { findAddresses } from "./text-addresses";

/** What Google sends to a new forwarding address: a code, a link, or both. */
export interface GoogleConfirmation {
  code: string | null;
  link: string | null;
}

const SENDER = "forwarding-noreply@google.com";
const CODE_IN_SUBJECT = /#\s?(\d{6,12})\b/u;
/** Alone in its line, or after the words for it. */
const CODE_IN_TEXT = /(?:^|[:：\s(#])(\d{8,10})(?=[\s).]|$)/mu;
const LINK = /https:\/\/mail(?:-settings)?\.google\.com\/mail\/vf-[^\s<>"')]{10,1000}/u;

/** Whether a mail says that it is the one with the code. */
export const claimsToBeConfirmation = ({ from }: InboundMail): boolean => from === SENDER;

/**
 * Reads Google's code.
 * @param mail signed by Google
 * @param ownMailboxes only a code for one of these is read: anybody can ask Google to send one here
 */
export function readGoogleConfirmation(
  mail: InboundMail,
  ownMailboxes: readonly string[],
): GoogleConfirmation | "other_mailbox" | "malformed" {
  const beginning = `${mail.subject}\n${mail.text.slice(0, 4_000)}`;
  const named = new Set(findAddresses(beginning).map((address) => toMailboxKey(address)));
  if (!ownMailboxes.some((address) => named.has(toMailboxKey(address)))) return "other_mailbox";
  const code = (CODE_IN_SUBJECT.exec(mail.subject) ?? CODE_IN_TEXT.exec(mail.text.slice(0, 4_000)))?.[1] ?? null;
  const link = LINK.exec(mail.text)?.[0] ?? null;
  return code === null && link === null
    ? "malformed"
    : { code, link: link !== null && isGoogleLink(link) ? link : null };
}

/** Its beginning is known; this is what a browser would open. */
function isGoogleLink(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^mail(?:-settings)?\.google\.com$/u.test(url.host) &&
    url.username === "" &&
    url.pathname.startsWith("/mail/vf-")
  );
}
