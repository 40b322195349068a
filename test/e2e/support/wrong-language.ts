import type { Page } from "playwright-core";
import { z } from "zod";
import { Language } from "../../../worker/contract/field-schemas.ts";
import { LANGUAGES } from "../../../worker/contract/limits.ts";
import { TEXTS } from "./screen-texts.ts";

type Texts = { [key: string]: string | Texts };
const flattenTexts = (texts: Texts, path = ""): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flattenTexts(value, `${path}${key}.`),
  );

const normalizeSpaces = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** A pattern of almost only placeholders says nothing about the language. */
const isDistinctive = (text: string): boolean =>
  (text.replaceAll(/\{\{\w+\}\}/gu, "").match(/\p{L}/gu) ?? []).length >= 3;

/** The texts of a language; those with placeholders as patterns. */
function buildVocabulary(texts: Texts) {
  // A link within a sentence is an element of its own on the page.
  const parts = flattenTexts(texts)
    .flatMap(([, text]) => text.split(/<\/?\w+>/u))
    .map(normalizeSpaces)
    .filter(isDistinctive);
  const withPlace = parts.filter((text) => text.includes("{{"));
  return {
    texts: new Set(parts.filter((text) => !text.includes("{{"))),
    patterns: [...new Set(withPlace)].map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{\w+\}\}/u)
            .map(escapePattern)
            .join(".{0,200}")}$`,
          "u",
        ),
    ),
  };
}
const VOCABULARIES = { fr: buildVocabulary(TEXTS.fr), en: buildVocabulary(TEXTS.en), de: buildVocabulary(TEXTS.de) };
const TEXT_KEYS = new Set(Object.values(TEXTS).flatMap((texts) => flattenTexts(texts).map(([key]) => key)));

const isInLanguage = (language: Language, text: string): boolean =>
  VOCABULARIES[language].texts.has(text) || VOCABULARIES[language].patterns.some((pattern) => pattern.test(text));

/** The problem of a text on a page in a language; null for none. */
export function findWrongWords(language: Language, shown: string): string | null {
  const text = normalizeSpaces(shown);
  const key = text.split(/\s/u).find((word) => TEXT_KEYS.has(word) && word.includes("."));
  if (key !== undefined) return `the key ${key}`;
  if (/\{\{|\}\}|\bundefined\b|\bNaN\b|\[object /u.test(text)) return `an unfilled placeholder in “${text}”`;
  if (isInLanguage(language, text)) return null;
  const other = LANGUAGES.find((each) => isInLanguage(each, text));
  return other === undefined ? null : `“${text}” is ${other}`;
}

const ShownTexts = z.array(z.object({ text: z.string(), language: z.string() }));

/** Every visible or announced text of a page, with the language of its element. */
async function readShownTexts(page: Page, without: string): Promise<z.infer<typeof ShownTexts>> {
  return ShownTexts.parse(
    await page.evaluate((without) => {
      const findElementLanguage = (element: Element) => element.closest("[lang]")?.getAttribute("lang") ?? "";
      const found: { text: string; language: string }[] = [];
      for (const element of document.querySelectorAll("body, body *")) {
        if (element.closest(`script, style${without}`) || !element.checkVisibility({ visibilityProperty: true }))
          continue;
        const own = [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? "");
        const named = ["aria-label", "title", "placeholder", "alt", "aria-description"].map(
          (name) => element.getAttribute(name) ?? "",
        );
        for (const text of [...own, ...named])
          if (text.trim() !== "") found.push({ text, language: findElementLanguage(element) });
      }
      return found;
    }, without),
  );
}

/** Keep their language after a switch: toasts, and names of categories as they were suggested. */
const UNTRANSLATED_SELECTOR = ", #toast-layer *, .choices *, .chosen *";

/**
 * Finds keys, unfilled placeholders and texts of another language on a page.
 * @param changed whether the language was just switched
 */
export async function findWrongTexts(page: Page, changed: boolean): Promise<string[]> {
  const found = (await readShownTexts(page, changed ? UNTRANSLATED_SELECTOR : "")).map(({ text, language }) => {
    const known = Language.safeParse(language);
    return known.success ? findWrongWords(known.data, text) : null;
  });
  return [...new Set(found)].filter((problem) => problem !== null);
}
