import type { Page } from "playwright-core";
import { z } from "zod";
import { TEXTS } from "./texts.ts";

type Language = "fr" | "en";
type Texts = { [key: string]: string | Texts };
const flat = (texts: Texts, path = ""): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );

const spaced = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");

/** A pattern that is hardly more than its places says nothing about a language. */
const isTelling = (text: string): boolean => (text.replaceAll(/\{\{\w+\}\}/gu, "").match(/\p{L}/gu) ?? []).length >= 3;

/** What one language says: whole texts, and those with a place in them as patterns. */
function vocabulary(texts: Texts) {
  // A link within a sentence stands alone on the page, with the rest around it.
  const parts = flat(texts)
    .flatMap(([, text]) => text.split(/<\/?\w+>/u))
    .map(spaced)
    .filter(isTelling);
  const withPlace = parts.filter((text) => text.includes("{{"));
  return {
    whole: new Set(parts.filter((text) => !text.includes("{{"))),
    patterns: [...new Set(withPlace)].map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\{\w+\}\}/u)
            .map(escaped)
            .join(".{0,200}")}$`,
          "u",
        ),
    ),
  };
}
const SAID = { fr: vocabulary(TEXTS.fr), en: vocabulary(TEXTS.en) };
const KEYS = new Set([...flat(TEXTS.fr), ...flat(TEXTS.en)].map(([key]) => key));

const says = (language: Language, text: string): boolean =>
  SAID[language].whole.has(text) || SAID[language].patterns.some((pattern) => pattern.test(text));

/** What is wrong with a text that a page in the language given shows; null for nothing. */
export function wrongWords(language: Language, given: string): string | null {
  const text = spaced(given);
  const key = text.split(/\s/u).find((word) => KEYS.has(word) && word.includes("."));
  if (key !== undefined) return `the key ${key}`;
  if (/\{\{|\}\}|\bundefined\b|\bNaN\b|\[object /u.test(text)) return `a place left open in “${text}”`;
  const other = language === "fr" ? "en" : "fr";
  return !says(language, text) && says(other, text) ? `“${text}” is ${other}` : null;
}

const Shown = z.array(z.object({ text: z.string(), language: z.string() }));

/** Every text a page shows or says, with the language its element is in. What is hidden from everyone is left out. */
async function textsOf(page: Page, without: string): Promise<z.infer<typeof Shown>> {
  return Shown.parse(
    await page.evaluate((without) => {
      const languageOf = (element: Element) => element.closest("[lang]")?.getAttribute("lang") ?? "";
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
          if (text.trim() !== "") found.push({ text, language: languageOf(element) });
      }
      return found;
    }, without),
  );
}

/** What was said or fetched in a language stays in it: news that is going away, and names of categories as they were suggested. */
const SAID_BEFORE = ", #toast-layer *, .choices *, .chosen *";

/**
 * Keys, open places and words of the other language on a page.
 * @param changed the language was just changed
 */
export async function wrongTexts(page: Page, changed: boolean): Promise<string[]> {
  const found = (await textsOf(page, changed ? SAID_BEFORE : "")).map(({ text, language }) =>
    language === "fr" || language === "en" ? wrongWords(language, text) : null,
  );
  return [...new Set(found)].filter((problem) => problem !== null);
}
