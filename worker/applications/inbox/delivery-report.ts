import { normalizeAddress } from "../../lib/email-address";
import {
  COPY_BEGINS,
  DELAY,
  FAILURE,
  FAILURE_SUBJECT,
  OTHER_LINE,
  SYSTEM_LOCAL_PART,
  SYSTEM_NAME,
} from "./delivery-report-words";
import type { InboundMail } from "./read-mail";
import { findAddresses } from "./text-addresses";

// Reads delivery status notifications (RFC 3464), and what mail systems send in their place: X-Failed-Recipients of
// Exim and Gmail, and plain text (qmail, old gateways, providers' own pages).

/** `delayed`: the mail is still on its way. `other`: it has arrived, or was read. */
type ReportKind = "failed" | "delayed" | "other";

export interface ReportedRecipient {
  /** Lower case. */
  address: string;
  /** Of RFC 3463, such as 5.1.1; null where none is told. */
  status: string | null;
}

export interface DeliveryReport {
  kind: ReportKind;
  /** Those that were not reached, the most reliable first; several spellings of one recipient may be among them. */
  recipients: readonly ReportedRecipient[];
  /** Message-IDs of the mail that it is about. */
  messageIds: readonly string[];
}

type Fields = ReadonlyMap<string, string>;

const MAX_RECIPIENTS = 20;
/** Where a system tells in plain words, it does so at the beginning. */
const MAX_PROSE_CHARS = 12_000;

