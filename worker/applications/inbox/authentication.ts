import { toRegistrableDomain } from "../../contacts/site-key";
import { normalizeAddress } from "../../lib/email-address";

// Reads what the receiving server says of a mail's origin (RFC 8601), and nothing that the mail says of itself.
// Cloudflare puts its own lines above all others: Received, ARC-Seal, ARC-Message-Signature,
// ARC-Authentication-Results, Received-SPF, Authentication-Results, X-CF-SpamH-Score. What stands below came with the
// mail. Only where Cloudflare has verified an ARC chain (RFC 8617) that Google sealed last, Google's verdict is read
// too: a mail without a DKIM signature cannot be proven once it is forwarded.

/** A header of a mail: its name in lower case, its value unfolded. */
export interface MailHeader {
  key: string;
  value: string;
}

/** `failed`: it breaks the rule of the domain in From, which asks to refuse such mails. */
export type SenderProof = "proven" | "unproven" | "failed";

export interface Authentication {
  /** Whether the receiving server says anything. */
  isTold: boolean;
  /** Whether the mail comes from the domain in From. */
  sender: SenderProof;
  /** By the receiving server itself: the domain in From signed it. */
  signedByFrom: boolean;
  /** The server that delivered it may send for the domain of the envelope's sender. */
  isEnvelopeProven: boolean;
  /** Google has sealed it last, as it does with what it forwards. */
  isSealedByGoogle: boolean;
}

