import { toRegistrableDomain } from "../../contacts/site-key";
import { toReplyTag } from "../../contract/reply-address";
import { anyOf } from "../../lib/any-of";
import { foldText } from "../../lib/fold-text";
import { WordIndex } from "../../lib/word-index";
import { isSharedDomain } from "../../suppression/objection-entry";
import type { DeliveryReport } from "./delivery-report";
import { readPlusTag, toMailboxKey } from "./gmail-address";
import { findAddresses } from "./text-addresses";

// Tells which application a mail is about. A wrong company is worse than none: where two fit, none is named.

/** An application that an answer may be about: a mail that was sent, or one without e-mail. */
export interface Application {
  companyId: string;
  companyName: string;
  /** Domain of its site, or host and path where sites share a host. */
  site: string;
  /** Null for one without e-mail, whose company may have addresses. */
  mail: { id: string; recipient: string; subject: string; messageId: string | null; sentAt: string } | null;
  addresses: readonly string[];
}

/** What is known of a mail. */
export interface MailTraces {
  from: string | null;
  fromName: string;
  recipients: readonly string[];
  subject: string;
  text: string;
  inReplyTo: readonly string[];
  references: readonly string[];
}

export interface Match {
  companyId: string;
  /** The last mail to the company; null for an application without one. */
  mailId: string | null;
  /** From 0 to 1. */
  certainty: number;
}

// Keys that only an answer has.
const BY_TAG = 0.98;
const BY_REFERENCE = 0.97;
// What anybody at the company may have.
const BY_ADDRESS_AND_SUBJECT = 0.95;
const BY_ADDRESS = 0.88;
const BY_DOMAIN_AND_SUBJECT = 0.9;
const BY_DOMAIN = 0.75;
// From elsewhere: what is quoted below.
const BY_QUOTE_AND_SUBJECT = 0.85;
const BY_QUOTE = 0.7;
const BY_NAME_AND_SUBJECT = 0.6;

/** @param ownMailboxes addresses of the user */
export function matchAnswer(
  mail: MailTraces,
  applications: readonly Application[],
  ownMailboxes: readonly string[],
): Match | null {
  const find = (test: (application: Application) => boolean) => applications.filter(test);
  const decide = (found: readonly Application[], certainty: number): Match | null => {
    const [companyId, ...others] = new Set(found.map((application) => application.companyId));
    return companyId === undefined || others.length > 0
      ? null
      : { companyId, mailId: findLastMail(applications, companyId), certainty };
  };

  const own = new Set(ownMailboxes.map((address) => toMailboxKey(address)));
  const tags = new Set(mail.recipients.filter((address) => own.has(toMailboxKey(address))).map(readPlusTag));
  const tagged = find(({ companyId }) => tags.has(toReplyTag(companyId)));
  const referred = findReferred(mail, applications);
  if (tagged.length > 0 || referred.length > 0) {
    const all = tagged.length > 0 && referred.length > 0 ? intersect(tagged, referred) : [...tagged, ...referred];
    return decide(all, tagged.length > 0 ? BY_TAG : BY_REFERENCE);
  }

  const subject = toSubjectKey(mail.subject);
  const hasSubject = ({ mail: sent }: Application) =>
    sent !== null && subject !== "" && isSameSubject(subject, toSubjectKey(sent.subject));
  const quoted = new Set(findAddresses(mail.text));
  const isQuoted = ({ mail: sent }: Application) => sent !== null && quoted.has(sent.recipient);
  const related = findRelated(mail.from, applications);
  const withQuote = find(isQuoted);
  const withSubject = find(hasSubject);
  // One company answers for another, as in a group: what is quoted tells which one was written to.
  const isForAnother = withQuote.length > 0 && intersect(withQuote, related.found).length === 0;
  if (related.found.length > 0 && !isForAnother) {
    const fitting = intersect(related.found, [...withSubject, ...withQuote]);
    const [certain, likely] = related.isExact
      ? [BY_ADDRESS_AND_SUBJECT, BY_ADDRESS]
      : [BY_DOMAIN_AND_SUBJECT, BY_DOMAIN];
    if (fitting.length > 0)
      return decide(fitting, certain) ?? decide(intersect(fitting, withQuote), BY_QUOTE_AND_SUBJECT);
    // A subject that another company alone was sent.
    const isOfAnother = new Set(withSubject.map(({ companyId }) => companyId)).size === 1;
    return isOfAnother ? null : decide(related.found, likely);
  }
  if (withQuote.length > 0) {
    const both = intersect(withQuote, withSubject);
    return both.length > 0 ? decide(both, BY_QUOTE_AND_SUBJECT) : decide(withQuote, BY_QUOTE);
  }
  // A system for applications answers in the company's name, or somebody from an address of their own.
  const words = [new WordIndex(mail.fromName), ...(isReply(mail.subject) ? [new WordIndex(mail.subject)] : [])];
  return decide(
    withSubject.filter(({ companyName }) => words.some((index) => isTellingName(companyName, index))),
    BY_NAME_AND_SUBJECT,
  );
}