/** @returns null for a mail that is no report */
export function readDeliveryReport(mail: InboundMail): DeliveryReport | null {
  const { headers, parts } = mail;
  const contentType = findHeader(mail, "content-type");
  const status = parts.find(
    ({ type }) => type === "message/delivery-status" || type === "message/global-delivery-status",
  );
  const failed = headers.filter(({ key }) => key === "x-failed-recipients").map(({ value }) => value);
  const fromSystem = isFromMailSystem(mail);
  if (/report-type\s*=\s*"?disposition-notification/iu.test(contentType) && !status)
    return { ...NOTHING, kind: "other" };
  const isReport =
    status !== undefined ||
    (failed.length > 0 && (fromSystem || /^auto-/iu.test(findHeader(mail, "auto-submitted")))) ||
    /report-type\s*=\s*"?delivery-status/iu.test(contentType) ||
    (fromSystem && !isListMail(mail) && (FAILURE_SUBJECT.test(mail.subject) || FAILURE.test(toProse(mail.text))));
  if (!isReport) return null;

  const groups = status ? parseFieldGroups(status.text) : findFieldGroups(mail.text);
  const told = groups.flatMap((fields) => readRecipient(fields));
  const kind = told.length > 0 ? chooseKind(told.map((each) => each.kind)) : readKindFromProse(mail);
  const returned = readReturnedMail(mail);
  const messageIds = [...new Set([...returned.messageIds, ...listNamedIds(mail)])];
  if (kind !== "failed") return { kind, recipients: [], messageIds };
  const own = listOwnAddresses(mail);
  const structured = [
    ...told
      .filter((each) => each.kind === "failed")
      .flatMap(({ addresses, status: code }) => toRecipients(addresses, code)),
    ...toRecipients(listForwardedFrom(mail), null),
    ...toRecipients(
      failed.flatMap((value) => value.split(/[\s,;]+/u)),
      told.length > 0 ? null : readProseStatus(mail),
    ),
  ];
  const found = structured.length > 0 ? structured : findInProse(mail, own);
  // What it was sent to stands in the mail itself, where the report says nothing that can be read.
  const recipients = found.length > 0 ? found : toRecipients(returned.to, null);
  return { kind, recipients: uniqueRecipients(recipients.filter(({ address }) => !own.has(address))), messageIds };
}

const NOTHING = { recipients: [], messageIds: [] } as const;

const findHeader = ({ headers }: InboundMail, name: string): string =>
  headers.find(({ key }) => key === name)?.value ?? "";

// Who writes

/** A mail server, as far as From and the empty envelope say. */
function isFromMailSystem(mail: InboundMail): boolean {
  const { from, fromName } = mail;
  if (from === null) return /^\s*<>\s*$/u.test(findHeader(mail, "return-path"));
  return SYSTEM_LOCAL_PART.test(from) || SYSTEM_NAME.test(fromName);
}

/** Sent to many: no report of one mail, whoever it says it is from. */
const isListMail = ({ headers }: InboundMail): boolean =>
  headers.some(({ key }) => key === "list-unsubscribe" || key === "list-id");

// Fields of RFC 3464

const FIELD = /^([A-Za-z][A-Za-z0-9-]{1,40})\s*:\s?(.*)$/u;

/** Groups of fields between blank lines, unfolded; names in lower case. */
function parseFieldGroups(text: string): Fields[] {
  return text.split(/\r?\n[ \t]*\r?\n/u).flatMap((block) => {
    const fields = new Map<string, string>();
    for (const line of block.replace(/\r?\n[ \t]+/gu, " ").split(/\r?\n/u)) {
      const [, name = "", value = ""] = FIELD.exec(line.trim()) ?? [];
      if (name !== "" && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
    }
    return fields.size > 0 ? [fields] : [];
  });
}

const IS_RECIPIENT_FIELD = /^\s*(?:final|original)-recipient\s*:/imu;

/** The same within a text, where a system has flattened its report. */
const findFieldGroups = (text: string): Fields[] => (IS_RECIPIENT_FIELD.test(text) ? parseFieldGroups(text) : []);

interface ToldRecipient {
  kind: ReportKind;
  addresses: string[];
  status: string | null;
}

/** What a group says of its recipient; nothing for a group about the whole mail. */
function readRecipient(fields: Fields): ToldRecipient[] {
  const names = ["original-recipient", "final-recipient", "x-actual-recipient"].filter((name) => fields.has(name));
  if (names.length === 0) return [];
  const status =
    /\b([245]\.\d{1,3}\.\d{1,3})\b/u.exec(fields.get("status") ?? fields.get("diagnostic-code") ?? "")?.[1] ?? null;
  const action = /^[a-z]+/u.exec((fields.get("action") ?? "").trim().toLowerCase())?.[0] ?? "";
  return [
    {
      kind: toKind(action, status),
      addresses: names.flatMap((name) => parseRecipient(fields.get(name) ?? "") ?? []),
      status,
    },
  ];
}

function toKind(action: string, status: string | null): ReportKind {
  if (action === "failed" || action === "failure") return "failed";
  if (action === "delayed") return "delayed";
  if (action === "") return status?.startsWith("4") ? "delayed" : status?.startsWith("2") ? "other" : "failed";
  return "other";
}

const chooseKind = (kinds: readonly ReportKind[]): ReportKind =>
  kinds.includes("failed") ? "failed" : kinds.includes("delayed") ? "delayed" : "other";

/** `rfc822; user@firm.example`, as xtext (RFC 3461) or with code points (RFC 6533), maybe without its type. */
function parseRecipient(value: string): string | null {
  const [type, ...rest] = value.includes(";") ? value.split(";") : ["", value];
  const plain = rest
    .join(";")
    .replace(/\\x\{([0-9A-Fa-f]{2,6})\}/gu, (_, code: string) => toCharacter(Number.parseInt(code, 16)))
    .trim();
  const address = readAddress(plain);
  // Only in Original-Recipient, and only what is no address as it stands, or has an encoded sign.
  const decoded =
    /^\s*rfc822/iu.test(type ?? "") && /\+[0-9A-F]{2}/u.test(plain) ? readAddress(decodeXtext(plain)) : null;
  return decoded ?? address;
}

const toCharacter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
/** Of xtext only what an address would encode: plus and equals signs. A tag such as +1234 stays. */
const decodeXtext = (text: string): string =>
  text.replace(/\+(2B|3D)/gu, (_, code: string) => (code === "2B" ? "+" : "="));

/** The address in a text that is one, in angle brackets, with a comment or alone. */
function readAddress(text: string): string | null {
  const inBrackets = /<([^<>]{3,320})>/u.exec(text)?.[1];
  const word = (inBrackets ?? text.replace(/\([^()]*\)/gu, " ")).trim().replace(/^(?:mailto|smtp|rfc822)[:;]\s*/iu, "");
  return normalizeAnyAddress(word.replace(/^['"]+|['".,;:]+$/gu, ""));
}

/** The same for names in any script (RFC 6531). */
function normalizeAnyAddress(address: string): string | null {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(at, 0)).normalize("NFC").toLowerCase();
  const plain = normalizeAddress(
    `${/^[\p{L}\p{M}\p{N}._%+'&~!#$=-]{1,64}$/u.test(local) ? "x" : local}${address.slice(at)}`,
  );
  return plain === null ? null : plain.replace(/^x(?=@)/u, local);
}

// Prose

function toProse(text: string): string {
  const beginning = text.slice(0, MAX_PROSE_CHARS);
  const end = COPY_BEGINS.exec(beginning)?.index ?? beginning.length;
  return beginning.slice(0, end);
}

function readKindFromProse(mail: InboundMail): ReportKind {
  const prose = `${mail.subject}\n${toProse(mail.text)}`;
  return DELAY.test(prose) ? "delayed" : "failed";
}

const STATUS_IN_TEXT = /(?:^|[\s(#[])([45]\.\d{1,3}\.\d{1,3})(?=[\s):,;\].-]|$)/mu;
/** Addresses in the words of a system. */
function findInProse(mail: InboundMail, own: ReadonlySet<string>): ReportedRecipient[] {
  const status = readProseStatus(mail);
  const lines = toProse(mail.text)
    .split(/\r?\n/u)
    .filter((line) => !OTHER_LINE.test(line));
  const addresses = lines.flatMap((line) => findAddresses(line.slice(0, 1_000)));
  return toRecipients(addresses, status).filter(
    ({ address }) => !own.has(address) && !/^(?:mailer-daemon|postmaster|abuse|support|help|hilfe)@/u.test(address),
  );
}

/** Addresses that forward to the one that failed, as Exim tells. Of themselves it says nothing. */
const listForwardedFrom = ({ text }: InboundMail): string[] =>
  [...toProse(text).matchAll(/\(generated from ([^()\s]{3,320})\)/gu)].map(([, address = ""]) => address);

const readProseStatus = ({ text }: InboundMail): string | null => STATUS_IN_TEXT.exec(toProse(text))?.[1] ?? null;

/** The system that writes and the user who sent: neither is a recipient. */
function listOwnAddresses(mail: InboundMail): Set<string> {
  return new Set([mail.from, ...mail.recipients].filter((address) => address !== null));
}

// The mail that it is about

interface ReturnedMail {
  messageIds: string[];
  to: string[];
}

const MESSAGE_ID = /^<?([^<>\s]{1,250}@[^<>\s]{1,250})>?/u;
const toMessageId = (value: string): string[] => {
  const id = MESSAGE_ID.exec(value.trim())?.[1];
  return id === undefined ? [] : [`<${id}>`];
};

function readReturnedMail({ parts, text }: InboundMail): ReturnedMail {
  const enclosed = parts.filter(({ type }) =>
    /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/u.test(type),
  );
  const copy = enclosed.length > 0 ? enclosed.map((part) => part.text) : [findCopy(text)];
  const heads = copy.map((whole) => readHead(whole));
  return {
    messageIds: heads.flatMap((head) => toMessageId(head.get("message-id") ?? "")),
    to: heads.flatMap((head) => findAddresses(head.get("to") ?? "")),
  };
}

/** The copy within a text, from its first header on. */
function findCopy(text: string): string {
  const at = text.search(/^(?:>\s*)?(?:return-path|received|from|date|message-id|to|subject|mime-version)\s*:/imu);
  return at === -1 ? "" : text.slice(at).replace(/^> ?/gmu, "");
}

/** The headers of a mail, names in lower case, each once. */
function readHead(whole: string): Fields {
  const head = whole.trimStart().split(/\r?\n[ \t]*\r?\n/u, 1)[0] ?? "";
  return parseFieldGroups(head)[0] ?? new Map();
}

/** Message-IDs that a report names itself. */
const listNamedIds = ({ headers, parts, text }: InboundMail): string[] => [
  ...headers.flatMap(({ key, value }) =>
    key === "in-reply-to" || key === "references" || key === "x-original-message-id"
      ? (value.slice(0, 20_000).match(/<[^<>\s]{3,500}>/gu) ?? [])
      : [],
  ),
  ...[text, ...parts.map((part) => part.text)].flatMap(
    (body) => /^[\s>]*(?:x-)?(?:original-)?message-id\s*:\s*(<[^<>\s]{3,500}>)/imu.exec(body)?.[1] ?? [],
  ),
];

// Lists

const toRecipients = (texts: readonly string[], status: string | null): ReportedRecipient[] =>
  texts.flatMap((text) => {
    const address = readAddress(text);
    return address === null ? [] : [{ address, status }];
  });

function uniqueRecipients(recipients: readonly ReportedRecipient[]): ReportedRecipient[] {
  const byAddress = new Map<string, ReportedRecipient>();
  for (const each of recipients) {
    const known = byAddress.get(each.address);
    if (!known) byAddress.set(each.address, each);
    else if (known.status === null) byAddress.set(each.address, each);
  }
  return [...byAddress.values()].slice(0, MAX_RECIPIENTS);
}

/** Status codes that say of an address that nobody is there, whoever writes. */
const NOBODY_THERE = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/u;
export const isNobodyThere = ({ status }: ReportedRecipient): boolean => status !== null && NOBODY_THERE.test(status);
