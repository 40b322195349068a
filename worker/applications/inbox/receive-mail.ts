import type { CommonDeps, Deps } from "../../compose";
import { toRegistrableDomain } from "../../contacts/site-key";
import type { Outcome } from "../../contract/companies";
import type { InboxCountKind } from "../../contract/inbox";
import { LIMITS } from "../../contract/limits";
import { sha256 } from "../../lib/hash";
import { log } from "../../lib/log";
import { tellTabs } from "../../platform/activity-signals";
import { reportUndeliverable } from "../../suppression/undeliverable-addresses";
import { type AnswerReading, type GivenAnswer, readAnswer } from "../answers/read-answer";
import { type Authentication, readAuthentication, type SenderProof } from "./authentication";
import { type DeliveryReport, isNobodyThere, readDeliveryReport } from "./delivery-report";
import { readForwardedMail } from "./forwarded-mail";
import { toMailboxKey } from "./gmail-address";
import { claimsToBeConfirmation, readGoogleConfirmation } from "./google-confirmation";
import { readInboxName } from "./inbox-address";
import { type BounceMatch, matchAnswer, matchReport } from "./match-mail";
import { type InboundMail, parseMail, readBeginning } from "./read-mail";
import { isAutomaticReply, isGenerated, isLoop } from "./rules-mail-kind";
import {
  countMail,
  findInboxOwner,
  insertForwardedProposal,
  type InboxOwner,
  type KnownApplication,
  listApplications,
  saveConfirmation,
} from "./store-inboxes";

/** A mail as the platform hands it over. */
export interface IncomingMail {
  /** Of the envelope; empty for none. */
  from: string;
  to: string;
  raw: ReadableStream<Uint8Array>;
  /** Bytes. */
  rawSize: number;
  /** Refuses it while the sending server still waits. */
  setReject(reason: string): void;
}

type Ports = Pick<Deps, "db" | "sharedDb" | "config" | "now" | "dns" | "activities">;

/** How a mail came here; `claimed`: by the user's Gmail, as far as the mail itself says. */
type Route = "forwarded" | "claimed" | "by_hand" | "elsewhere";

/** What a mail is, and its trustworthiness. */
interface Received {
  mail: InboundMail;
  bytes: Uint8Array;
  authentication: Authentication;
  route: Route;
  owner: InboxOwner;
  at: string;
}

// Certainty of a proposal is at most that of its sender: the user sees how sure the program is.
const MOST_CERTAIN: Record<SenderProof, number> = { proven: 1, unproven: 0.5, failed: 0.2 };
/** Of a mail of which not even the way is proven. */
const MOST_CERTAIN_CLAIMED = 0.4;
/** Of a report by a mail system that has nothing to do with the recipient: anybody can write one. */
const MOST_CERTAIN_FOREIGN_REPORT = 0.6;
/** Of an answer that a program has written. */
const MOST_CERTAIN_GENERATED = 0.6;
/** That an answer came, where it cannot be told what it says. */
const UNCLEAR_CERTAINTY = 0.5;

/**
 * Receives a mail for a user. It is refused only where nobody asked for it: a refusal of what the user's Gmail forwards
 * would come back to them as a bounce, for each mail.
 * @throws where the database fails: the sending server then tries again
 */
export async function receiveMail(incoming: IncomingMail, common: CommonDeps): Promise<void> {
  const { config, now } = common;
  const name = config.inboundDomain === undefined ? null : readInboxName(incoming.to, config.inboundDomain);
  const owner = name === null ? undefined : await findOwner(common, name);
  if (!owner || config.inboundDomain === undefined) {
    log("inbound_mail", { kind: "unknown_address" });
    incoming.setReject("No such address");
    return;
  }
  const ports = await common.openUserShard(owner.userId);
  const { db } = ports;
  const at = now().toISOString();
  const received = await openMail(incoming, owner, config.inboundDomain, at);
  if ("refused" in received) {
    await countMail(db, owner.userId, received.refused, at);
    log("inbound_mail", { kind: received.refused });
    if (received.isForeign) incoming.setReject("Not accepted");
    return;
  }
  const kind = await handleMail(received, ports);
  if (kind !== null) await countMail(db, owner.userId, kind, at);
  await tellTabs(ports, owner.userId, { changed: true });
  const { authentication, route } = received;
  log("inbound_mail", { kind: kind ?? "confirmation", sender: authentication.sender, route });
}

/** A name tells nothing of its user: each shard looks into the index of its own. */
async function findOwner({ shards, openShard }: CommonDeps, name: string): Promise<InboxOwner | undefined> {
  const owners = await Promise.all(shards.map((shard) => findInboxOwner(openShard(shard).db, name)));
  return owners.find((owner) => owner !== undefined);
}

