import type { TagAttributes } from "../html/html-tokenizer";
import { joinPattern } from "../join-pattern";

const DOMAIN_KEY = /(?:^|[-_])(?:domain|domaine|host|hostname|server|maildomain|d|dom|part-?2|second|right|after|b)$/;
const LOCAL_KEY = joinPattern(
  "",
  String.raw`(?:^|[-_])(?:user|username|name|nom|local|localpart|local-part|u|mailbox|mail|email|part-?1|first|`,
  String.raw`left|before|recipient|contact|a)$`,
);
const ENDING_KEY = /(?:^|[-_])(?:tld|ext|t|ending|suffix|part-?3|third|zone|c)$/;
/** With a letter: numbers and hashes are ids of site builders, not mailboxes. */
const LOCAL_WORD = /^(?=[^a-z]*[a-z])(?![\da-f]{8,}$)[a-z0-9][a-z0-9._+-]{0,50}$/i;
const MAIL_WORD = /(?:mail|courriel)(?:to|s|me|links?|add?ress\w*|adr\w*|adds?)?(?![a-z])/i;
/** Newsletter services and forms also name the site's domain. */
const NO_MAIL_WORD = joinPattern(
  "i",
  String.raw`mail-?(?:chimp|poet|jet|gun|er|ing|lite|hog)|newsletter|subscri|abonn|sign-?up|sign-?in|log-?in|`,
  String.raw`tracking|captcha|consent|cookie|optin|share|teilen|partag|social`,
);
/** Elements that show an address; not inputs or resources. */
const SHOWING_TAG =
  /^(?:a|span|b|i|em|strong|u|small|code|p|li|td|dd|dt|div|address|button|bdo|bdi|abbr|label|[a-z]+-[a-z-]+)$/;

/** Two or three values that form an address by their names: data-user="info" data-domain="firm.fr". */
export type SplitEmail = { address: string; names: readonly string[] };

type NamedPiece = { name: string; value: string };

/** "mailUser" → "mail-user". */
export const toKebabCase = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
/** One spelling for names in scripts and attributes: data-mail-user, dataset.mailUser. */
export const toBareName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^data-?/, "")
    .replace(/[^a-z0-9]/g, "");

/** Whether a name, class, link, handler or text names an address. */
export const mentionsMail = (words: string): boolean => MAIL_WORD.test(words) && !NO_MAIL_WORD.test(words);

/** The halves in an element's data attributes; none if its link is already complete. */
export function findSplitEmail(tag: string, { names, values }: TagAttributes, site: string): SplitEmail | undefined {
  let pieces: NamedPiece[] | undefined;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const value = values[index] ?? "";
    if (name === "href" && /^\s*(?:mailto:[^@]*@|tel:)/i.test(value)) return undefined;
    if (name.startsWith("data-") && value !== "" && value.length <= 100)
      (pieces ??= []).push({ name: name.slice(5).toLowerCase(), value });
  }
  return pieces && pieces.length > 1 && pieces.length <= 12 && SHOWING_TAG.test(tag)
    ? findSplitEmailAmong(pieces, site)
    : undefined;
}

/** Whether another attribute or the names of its data mention mail. */
export const elementMentionsMail = ({ names, values }: TagAttributes): boolean =>
  mentionsMail(names.filter((name) => name.startsWith("data-")).join(" ")) ||
  mentionsMail(values.join(" ").slice(0, 2000));

function findSplitEmailAmong(pieces: readonly NamedPiece[], site: string): SplitEmail | undefined {
  const domain = pieces.find(
    ({ name, value }) =>
      isSiteDomain(value, site) || (DOMAIN_KEY.test(name) && /^@?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(value)),
  );
  if (!domain) return undefined;
  const own = isSiteDomain(domain.value, site);
  const host = own ? site : domain.value.replace(/^@/, "");
  const others = pieces.filter((piece) => piece !== domain && LOCAL_WORD.test(piece.value));
  const ending = host.includes(".")
    ? undefined
    : others.find(({ name, value }) => ENDING_KEY.test(name) && /^\.?[a-z]{2,12}(?:\.[a-z]{2})?$/i.test(value));
  if (!host.includes(".") && !ending) return undefined;
  const local = others.find((piece) => piece !== ending && LOCAL_KEY.test(piece.name));
  if (!local) return undefined;
  return {
    address: `${local.value}@${host}${ending ? `.${ending.value.replace(/^\./, "")}` : ""}`,
    names: [local, domain, ...(ending ? [ending] : [])].map(({ name }) => toBareName(name)),
  };
}

/** The names that the page's scripts join with "@". */
export type AtJoin = { left: ReadonlySet<string>; right: ReadonlySet<string> };

export const isJoinedByScript = ({ names: [local = "", ...rest] }: SplitEmail, joins: readonly AtJoin[]): boolean =>
  joins.some(({ left, right }) => left.has(local) && rest.every((name) => right.has(name)));

/** The address formed by an object whose values of these names a script joins. */
export function joinSplitEmail(values: ReadonlyMap<string, unknown>, joins: readonly AtJoin[]): string | undefined {
  if (joins.length === 0 || values.size < 2 || values.size > 60) return undefined;
  const pieces = [...values].flatMap(([name, value]) =>
    typeof value === "string" && value.length <= 100 ? [{ name: toBareName(name), value }] : [],
  );
  for (const { left, right } of joins) {
    const local = pieces.find(({ name, value }) => left.has(name) && LOCAL_WORD.test(value));
    const [domain, ending] = pieces.filter(
      ({ name, value }) => right.has(name) && name !== local?.name && /^@?[\p{L}\p{N}.-]+$/u.test(value),
    );
    if (!local || !domain) continue;
    const host = domain.value.replace(/^@/, "");
    return `${local.value}@${host}${!host.includes(".") && ending ? `.${ending.value.replace(/^\./, "")}` : ""}`;
  }
  return undefined;
}

function isSiteDomain(value: string, site: string): boolean {
  return site !== "" && value.toLowerCase().replace(/^@?(?:www\.)?/, "") === site;
}
