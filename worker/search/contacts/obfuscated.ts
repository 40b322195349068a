import { cleanEmail } from "./email-syntax";
import { SEAM } from "./page-text";

/** "(at)" in its spellings; bounded everywhere, so linear. Groups: 1 bracketed, 2 marked (_at_), 3 a bare word, 4 a spaced @. */
const AT =
  /(\s{0,3}[([{<«|]\s{0,3}(?:at|ät|@|ad|arobase|arobas|arrobase|arobaze|klammeraffe|affenschwanz|a|chez|bei|symbole? arobase|at-zeichen)\s{0,3}[)\]}>»|]\s{0,3})|(_at_|-at-|\*at\*|\.at\.(?=[\w.-]+\.\w)|=at=|~at~|#at#)|(\s{1,3}(?:at|arobase|arobas|klammeraffe|ät)\s{1,3})|(\s{1,3}@\s{0,3}|@\s{1,3})/giu;
const BRACKETED_DOT = /\s{0,3}[([{<«|]\s{0,3}(?:dot|point|punkt|pkt|pt|\.|period)\s{0,3}[)\]}>»|]\s{0,3}/giu;
const MARKED_DOT = /_(?:dot|point|punkt)_|-(?:dot|punkt)-|\*dot\*/giu;
const BARE_DOT = /(?<=[\w-])\s{1,3}(?:dot|point|punkt)\s{1,3}(?=[\w-])/giu;
const SPAM_TRAP = /(?:no[._-]?spam|remove[._-]?(?:this|me)|spam[._-]?schutz|anti[._-]?spam|entfernen|supprimer|a[._-]supprimer|bitte[._-]entfernen|delete[._-]?this)[._-]?/giu;
const MAX_FINDINGS = 200;

/** Words before a bare " at " that belong to a sentence ("contact us at firm dot com"). */
const SENTENCE_WORD = /^(?:us|me|you|him|her|them|look|out|it|back|free|directly|here|available|email|mail|e-mail|reach|write|now|today|located|founded|based|work|working|is|are|be|of|and|or)$/i;

type Deobfuscated = { value: string; start: number };

/**
 * Addresses written to be read by people only: "info (at) firm (dot) fr", "rh [arobase] firm [point] fr",
 * "bewerbung(ät)firma.de", "jobs AT firm DOT com". A bare word needs a spelled-out dot, a spaced "@" the site's own domain.
 */
export function deobfuscate(text: string, siteDomain: string): Deobfuscated[] {
  const found: Deobfuscated[] = [];
  const glued = text.replaceAll(SEAM, "");
  for (const match of glued.matchAll(AT)) {
    if (found.length >= MAX_FINDINGS) break;
    const bare = match[3] !== undefined;
    const spaced = match[4] !== undefined;
    const end = match.index + match[0].length;
    const left = dots(glued.slice(Math.max(0, match.index - 80), match.index));
    const right = dots(glued.slice(end, end + 140));
    const local = /[\p{L}\p{N}._%+-]{1,64}$/u.exec(left.text)?.[0];
    const domain = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5}/u.exec(right.text)?.[0];
    if (!local || !domain) continue;
    if (bare && (!right.spelled || SENTENCE_WORD.test(local))) continue;
    const value = cleanEmail(`${local}@${domain}`);
    if (!value || (spaced && !value.endsWith(`@${siteDomain}`))) continue;
    // Found on the glued text; near enough to the place in the page for the words before it.
    found.push({ value: withoutTraps(value) ?? value, start: match.index });
  }
  return found;
}

/** "info@nospam.firm.fr" → "info@firm.fr"; undefined when nothing of the kind is in it. */
export function withoutTraps(email: string): string | undefined {
  const [local = "", domain = ""] = email.split("@");
  const cleared = `${local.replace(SPAM_TRAP, "")}@${domain.replace(SPAM_TRAP, "")}`.replace(/[._-]@/, "@");
  return cleared === email ? undefined : cleanEmail(cleared);
}

function dots(text: string): { text: string; spelled: boolean } {
  const out = text.replace(BRACKETED_DOT, ".").replace(MARKED_DOT, ".").replace(BARE_DOT, ".");
  return { text: out, spelled: out !== text };
}
