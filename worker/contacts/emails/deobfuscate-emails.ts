import { SEAM } from "../html/page-text";
import { joinPattern } from "../join-pattern";
import { cleanEmail } from "./email-syntax";
import { isFreeMailDomain } from "./rules-emails";

const AT_WORDS =
  "at|ät|æt|@t?|ad|ⓐ|ä|æ|à|a|q|arobase|arobas|arrobase|arobaze|arobace|arobasse|arroba|" +
  "klammeraffe|klammeraffen|affe|affenschwanz|chez|bei|apestaartje|chiocciola|symbole? arobase|" +
  "(?:at|@)[- ]?(?:zeichen|sign|symbol)|a\\s?t|=at=|&at;|zeichen at|signe arobase";
/** In brackets of any kind. Starts at the bracket, so that runs of spaces before it cost nothing. */
const BRACKETED_AT = new RegExp(
  `[([{<«|"‹„“'‘]{1,2}[\\s\\uE000_*-]{0,4}(?:${AT_WORDS})[\\s\\uE000_*-]{0,4}[)\\]}>»|"›“”'’]{1,2}`,
  "giu",
);
/** Marked by signs on both sides: _at_, *at*, -(at)-. */
const MARKED_AT =
  /(?:[_*=~#^+:/%!]{1,2}|--?|\.)\(?(?:at|ät|arobase)\)?(?:[_*=~#^+:/%!]{1,2}|--?|\.(?=[\w.-]{1,60}\.\w))/giu;
/** A bare word: only before a spelled-out dot, or before the site's own domain. */
const BARE_AT = /[\s\uE000](?:at|AT|ät|ÄT|æt|arobase|AROBASE|arobas|arrobase|klammeraffe|Klammeraffe)[\s\uE000]/gu;
const DISTINCT_AT_WORD = /AT|ÄT|ät|æt|arob|AROB|arrob|lammer/;
const SPACED_AT = /[\s\uE000]@|@[\s\uE000]|@(?=[\w-]{1,60}(?:\s\.|\.\s))/g;
const DOT_WORDS = "dot|d0t|point|punkt|pkt|pt|\\.|·|period|punto|ponto|punt";
const BRACKETED_DOT = new RegExp(
  `\\s{0,3}[([{<«|"‹]{1,2}\\s{0,3}(?:${DOT_WORDS})\\s{0,3}[)\\]}>»|"›]{1,2}\\s{0,3}`,
  "giu",
);
const MARKED_DOT =
  /[_*~|=:/^+#!]{1,2}(?:dot|point|punkt)[_*~|=:/^+#!]{1,2}|(?<=[\p{L}\p{N}])-{1,2}(?:dot|punkt)-{1,2}/giu;
const BARE_DOT = /(?<=[\w-])\s{1,3}(?:dot|DOT|point|POINT|punkt|Punkt|PUNKT)\s{1,3}(?=[\w-])/gu;
const DOT_WORD = /dot|point|punkt/i;
const BRACKETED_DASH =
  /\s{0,3}[([{<|]\s{0,3}(?:minus|dash|tiret|bindestrich|hyphen|trait d['’]union|-)\s{0,3}[)\]}>|]\s{0,3}/giu;
const BRACKETED_UNDERSCORE =
  /\s{0,3}[([{<|]\s{0,3}(?:underscore|unterstrich|tiret bas|underline|_)\s{0,3}[)\]}>|]\s{0,3}/giu;
const SPAM_TRAP = joinPattern(
  "giu",
  String.raw`(?:no[._-]?spam|sans[._-]?spam|kein[._-]?spam|pas[._-]?de[._-]?spam|remove[._-]?(?:this|me)|`,
  String.raw`spam[._-]?schutz|anti[._-]?spam|entfernen|supprimer|a[._-]supprimer|enlever|enlevez[._-]?moi|`,
  String.raw`retirer|bitte[._-]entfernen|loeschen|delete[._-]?(?:this|me))[._-]?`,
);
/** Fast check for words that may stand for "@". */
export const SPELLED_OUT_AT =
  /[([{<|][\s*_]{0,3}(?:at|ät|æt|@|arobas|a|chez|klammer)|[_*-](?:at|ät)[_*-]|\s(?:at|arobase|ät)\s/i;
const MAX_DEOBFUSCATED_EMAILS = 200;
const MAX_AT_MATCHES = 2000;

/** Words of a sentence before a bare " at " ("contact us at firm dot com"). */
const SENTENCE_WORD = joinPattern(
  "i",
  String.raw`^(?:us|me|you|him|her|them|look|out|it|back|free|directly|here|available|e-?mail|mail|reach|write|`,
  String.raw`now|today|located|founded|based|work|working|is|are|be|of|and|or|only|more|team|one|online|see|`,
  String.raw`visit|meet|find|live|stay|sales|details|information|jobs|careers|contact|people|order|shop|sign|`,
  String.raw`call|talk|not|posted|published)$`,
);

type DeobfuscatedEmail = { value: string; start: number };

/**
 * Addresses obfuscated against robots: "info (at) firm (dot) fr", "rh [arobase] firm [point] fr",
 * "bewerbung(ät)firma.de", "jobs AT firm DOT com". A bare word needs a spelled-out dot or the site's own domain, a
 * spaced "@" the latter.
 */
export function deobfuscateEmails(text: string, own: string): DeobfuscatedEmail[] {
  const found: DeobfuscatedEmail[] = [];
  let tries = 0;
  const [ownName = ""] = own.split(".", 1);
  const findMatches = (pattern: RegExp, kind: "sure" | "bare" | "spaced") => {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MAX_DEOBFUSCATED_EMAILS || (tries += 1) > MAX_AT_MATCHES) return;
      const end = match.index + match[0].length;
      if (kind !== "sure") {
        const ahead = text.slice(end, end + 80);
        const shouted = kind === "bare" && DISTINCT_AT_WORD.test(match[0]);
        if (!shouted && !DOT_WORD.test(ahead) && !(ownName !== "" && ahead.toLowerCase().includes(ownName))) continue;
      }
      const value = readEmailAround(text, match.index, end, kind, own);
      if (value) found.push({ value: removeSpamTraps(value) ?? value, start: match.index });
    }
  };
  if (/[([{<«|"‹„“'‘]/.test(text)) findMatches(BRACKETED_AT, "sure");
  findMatches(MARKED_AT, "sure");
  findMatches(BARE_AT, "bare");
  if (text.includes("@")) findMatches(SPACED_AT, "spaced");
  return found;
}

/** The text on both sides of a word for "@". */
function readEmailAround(
  text: string,
  start: number,
  end: number,
  kind: "sure" | "bare" | "spaced",
  own: string,
): string | undefined {
  const left = restoreSigns(text.slice(Math.max(0, start - 80), start).trimEnd());
  const right = restoreSigns(text.slice(end, end + 140).trimStart());
  const local = /[\p{L}\p{N}._%+-]{1,64}$/u.exec(left.text)?.[0];
  // "www.shop-at-home.de" is a web address.
  if (!local || /^www\./i.test(local) || left.text.endsWith(`/${local}`)) return undefined;
  const spacedOwn = own !== "" && startsWithOwnDomain(right.text, own);
  const domain = spacedOwn ? own : /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}/u.exec(right.text)?.[0];
  if (!domain) return undefined;
  const value = cleanEmail(`${local}@${domain}`, own);
  if (!value) return undefined;
  const isOwn = own !== "" && (value.endsWith(`@${own}`) || value.endsWith(`.${own}`));
  if (kind === "spaced") return isOwn || right.spelled ? value : undefined;
  if (kind === "sure") return value;
  if (right.spelled)
    return SENTENCE_WORD.test(local) && !/^(?:jobs|careers|contact|sales|team|information|shop|order)$/i.test(local)
      ? undefined
      : value;
  // "info AT firm.fr" is an address, "meet us at firm.fr" is not.
  const shouted = DISTINCT_AT_WORD.test(text.slice(start, end));
  const known = isOwn || isFreeMailDomain(value.slice(value.indexOf("@") + 1));
  return known && !SENTENCE_WORD.test(local) && (shouted || isStandalone(left.text, local)) ? value : undefined;
}

/** The word before "at" starts its line or follows a label: "E-Mail: info at firm.fr". */
function isStandalone(left: string, local: string): boolean {
  const before = left.slice(0, left.length - local.length);
  return /(?:^|\n|(?:mail|courriel|contact|kontakt|adresse|✉)\s?:|[:|>✉])\s{0,3}$/i.test(before);
}

/** "firm . fr", "firm. fr": joins only the site's own domain. */
function startsWithOwnDomain(right: string, own: string): boolean {
  let at = 0;
  for (const sign of right) {
    if (at === own.length) return !/[\p{L}\p{N}-]/u.test(sign);
    if (/\s/.test(sign)) continue;
    if (sign.toLowerCase() !== own[at]) return false;
    at += 1;
  }
  return at === own.length;
}

/** "info@nospam.firm.fr" → "info@firm.fr"; undefined without such a part. */
export function removeSpamTraps(email: string): string | undefined {
  if (!/spam|remove|delete|entfern|suppr|enlev|retir|loesch/.test(email)) return undefined;
  const [local = "", domain = ""] = email.split("@");
  const cleared = `${local.replace(SPAM_TRAP, "")}@${domain.replace(SPAM_TRAP, "")}`.replace(/[._-]@/, "@");
  return cleared === email ? undefined : cleanEmail(cleared);
}

function restoreSigns(raw: string): { text: string; spelled: boolean } {
  const text = raw.replaceAll(SEAM, "");
  const dotted = text.replace(BRACKETED_DOT, ".").replace(MARKED_DOT, ".").replace(BARE_DOT, ".");
  return { text: dotted.replace(BRACKETED_DASH, "-").replace(BRACKETED_UNDERSCORE, "_"), spelled: dotted !== text };
}