interface Verdict {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

const RECEIVING_SERVER = "mx.cloudflare.net";
const RECEIVED_BY_CLOUDFLARE = /^from\s[^;]*\sby\s+cloudflare-email\.net(?:\s|$)/iu;
const CLOUDFLARE_LINES: ReadonlySet<string> = new Set([
  "arc-seal",
  "arc-message-signature",
  "arc-authentication-results",
  "received-spf",
  "authentication-results",
  "x-cf-spamh-score",
]);
const FORWARDER = "mx.google.com";
const FORWARDER_DOMAIN = "google.com";
/** Longest value that is read; those of Cloudflare and Google have some 600 characters. */
const MAX_VALUE_CHARS = 8_000;

const UNTOLD: Authentication = {
  isTold: false,
  sender: "unproven",
  signedByFrom: false,
  isEnvelopeProven: false,
  isSealedByGoogle: false,
};

/**
 * @param headers of the raw mail, the first line first
 * @param from the only address in From, lower case
 * @param envelopeFrom the envelope's sender as the receiving server tells it; empty for none
 */
export function readAuthentication(headers: readonly MailHeader[], from: string, envelopeFrom: string): Authentication {
  const block = findReceivingBlock(headers);
  const own = block && readOwnVerdicts(block.lines);
  if (!block || !own) return UNTOLD;
  const domain = toDomain(from);
  const dmarc = own.find(({ method }) => method === "dmarc");
  const signedByFrom = hasAlignedSignature(own, domain);
  const isChainValid = own.some(({ method, result }) => method === "arc" && result === "pass");
  const sealed = isChainValid ? readGooglesVerdicts(headers.slice(block.lines.length)) : null;
  const isProven =
    signedByFrom ||
    (dmarc?.result === "pass" && isAligned(dmarc.properties.get("header.from"), domain)) ||
    (sealed !== null && isProvenBy(sealed, domain));
  const isFailed = dmarc?.result === "fail" && /^(?:quarantine|reject)$/u.test(readPolicy(dmarc) ?? "");
  return {
    isTold: true,
    sender: isProven ? "proven" : isFailed ? "failed" : "unproven",
    signedByFrom,
    isEnvelopeProven: isPermitted(own, envelopeFrom),
    isSealedByGoogle: sealed !== null,
  };
}

const toDomain = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Whether two domains belong to one organization. */
const isAligned = (domain: string | undefined, from: string): boolean =>
  domain !== undefined && from !== "" && toRegistrableDomain(toDomain(domain)) === toRegistrableDomain(from);

const hasAlignedSignature = (verdicts: readonly Verdict[], domain: string): boolean =>
  verdicts.some(
    ({ method, result, properties }) =>
      method === "dkim" &&
      result === "pass" &&
      isAligned(properties.get("header.d") ?? properties.get("header.i"), domain),
  );

const readPolicy = ({ properties }: Verdict): string | undefined =>
  (properties.get("policy.dmarc") ?? properties.get("policy.published-domain-policy"))?.toLowerCase();

/** SPF passed for the domain of the envelope's sender, which some servers do not repeat. */
const isPermitted = (verdicts: readonly Verdict[], envelopeFrom: string): boolean =>
  normalizeAddress(envelopeFrom) !== null &&
  verdicts.some(({ method, result, properties }) => {
    const checked = properties.get("smtp.mailfrom");
    return (
      method === "spf" &&
      result === "pass" &&
      (checked === undefined ? properties.size === 0 : toDomain(checked) === toDomain(envelopeFrom))
    );
  });

/** The lines that the receiving server has put above the mail; null where it has put none. */
function findReceivingBlock(headers: readonly MailHeader[]): { lines: readonly MailHeader[] } | null {
  const [first] = headers;
  if (first?.key !== "received" || !RECEIVED_BY_CLOUDFLARE.test(first.value.slice(0, MAX_VALUE_CHARS))) return null;
  const seen = new Set<string>();
  let end = 1;
  // Each of its lines comes once: a second one came with the mail.
  for (const { key } of headers.slice(1)) {
    if (!CLOUDFLARE_LINES.has(key) || seen.has(key)) break;
    seen.add(key);
    end += 1;
  }
  return { lines: headers.slice(0, end) };
}

/** Its verdicts; null where it gives none. Two lines tell them: one that differs came with the mail. */
function readOwnVerdicts(block: readonly MailHeader[]): readonly Verdict[] | null {
  const findValue = (name: string) => block.find(({ key }) => key === name)?.value.slice(0, MAX_VALUE_CHARS);
  const results = findValue("authentication-results");
  const sealed = findValue("arc-authentication-results");
  const told = [results, sealed && removeInstance(sealed)].filter((value) => value !== undefined);
  const [first, ...others] = new Set(told.map((value) => value.replace(/\s+/gu, " ").trim()));
  return first === undefined || others.length > 0 ? null : parseVerdicts(first, RECEIVING_SERVER);
}

const INSTANCE = /^\s*i\s*=\s*(\d{1,2})\s*;/u;
const removeInstance = (value: string): string => value.replace(INSTANCE, "");
const readInstance = (value: string): number => Number(/(?:^|;)\s*i\s*=\s*(\d{1,2})\s*(?:;|$)/u.exec(value)?.[1] ?? 0);

/** What Google, which sealed the mail last, found out when it came there; null where another sealed it last. */
function readGooglesVerdicts(headers: readonly MailHeader[]): readonly Verdict[] | null {
  const seals = headers.filter(({ key }) => key === "arc-seal");
  const last = Math.max(0, ...seals.map(({ value }) => readInstance(value.slice(0, MAX_VALUE_CHARS))));
  const [seal, ...more] = seals.filter(({ value }) => readInstance(value.slice(0, MAX_VALUE_CHARS)) === last);
  if (!seal || more.length > 0 || readTag(seal.value, "d") !== FORWARDER_DOMAIN) return null;
  const [results, ...others] = headers.filter(
    ({ key, value }) => key === "arc-authentication-results" && readInstance(value.slice(0, 20)) === last,
  );
  return !results || others.length > 0 ? null : parseVerdicts(removeInstance(results.value), FORWARDER);
}

const isProvenBy = (verdicts: readonly Verdict[], domain: string): boolean =>
  hasAlignedSignature(verdicts, domain) ||
  verdicts.some(
    ({ method, result, properties }) =>
      result === "pass" &&
      ((method === "dmarc" && isAligned(properties.get("header.from"), domain)) ||
        (method === "spf" && isAligned(properties.get("smtp.mailfrom"), domain))),
  );

const readTag = (value: string, tag: string): string | undefined =>
  value
    .slice(0, MAX_VALUE_CHARS)
    .split(";")
    .map((part) => part.trim().split("="))
    .find(([name]) => name?.trim() === tag)?.[1]
    ?.trim()
    .toLowerCase();

/**
 * The verdicts in a value of Authentication-Results. A sender chooses parts of it: the address of the envelope stands
 * in a comment and in a property. So it is read by its grammar, never searched.
 * @returns null for another server's, and for one whose structure a sender could have bent
 */
function parseVerdicts(value: string, server: string): readonly Verdict[] | null {
  const segments = splitSegments(value);
  if (!segments) return null;
  const [id = "", ...rest] = segments;
  if (id.trim().split(/\s/u)[0]?.toLowerCase() !== server) return null;
  const verdicts = rest.flatMap((segment) => parseVerdict(segment) ?? []);
  const count = (name: string) => verdicts.filter(({ method }) => method === name).length;
  // One of them is not the server's.
  if (count("dmarc") > 1 || count("arc") > 1) return null;
  return verdicts;
}

const QUOTED_SIGN = /[\w!#$%&'*+/=?^`{|}~.:@-]/u;

/** Cuts at semicolons outside of comments, which are left out. Null where a quote could hide the end of a comment. */
function splitSegments(value: string): string[] | null {
  if (value.length > MAX_VALUE_CHARS) return null;
  const segments = [""];
  let depth = 0;
  let isQuoted = false;
  for (const sign of value) {
    if (depth > 0 && (sign === '"' || sign === "\\" || sign === ";")) return null;
    if (sign === "\\") return null;
    if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) {
      // What servers quote are plain addresses, signatures and addresses of a network.
      if (!QUOTED_SIGN.test(sign)) return null;
      segments[segments.length - 1] += sign;
    } else if (sign === "(") depth += 1;
    else if (sign === ")") {
      depth -= 1;
      if (depth < 0) return null;
    } else if (depth === 0) {
      if (sign === ";") segments.push("");
      else segments[segments.length - 1] += sign;
    }
  }
  return depth === 0 && !isQuoted ? segments : null;
}

const METHOD = /^([a-z][a-z0-9-]*)(?:\/\d+)?\s*=\s*([a-z]+)$/iu;
const PROPERTY = /^([a-z]+\.[a-z0-9_-]+)=(\S+)$/iu;

function parseVerdict(segment: string): Verdict | null {
  const [first = "", ...tokens] = segment
    .trim()
    .replace(/\s*=\s*/gu, "=")
    .split(/\s+/u);
  const method = METHOD.exec(first);
  if (!method?.[1] || !method[2]) return null;
  const properties = new Map<string, string>();
  for (const token of tokens) {
    const property = PROPERTY.exec(token);
    if (property?.[1] && property[2]) properties.set(property[1].toLowerCase(), property[2]);
  }
  return { method: method[1].toLowerCase(), result: method[2].toLowerCase(), properties };
}
