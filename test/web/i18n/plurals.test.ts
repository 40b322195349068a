import i18next from "i18next";
import { expect, it } from "vitest";
import { showTexts } from "../../../web/i18n/i18n";
import { formatCount } from "../../../web/i18n/typography";
import { LANGUAGES } from "../../../worker/contract/limits";
import { TEXTS } from "../../e2e/support/screen-texts";

it.each([
  ["fr", ["0 point relevé", "1 point relevé", "2 points relevés", "1\u202f000 points relevés"]],
  ["en", ["0 facts", "1 fact", "2 facts", "1,000 facts"]],
  ["de", ["0 Angaben", "1 Angabe", "2 Angaben", "1.000 Angaben"]],
] as const)("counts none, one, two and a thousand as %s does", (language, counted) => {
  showTexts(language, TEXTS[language]);
  expect([0, 1, 2, 1_000].map((count) => i18next.t(($) => $.account.facts.count, { count }))).toEqual(counted);
});

it.each([
  ["fr", "fr-FR"],
  ["en", "en-GB"],
  ["de", "de-DE"],
] as const)("writes a count in %s as the browser would in %s", (language, locale) => {
  const format = new Intl.NumberFormat(locale);
  for (const count of [0, 7, 12, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, 987_654_321])
    expect(formatCount(count, language)).toBe(format.format(count));
});

type Texts = { [key: string]: string | Texts };

/** Every text with forms, by its path. */
const findPlurals = (texts: Texts, path = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== "string") return findPlurals(text, `${path}${key}.`);
    const name = key.replace(/_other$/u, "");
    return name === key ? [] : [path + name];
  });

it.each(LANGUAGES)("has a form for every number wherever it counts, in %s", (language) => {
  showTexts(language, TEXTS[language]);
  const all = findPlurals(TEXTS[language]);
  expect(all.length).toBeGreaterThan(30);
  for (const path of all)
    for (const count of [0, 1, 2, 21, 1_000, 1_000_000]) {
      const text: unknown = i18next.t(path as never, { count } as never);
      expect(text, `${path} of ${count}`).not.toBe("");
      // A missing text renders as its key.
      expect(text, `${path} of ${count}`).not.toBe(path);
    }
});
