import { SEAM } from "../html/page-text";
import { joinPattern } from "../join-pattern";
import { isPublicDomain, isReservedDomain } from "../site-key";

const LOCAL_CHARACTER = /[\p{L}\p{N}._%+'&~!#$=-]/u;
const DOMAIN_CHARACTER = /[\p{L}\p{N}.-]/u;
const MAX_LOCAL_CHARACTERS = 64;
const MAX_DOMAIN_CHARACTERS = 120;
const MAX_EMAIL_CANDIDATES = 300;
const MAX_AT_SIGNS = 3000;

/** A candidate in a text; `start` and `end` are offsets. */
export type EmailCandidate = { value: string; start: number; end: number };

/**
 * Finds a possible address around each "@". Linear: at most 64 characters before and 120 after it.
 * Seams (boundaries of inline elements) end a candidate, unless it is only valid across them.
 * @param own domain of the site: text glued behind it is cut off
 */
export function findEmails(text: string, own = ""): EmailCandidate[] {
  const found: EmailCandidate[] = [];
  let tries = 0;
  for (
    let at = text.indexOf("@");
    at !== -1 && found.length < MAX_EMAIL_CANDIDATES && tries < MAX_AT_SIGNS;
    at = text.indexOf("@", at + 1), tries++
  ) {
    const before = text.slice(Math.max(0, at - 200), at);
    if (before.includes("://") && isUserInfo(before)) continue;
    const after = text.slice(at + 1, at + 1 + MAX_DOMAIN_CHARACTERS);
    const value = readCandidate(before, after, true, own) ?? readCandidate(before, after, false, own);
    if (value)
      found.push({ value, start: Math.max(0, at - value.indexOf("@")), end: at + value.length - value.indexOf("@") });
  }
  return found;
}

function readCandidate(before: string, after: string, stopAtSeams: boolean, own: string): string | undefined {
  const left = readLocalPart(before, stopAtSeams);
  if (!left) return undefined;
  const right = readDomainPart(after, stopAtSeams);
  if (!right) return undefined;
  // "con|tact@" or "firm|.fr": a seam inside a word whose outer half is not valid alone.
  if (
    stopAtSeams &&
    ((left.cut && left.text.length < 3) || (right.cut && /^[\s\uE000]{0,4}[.-]\p{L}/u.test(right.rest)))
  )
    return undefined;
  return cleanEmail(`${left.text}@${right.text}`, own);
}

function readLocalPart(before: string, stop: boolean): { text: string; cut: boolean } | undefined {
  let text = "";
  let index = before.length - 1;
  for (; index >= 0 && text.length < MAX_LOCAL_CHARACTERS; index--) {
    const sign = before[index] ?? "";
    if (sign === SEAM && (!stop || text === "")) continue;
    if (!LOCAL_CHARACTER.test(sign)) break;
    text = sign + text;
  }
  if (text === "") return undefined;
  // A seam right after a dot or a hyphen joins: "jean.|dupont@".
  let past = index;
  while (before[past] === SEAM) past -= 1;
  const sign = before[past] ?? " ";
  return {
    text,
    cut: past < index && LOCAL_CHARACTER.test(sign) && (text.length < 3 || /[._-]/.test(sign) || /^[._-]/.test(text)),
  };
}

function readDomainPart(after: string, stop: boolean): { text: string; cut: boolean; rest: string } | undefined {
  let text = "";
  let index = 0;
  for (; index < after.length; index++) {
    const sign = after[index] ?? "";
    if (sign === SEAM && (!stop || text === "")) continue;
    if (!DOMAIN_CHARACTER.test(sign)) break;
    text += sign;
  }
  return text === "" ? undefined : { text, cut: after[index] === SEAM, rest: after.slice(index, index + 8) };
}

/** "https://user:pass@host" is not an address. */
function isUserInfo(before: string): boolean {
  return /:\/\/[^\s/?#"'<>]{0,150}$/.test(before);
}

const LABEL_BEFORE_LOCAL = joinPattern(
  "i",
  String.raw`^(?:e-?mail|mailto|courriel|mail)[:=]|^e-?mail(?=(?:info|contact|kontakt|hello|office|service|`,
  String.raw`bewerbung|jobs|rh|accueil)(?![a-z]))|^e-mail(?=[a-z])`,
);

/**
 * The address in lower case; undefined for invalid characters or an unknown top-level domain. Text glued to the end
 * ("contact@firm.frTel") is cut off.
 */
export function cleanEmail(candidate: string, own = ""): string | undefined {
  const at = candidate.lastIndexOf("@");
  // Remove a JSON or URL escape before the first letter: \u003einfo@, %20info@.
  let local = candidate.slice(0, at).replace(/^(?:\\?u003[ce]|\\?u0022|u0027|x3e|x22|%20|%3e|%3c|%22)+/i, "");
  local = local
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(LABEL_BEFORE_LOCAL, "")
    .replace(/[.'-]+$/, "")
    .toLowerCase();
  if (
    local === "" ||
    local.length > MAX_LOCAL_CHARACTERS ||
    local.includes("..") ||
    !/^[a-z0-9._%+'&~!#$=-]+$/.test(local) ||
    /%[0-9a-f]{2}/.test(local)
  )
    return undefined;
  const domain = toCleanDomain(candidate.slice(at + 1), own);
  return domain ? `${local}@${domain}` : undefined;
}

const TLD_WITH_GLUED_WORD = joinPattern(
  "i",
  String.raw`^(fr|de|com|net|org|eu|uk|at|ch|be|it|es)(?:t[eé]l|fon|fax|phone|mobil|adresse|www|http|ust|`,
  String.raw`inhaber|gesch)`,
);

function toCleanDomain(raw: string, own: string): string | undefined {
  const trimmed = raw
    .replace(/\.{2,}.*$/s, "")
    .replace(/[.-]+$/, "")
    .replace(/^www\.(?=[^.]+\.[^.])/i, "");
  // "firm.frTel", "firm.fr01", "firm.fr.Nous"; but "firm.design" is valid.
  if (
    own !== "" &&
    trimmed.slice(0, own.length).toLowerCase() === own &&
    /^\.?(?:[\p{Lu}\d]|www\.|t[eé]l|fax|http)/u.test(trimmed.slice(own.length))
  )
    return own;
  let labels = trimmed.split(".", 8);
  while (labels.length >= 2) {
    const last = labels.at(-1) ?? "";
    const glued = /^(\p{Ll}{2,})(?=[\p{Lu}\d])/u.exec(last)?.[1] ?? TLD_WITH_GLUED_WORD.exec(last)?.[1];
    for (const ending of glued ? [last, glued] : [last]) {
      const name = toAsciiDomain([...labels.slice(0, -1), ending].join("."));
      if (name && (isPublicDomain(name) || isReservedDomain(name))) return name;
    }
    // "firm.fr.Nous": the next sentence without a space.
    labels = labels.slice(0, -1);
  }
  return undefined;
}

const ASCII_DOMAIN = /^(?=.{4,200}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

function toAsciiDomain(name: string): string | undefined {
  if (ASCII_DOMAIN.test(name)) return name;
  if (!name.includes(".")) return undefined;
  const host = URL.parse(`http://${name}/`)?.hostname ?? "";
  return ASCII_DOMAIN.test(host) ? host : undefined;
}
