import { decodeEntities } from "./emails/email-decoders";
import { SEAM } from "./html/page-text";
import { type Page, parsePage } from "./html/parse-page";
import { joinPattern } from "./join-pattern";

const MAX_DESCRIPTION_CHARACTERS = 600;
const NOISE_WORDS = joinPattern(
  "i",
  String.raw`(?:cookies?|javascript|©|tous droits r[ée]serv|all rights reserved|alle rechte vorbehalten|`,
  String.raw`newsletter|datenschutzerkl|privacy policy|politique de confidentialit|browser|navigateur|`,
  String.raw`site web utilise|https?:\/\/|\{|captcha|siret|handelsregister)`,
);

export type PageSummary = { title: string; language: string; about: string };

/**
 * Title, language ("fr"; "" if unknown) and up to 600 characters of plain sentences: the meta description, then the
 * first real paragraphs.
 */
export function summarizePage(html: string): PageSummary {
  const page = parsePage(html);
  return {
    title: page.title,
    language: /^[a-z]{2}$/.test(page.language) ? page.language : "",
    about: extractDescription(page),
  };
}

/** Only the sentences. */
export function extractDescriptionFromHtml(html: string): string {
  return summarizePage(html).about;
}

export function extractDescription(page: Page): string {
  const kept: string[] = [];
  let length = 0;
  const description = decodeEntities(page.description);
  for (const line of [description, ...page.text.split("\n", 20_000)]) {
    const isDescription = line === description;
    if (line.length < (isDescription ? 20 : 60)) continue;
    const sentence = line.replaceAll(SEAM, "").replace(/\s+/g, " ").trim();
    if (sentence.length < (isDescription ? 20 : 60) || NOISE_WORDS.test(sentence) || !isProse(sentence)) continue;
    if (kept.some((earlier) => earlier.includes(sentence) || sentence.includes(earlier.slice(0, 60)))) continue;
    kept.push(sentence);
    length += sentence.length + 1;
    if (length >= MAX_DESCRIPTION_CHARACTERS) break;
  }
  return cutAtSentence(kept.join(" "));
}

/** Sentences, not a menu: words of ordinary length, few capitals, no address. */
function isProse(text: string): boolean {
  const words = text.slice(0, 1000).split(" ");
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return (
    words.length >= 4 &&
    !text.includes("@") &&
    (words.length < 8 || capitals / words.length < 0.65) &&
    words.every((word) => word.length < 60)
  );
}

function cutAtSentence(text: string): string {
  if (text.length <= MAX_DESCRIPTION_CHARACTERS) return text;
  const cut = text.slice(0, MAX_DESCRIPTION_CHARACTERS);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("! "), cut.lastIndexOf("? "));
  if (end > MAX_DESCRIPTION_CHARACTERS / 3) return cut.slice(0, end + 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).trimEnd()}…`.slice(0, MAX_DESCRIPTION_CHARACTERS);
}
