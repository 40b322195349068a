import words from "./data/contact-patterns.json" with { type: "json" };
import { source } from "./patterns.ts";

const TLD = words.topLevelDomains.join("|");
/** Top-level domains that are common words too: "to make a point in", "point de vente". */
const ordinary = new Set(words.ordinaryWords);
const UNUSUAL_TLD = words.topLevelDomains.filter((ending) => !ordinary.has(ending)).join("|");

const longNumber = /(?<![\p{L}\p{N}])\+?\(?\d(?:[ ./()–-]{0,3}\d){7,20}(?![\p{L}\p{N}])/gu;
/** A full stop before a capital ends a sentence and not a label. */
const address = new RegExp(
  source`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}\s?@\s?[\p{L}\p{N}-]{1,63}
    (?:\s?\.(?!\s\p{Lu})\s?[\p{L}\p{N}-]{2,63}){1,5}`,
  "gu",
);

/** In the order in which they are looked for: an address is no link. */
const patterns = {
  address: [address],
  link: [
    new RegExp(
      source`(?:https?|ftp|hxxps?)\s?:\s?/\s?/\s?\S+
        |\bwww\s?\.\s?\S+
        |(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,6}(?:${TLD})(?![\p{L}\p{N}-])(?:/\S*)?
        |(?:tel|mailto|sms|whatsapp|tg|bitcoin):\S+`,
      "giu",
    ),
  ],
  handle: [/(?<![\p{L}\p{N}.])@[\p{L}\p{N}_]{3,}/giu],
  account: [
    /\b[A-Z]{2}\d{2}(?:[\s-]?[A-Z0-9]){11,30}\b/gu,
    // Wallets, passports, keys, Base64: letters and digits in one long word.
    new RegExp(
      source`(?<![\p{L}\p{N}])(?=[\p{L}\d+/]*\d)(?=[\p{L}\d+/]*\p{L})(?!\d+(?:ers?|th|te[ns]?|[km]m|cm|kg)\b)
        [\p{L}\d]{8,}={0,2}`,
      "gu",
    ),
    /(?=[A-Za-z+/]*\d)[A-Za-z\d+/]{24,}={0,2}/gu,
  ],
  number: [longNumber],
  /** Spelled to avoid filters. */
  disguised: [
    new RegExp(
      source`(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{1,63}\s{0,3}[[({<]?\s{0,3}\b(?:dot|point|punkt|punto)\b\s*[\])}>]?\s*
        (?:${UNUSUAL_TLD})\b`,
      "giu",
    ),
    /[[({<]\s*(?:dot|point|punkt|\.)\s*[\])}>]/giu,
    new RegExp(
      source`(?<![\p{L}\p{N}._-])[\p{L}\p{N}._-]{1,64}\s{0,3}[[({<]\s*(?:at|arobase|chez|ät|ett|@|klammeraffe)\s*[\])}>]
        \s{0,3}[\p{L}\p{N}_-]+`,
      "giu",
    ),
    /\barobase\b|\bklammeraffe\b|\bat sign\b/giu,
    /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{2,63} (?:at|ät) [\p{L}\p{N}-]{1,63} (?:dot|point|punkt) \p{L}{2,10}/giu,
    /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ .\-_·*|/]{1,3}){5,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu,
    new RegExp(String.raw`(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{3,63}\s?\.\s(?:${TLD})(?=[\s/.,;]|$)(?!\s\p{Lu})`, "gu"),
    new RegExp(String.raw`(?:\b(?:${words.digitWords.join("|")})\b[\s,-]*){7,}`, "giu"),
  ],
  /** Means of payment and chat services. */
  channel: [new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.channels.join("|")})(?![\p{L}\p{N}])`, "giu")],
};
export type ContactSort = keyof typeof patterns;

/** The links, addresses, numbers and accounts of a text, and the services to pay or chat by. */
export function findContacts(text: string): { sort: ContactSort; text: string; index: number }[] {
  const found: { sort: ContactSort; text: string; index: number }[] = [];
  let rest = text;
  for (const sort of Object.keys(patterns) as ContactSort[])
    for (const pattern of patterns[sort])
      rest = rest.replace(pattern, (match, ...[index]: (number | string)[]) => {
        if (!(sort === "number" && isDateOrSpan(match))) found.push({ sort, text: match, index: Number(index) });
        return " ".repeat(match.length);
      });
  return found;
}

const dateSpan = new RegExp(
  source`^\D*(?:\d{1,2}[./])?(?:\d{1,2}[./])?
    (?:19|20)\d\d\s*[-–/.]?\s*(?:\d{1,2}[./])?(?:\d{1,2}[./])?(?:(?:19|20)\d\d)?\D*$`,
  "u",
);
/** "2019 - 2022", "01.09.2019 – 31.08.2021", "12 000 000": not telephone numbers. */
const isDateOrSpan = (text: string) =>
  (/[./]/u.test(text) &&
    text
      .trim()
      .split(/\s*[–-]\s*|\s+/u)
      .every((part) =>
        /^(?:(?:0?[1-9]|[12]\d|3[01])[./])?(?:0?[1-9]|1[0-2])[./](?:\d\d|(?:19|20)\d\d)$/u.test(part),
      )) ||
  /^\D*1\d{3}\s?[-–]\s?(?:1\d|20)\d\d\D*$/u.test(text) ||
  dateSpan.test(text) ||
  /^\d{1,3}(?:[ .,]\d{3})+$/u.test(text.trim());

/** Replaces links, addresses and telephone numbers by spaces: their digits are no figures. */
export function withoutContacts(text: string): string {
  const blank = (found: string) => " ".repeat(found.length);
  return (text.includes("@") ? text.replace(address, blank) : text)
    .replace(/https?:\/\/\S+|www\.\S+/giu, blank)
    .replace(longNumber, (found) =>
      isDateOrSpan(found) || /^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d\D/u.test(found) ? found : blank(found),
    );
}
