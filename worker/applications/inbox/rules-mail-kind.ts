import type { InboundMail } from "./read-mail";

/** More servers than a mail passes on its way, forwarding included. */
const MAX_HOPS = 40;

const findAll = ({ headers }: InboundMail, name: string): string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());

/** A reply that a program gave by itself: an absence, a confirmation of receipt. */
export function isAutomaticReply(mail: InboundMail): boolean {
  const has = (name: string) => findAll(mail, name).length > 0;
  return (
    findAll(mail, "auto-submitted").some((value) => /^auto-(?:replied|notified)\b/u.test(value)) ||
    findAll(mail, "precedence").some((value) => value === "auto_reply") ||
    findAll(mail, "x-autoreply").some((value) => value !== "no") ||
    has("x-autorespond") ||
    has("x-autoresponder")
  );
}

/** Written by a program, or sent to many: by a system for applications, say, or as a newsletter. */
export function isGenerated(mail: InboundMail): boolean {
  return (
    findAll(mail, "auto-submitted").some((value) => value !== "" && value !== "no" && !value.startsWith("no ")) ||
    findAll(mail, "precedence").some((value) => /^(?:bulk|list|junk)$/u.test(value)) ||
    findAll(mail, "list-id").length > 0 ||
    findAll(mail, "list-unsubscribe").length > 0
  );
}

/** A mail that goes round in circles, or comes from the place that it goes to. */
export function isLoop(mail: InboundMail, envelopeFrom: string, inboundDomain: string): boolean {
  const isOurs = (address: string) => address.toLowerCase().endsWith(`@${inboundDomain}`);
  return (
    findAll(mail, "received").length > MAX_HOPS ||
    isOurs(envelopeFrom) ||
    (mail.from !== null && isOurs(mail.from)) ||
    // It was forwarded from here, to a mailbox that forwards it back.
    findAll(mail, "x-forwarded-for").some((value) =>
      value
        .split(/[\s,]+/u)
        .slice(0, -1)
        .some(isOurs),
    )
  );
}
