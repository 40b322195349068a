import { SEAM } from "./page-text";
import { isPublicName, isReservedName } from "./site";

const LOCAL = /[\p{L}\p{N}._%+'&~!#$=-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 120;
const MAX_FINDINGS = 300;

/** A candidate as it stands in a text; `start` is its offset. */
type Candidate = { value: string; start: number };

/**
 * Finds what may be an address around each "@". Linear: a look of at most 64 characters back and 120 on.
 * Seams (the joints of inline elements) end a candidate, unless it only makes sense with them glued.
 */
export function emailsIn(text: string): Candidate[] {
  const found: Candidate[] = [];
  for (let at = text.indexOf("@"); at !== -1 && found.length < MAX_FINDINGS; at = text.indexOf("@", at + 1)) {
    const before = text.slice(Math.max(0, at - 200), at);
    if (isUserInfo(before)) continue;
    const split = read(before, text.slice(at + 1, at + 1 + MAX_DOMAIN), true);
    const value = split ?? read(before, text.slice(at + 1, at + 1 + MAX_DOMAIN), false);
    if (value) found.push({ value, start: Math.max(0, at - value.indexOf("@")) });
  }
  return found;
}

function read(before: string, after: string, stopAtSeams: boolean): string | undefined {
  const left = takeLeft(before, stopAtSeams);
  const right = takeRight(after, stopAtSeams);
  if (!left || !right) return undefined;
  // "con|tact@" or "firm|.fr": a seam in the middle of a word of which the outer half cannot stand alone.
  if (stopAtSeams && (left.cut && left.text.length < 3 || right.cut && /^[\s\uE000]{0,4}\.\p{L}/u.test(right.rest))) return undefined;
  return cleanEmail(`${left.text}@${right.text}`);
}

function takeLeft(before: string, stop: boolean): { text: string; cut: boolean } | undefined {
  const taken: string[] = [];
  let index = before.length - 1;
  for (; index >= 0 && taken.length < MAX_LOCAL; index--) {
    const sign = before[index] ?? "";
    if (sign === SEAM && (!stop || taken.length === 0)) continue;
    if (!LOCAL.test(sign)) break;
    taken.push(sign);
  }
  if (taken.length === 0) return undefined;
  return { text: taken.reverse().join(""), cut: before[index] === SEAM && LOCAL.test(before[index - 1] ?? " ") };
}

function takeRight(after: string, stop: boolean): { text: string; cut: boolean; rest: string } | undefined {
  let text = "";
  let index = 0;
  for (; index < after.length; index++) {
    const sign = after[index] ?? "";
    if (sign === SEAM && (!stop || text === "")) continue;
    if (!DOMAIN.test(sign)) break;
    text += sign;
  }
  return text === "" ? undefined : { text, cut: after[index] === SEAM, rest: after.slice(index, index + 8) };
}

/** "https://user:pass@host" is no address. */
function isUserInfo(before: string): boolean {
  return /:\/\/[^\s/?#"'<>]{0,150}$/.test(before);
}

/**
 * Makes a candidate an address in lower case, or undefined when it cannot be one: wrong characters, an ending that does
 * not exist. Words glued to its end ("contact@firm.frTel") are cut off.
 */
export function cleanEmail(candidate: string): string | undefined {
  const at = candidate.lastIndexOf("@");
  // A stray escape of JSON or of a URL stands before the first letter: \u003einfo@, %20info@.
  let local = candidate.slice(0, at).replace(/^(?:\\?u003[ce]|\\?u0022|x3e|x22|%20|%3e|%22)+/i, "");
  local = local.replace(/^[^\p{L}\p{N}]+/u, "").replace(/\.+$/, "").toLowerCase();
  const domain = domainOf(candidate.slice(at + 1));
  if (!domain || local === "" || local.length > MAX_LOCAL || local.includes("..")) return undefined;
  if (!/^[a-z0-9._%+'&~!#$=-]+$/.test(local) || /%[0-9a-f]{2}/.test(local)) return undefined;
  return `${local}@${domain}`;
}

function domainOf(raw: string): string | undefined {
  const trimmed = raw.replace(/\.{2,}.*$/s, "").replace(/[.-]+$/, "");
  const labels = trimmed.split(".");
  const last = labels.at(-1) ?? "";
  const glued = /^(\p{Ll}{2,})\p{Lu}/u.exec(last)?.[1] ?? /^(fr|de|com|net|org|eu|uk|at|ch|be)(?:t[eé]l|fax|phone|mobil|adresse|www|http)/i.exec(last)?.[1];
  for (const ending of glued ? [last, glued] : [last]) {
    const name = ascii([...labels.slice(0, -1), ending].join("."));
    if (name && (isPublicName(name) || isReservedName(name))) return name;
  }
  return undefined;
}

function ascii(name: string): string | undefined {
  if (!name.includes(".") || !URL.canParse(`http://${name}/`)) return undefined;
  const host = new URL(`http://${name}/`).hostname;
  return /^(?=.{4,200}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : undefined;
}