/** Applications that a mail answers: by what it answers directly, else by what it refers to. */
function findReferred({ inReplyTo, references }: MailTraces, applications: readonly Application[]): Application[] {
  const find = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return applications.filter(({ mail }) => mail !== null && mail.messageId !== null && wanted.has(mail.messageId));
  };
  const direct = find(inReplyTo);
  return direct.length > 0 ? direct : find(references);
}

const intersect = (some: readonly Application[], others: readonly Application[]): Application[] => {
  const ids = new Set(others.map(({ companyId }) => companyId));
  return some.filter(({ companyId }) => ids.has(companyId));
};

/** Applications whose company the sender belongs to: by the very address, else by its domain. */
function findRelated(
  from: string | null,
  applications: readonly Application[],
): { found: Application[]; isExact: boolean } {
  if (from === null) return { found: [], isExact: false };
  const exact = applications.filter(({ mail, addresses }) => mail?.recipient === from || addresses.includes(from));
  if (exact.length > 0) return { found: exact, isExact: true };
  const domain = toOwnDomain(from);
  if (domain === null) return { found: [], isExact: false };
  const found = applications.filter(
    ({ mail, addresses, site }) =>
      site === domain ||
      [...(mail ? [mail.recipient] : []), ...addresses].some((address) => toOwnDomain(address) === domain),
  );
  return { found, isExact: false };
}

/** The domain of an address, where it is one organization's own. */
function toOwnDomain(address: string): string | null {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const registrable = toRegistrableDomain(domain);
  return isSharedDomain(domain) || isSharedDomain(registrable) ? null : registrable;
}

/** What programs put before a subject, and what they put for it. */
const PREFIX = anyOf(
  "iu",
  String.raw`^\s*(?:re|aw|wg|antw|antwort|tr|fwd?|fw|rép\.?|réponse|sv|vs|r|i|rif|ref|réf)(?:\s*[[(]\d+[\])])?\s*:\s*`,
  String.raw`^\s*\[[^\]]{1,40}\]\s*`,
  String.raw`^\s*(?:automatic reply|réponse automatique|automatische antwort|out of office|absence)\s*:\s*`,
);

/** A subject without what programs and people put before it, as it is compared. */
function toSubjectKey(subject: string): string {
  let rest = subject.slice(0, 500);
  for (let n = 0; n < 12; n += 1) {
    const shorter = rest.replace(PREFIX, "");
    if (shorter === rest) break;
    rest = shorter;
  }
  return foldText(rest)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether something stands before a subject that programs put there. */
const isReply = (subject: string): boolean => PREFIX.test(subject);

/** Below this, a subject is found in others by chance. */
const TELLING_SUBJECT_CHARS = 12;

/** The same, or one within the other: programs cut off, and systems add a number. */
const isSameSubject = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= TELLING_SUBJECT_CHARS && (one.includes(other) || other.includes(one)));

/** Shorter names are also words and names of people. */
const TELLING_NAME_CHARS = 6;
const isTellingName = (name: string, words: WordIndex): boolean =>
  foldText(name).replace(/[^\p{L}\p{N}]/gu, "").length >= TELLING_NAME_CHARS && words.findPhrase(name).length > 0;

const findLastMail = (applications: readonly Application[], companyId: string): string | null =>
  applications
    .filter((application) => application.companyId === companyId)
    .flatMap(({ mail }) => mail ?? [])
    .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt))[0]?.id ?? null;

// Bounces

const BOUNCE_BY_BOTH = 0.98;
const BOUNCE_BY_ADDRESS = 0.92;
const BOUNCE_BY_ID = 0.9;

/** A mail that came back, and the address that the report names. */
export interface BounceMatch extends Match {
  mailId: string;
  recipient: string;
  /** Whether the report names the address that the mail was sent to. */
  isAddressNamed: boolean;
}

/** The mail that a report is about: by its identifier, which Gmail may have replaced, and by the address. */
export function matchReport(
  { messageIds, recipients }: DeliveryReport,
  applications: readonly Application[],
): BounceMatch | null {
  const ids = new Set(messageIds);
  const addresses = new Set(recipients.map(({ address }) => address));
  const sent = applications.flatMap(({ companyId, mail }) => (mail ? [{ companyId, ...mail }] : []));
  const byId = sent.filter(({ messageId }) => messageId !== null && ids.has(messageId));
  const byAddress = sent.filter(({ recipient }) => addresses.has(recipient));
  const both = byId.filter(({ recipient }) => addresses.has(recipient));
  const [found, certainty] =
    both.length > 0
      ? [both, BOUNCE_BY_BOTH]
      : byId.length > 0
        ? // Another address than ours: where the company's server forwards to.
          [byId, BOUNCE_BY_ID]
        : [byAddress, BOUNCE_BY_ADDRESS];
  const [mail, ...others] = found.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
  // One address may be that of two companies; the later mail is not more likely to come back.
  if (!mail || others.some(({ companyId }) => companyId !== mail.companyId)) return null;
  return {
    companyId: mail.companyId,
    mailId: mail.id,
    recipient: mail.recipient,
    certainty,
    isAddressNamed: addresses.has(mail.recipient),
  };
}