/** Reads a mail and checks where it comes from, without asking the database. */
async function openMail(
  { from, raw, rawSize }: IncomingMail,
  owner: InboxOwner,
  inboundDomain: string,
  at: string,
): Promise<Received | { refused: InboxCountKind; isForeign: boolean }> {
  const isOwnEnvelope = isOneOf(owner.mailboxes, from);
  if (rawSize > LIMITS.inboundMailBytes) {
    await raw.cancel();
    return { refused: "too_large", isForeign: !isOwnEnvelope };
  }
  const bytes = await readBeginning(raw);
  const mail = await parseMail(bytes);
  if (!mail) return { refused: "malformed", isForeign: !isOwnEnvelope };
  const { from: sender } = mail;
  // A mail system may leave From empty, or write none that is an address.
  const authentication = readAuthentication(mail.headers, sender ?? "", from);
  const route = claimsToBeConfirmation(mail) ? "by_hand" : findRoute(mail, from, authentication, owner.mailboxes);
  const refuse = (refused: InboxCountKind) => ({ refused, isForeign: route === "elsewhere" });
  if (claimsToBeConfirmation(mail) && !authentication.signedByFrom) return { refused: "forged", isForeign: true };
  if (isLoop(mail, from, inboundDomain)) return refuse("loop");
  if (route === "elsewhere") return refuse("not_forwarded");
  if (authentication.sender === "failed") return refuse("forged");
  return { mail, bytes, authentication, route, owner, at };
}

const isOneOf = (mailboxes: readonly string[], address: string): boolean =>
  address !== "" && mailboxes.some((mailbox) => toMailboxKey(mailbox) === toMailboxKey(address));

/**
 * Gmail forwards with `ana+caf_=<address>@gmail.com` in the envelope, and says in X-Forwarded-For whose mailbox it was.
 * What the user forwards by hand is from their own address.
 */
function findRoute(
  { from, headers }: InboundMail,
  envelopeFrom: string,
  { isTold, isEnvelopeProven, isSealedByGoogle, sender }: Authentication,
  mailboxes: readonly string[],
): Route {
  if (from !== null && isOneOf(mailboxes, from) && sender === "proven") return "by_hand";
  if (isOneOf(mailboxes, envelopeFrom)) return isEnvelopeProven ? "forwarded" : isTold ? "elsewhere" : "claimed";
  const [forwardedFor = ""] = (headers.find(({ key }) => key === "x-forwarded-for")?.value ?? "")
    .trim()
    .split(/[\s,]+/u);
  return isOneOf(mailboxes, forwardedFor) && (isSealedByGoogle || !isTold) ? "claimed" : "elsewhere";
}

/** @returns what became of it, to be counted; null for Google's confirmation */
async function handleMail(received: Received, ports: Ports): Promise<InboxCountKind | null> {
  const { mail, owner, at } = received;
  const { db } = ports;
  if (claimsToBeConfirmation(mail)) {
    const confirmation = readGoogleConfirmation(mail, owner.mailboxes);
    if (typeof confirmation === "string") return confirmation;
    await saveConfirmation(db, owner.userId, confirmation, at);
    return null;
  }
  const report = readDeliveryReport(mail);
  if (report?.kind === "delayed") return "delayed";
  if (report?.kind === "other") return "automatic";
  // A mail without a sender is a report, or nothing that a program shows.
  if (!report && mail.from === null) return "malformed";
  if (!report && isAutomaticReply(mail)) return "automatic";
  const applications = await listApplications(db, owner.userId, ports.now());
  if (!applications) return "over_limit";
  return report ? takeBounce(report, received, applications, ports) : takeAnswer(received, applications, ports);
}

/** How certain a proposal may be at most. */
const limitCertainty = ({ authentication, route }: Received): number =>
  Math.min(MOST_CERTAIN[authentication.sender], route === "claimed" ? MOST_CERTAIN_CLAIMED : 1);

const toEvent = async ({ mail, bytes, owner, at }: Received) => ({
  // The same mail again is the same event.
  id: (await sha256(`inbound ${owner.userId} ${mail.messageId ?? (await sha256(bytes))}`)).slice(0, 32),
  at,
});

async function takeBounce(
  report: DeliveryReport,
  received: Received,
  applications: readonly KnownApplication[],
  ports: Ports,
): Promise<InboxCountKind> {
  const { mail, owner, authentication } = received;
  const match = matchReport(report, applications);
  if (!match) return "unmatched";
  const inserted = await insertForwardedProposal(
    ports.db,
    { userId: owner.userId, companyId: match.companyId },
    {
      outcome: "bounced",
      how: "forwarded",
      sender: mail.from,
      subject: cut(mail.subject),
      excerpt: null,
      confidence: Math.min(
        match.certainty,
        limitCertainty(received),
        isByKnownSystem(match, received) ? 1 : MOST_CERTAIN_FOREIGN_REPORT,
      ),
      mailId: match.mailId,
      senderProven: authentication.sender === "proven",
    },
    await toEvent(received),
  );
  if (isProofForAll(report, match, received))
    await reportUndeliverable({ address: match.recipient, mailbox: toMailboxKey(owner.mailboxes[0] ?? "") }, ports);
  return toCountKind(inserted, "bounce");
}

const toCountKind = (
  inserted: Awaited<ReturnType<typeof insertForwardedProposal>>,
  proposed: "answer" | "bounce",
): InboxCountKind => (inserted === "full" ? "over_limit" : inserted === "known" ? "known" : proposed);

/** Gmail's own reports come from here. */
const GMAIL_SYSTEM_DOMAINS: ReadonlySet<string> = new Set(["googlemail.com", "google.com", "gmail.com"]);

/** Whether a report is by Gmail itself or by the recipient's domain. */
function isByKnownSystem({ recipient }: BounceMatch, { mail: { from } }: Received): boolean {
  const toDomain = (address: string) => toRegistrableDomain(address.slice(address.lastIndexOf("@") + 1));
  return from !== null && (GMAIL_SYSTEM_DOMAINS.has(toDomain(from)) || toDomain(from) === toDomain(recipient));
}

/**
 * Whether a report counts for all users: it came from the user's own mailbox, by a system that knows, about the very
 * address, and says that nobody is there.
 */
const isProofForAll = (report: DeliveryReport, match: BounceMatch, received: Received): boolean =>
  received.route === "forwarded" &&
  received.authentication.sender === "proven" &&
  isByKnownSystem(match, received) &&
  report.recipients.some((recipient) => recipient.address === match.recipient && isNobodyThere(recipient));

async function takeAnswer(
  received: Received,
  applications: readonly KnownApplication[],
  ports: Ports,
): Promise<InboxCountKind> {
  const { mail, owner, authentication } = received;
  const inner = findInnerMail(received);
  if (inner === "own_copy") return "own_copy";
  const { traces, given } = inner ?? { traces: mail, given: { email: mail.email } };
  const match = matchAnswer(traces, applications, owner.mailboxes);
  if (!match) return "unmatched";
  const reading = await readAnswer(given);
  const known = applications.find(({ companyId }) => companyId === match.companyId)?.outcome ?? null;
  const outcome = chooseOutcome(reading, isGenerated(mail), known);
  if (outcome === "automatic" || outcome === "known") return outcome;
  const inserted = await insertForwardedProposal(
    ports.db,
    { userId: owner.userId, companyId: match.companyId },
    {
      outcome: outcome.outcome,
      how: "forwarded",
      sender: traces.from,
      subject: cut(traces.subject),
      excerpt: owner.keepExcerpts ? reading.excerpt : null,
      confidence: Math.min(match.certainty, outcome.certainty, limitCertainty(received)),
      mailId: null,
      // Of a mail that the user forwards by hand only their own part is proven.
      senderProven: inner ? null : authentication.sender === "proven",
    },
    await toEvent(received),
  );
  return toCountKind(inserted, "answer");
}

/** The mail in a mail that the user forwards by hand; `own_copy` for a mail of theirs that holds none. */
function findInnerMail({ mail, route, owner }: Received) {
  if (route !== "by_hand" && !(mail.from !== null && isOneOf(owner.mailboxes, mail.from))) return null;
  const forwarded = readForwardedMail(mail);
  // What the user wrote in a thread is no answer, wherever it is quoted.
  if (!forwarded || forwarded.from === null || isOneOf(owner.mailboxes, forwarded.from)) return "own_copy";
  const given: GivenAnswer = { text: forwarded.text };
  return { traces: { ...forwarded, inReplyTo: [] }, given };
}

/** An outcome to propose, or why there is none. */
function chooseOutcome(
  { outcome, isAutomatic, confidence }: AnswerReading,
  generated: boolean,
  known: Outcome | null,
): { outcome: Outcome; certainty: number } | "automatic" | "known" {
  if (isAutomatic) return "automatic";
  const isClear = outcome !== null && outcome !== "answered" && outcome !== "no_answer" && outcome !== "bounced";
  // A system for applications may refuse or invite; else nobody has answered.
  if (generated && !isClear) return "automatic";
  if (isClear)
    return outcome === known
      ? "known"
      : { outcome, certainty: generated ? Math.min(confidence, MOST_CERTAIN_GENERATED) : confidence };
  // That somebody wrote is known once anything is.
  if (known !== null && known !== "no_answer") return "known";
  return { outcome: "answered", certainty: outcome === "answered" ? confidence : UNCLEAR_CERTAINTY };
}

const cut = (subject: string): string | null => (subject === "" ? null : subject.slice(0, LIMITS.subjectLength));
