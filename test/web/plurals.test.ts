import { expect, it } from "vitest";
import { en } from "../../web/i18n/en-texts";
import { fr } from "../../web/i18n/fr-texts";
import { arrange, formatCount, speak, type Texts } from "../../web/i18n/texts";

const SPOKEN = { fr: speak("fr", arrange(fr, "fr") as Texts), en: speak("en", arrange(en, "en") as Texts) };

it.each([
  ["fr", ["0 entreprise", "1 entreprise", "2 entreprises", "1\u202f000 entreprises"]],
  ["en", ["0 companies", "1 company", "2 companies", "1,000 companies"]],
] as const)("counts none, one, two and a thousand as %s does", (language, counted) => {
  const { t } = SPOKEN[language];
  expect([0, 1, 2, 1_000].map((count) => t(($) => $.companies.total, { count }))).toEqual(counted);
});

it.each([
  ["fr", "fr-FR"],
  ["en", "en-GB"],
] as const)("writes a count in %s as the browser would in %s", (language, locale) => {
  const format = new Intl.NumberFormat(locale);
  for (const count of [0, 7, 12, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, 987_654_321])
    expect(formatCount(count, language)).toBe(format.format(count));
});

type Node = { forms: Record<string, string> } | { [key: string]: Node } | string;

/** Every text with forms, by its path. */
function plurals(node: Node, path: string): [path: string, find: () => { forms: Record<string, string> }][] {
  if (typeof node === "string") return [];
  if ("forms" in node) return [[path, () => node as { forms: Record<string, string> }]];
  return Object.entries(node).flatMap(([key, value]) => plurals(value, `${path}.${key}`));
}

it.each(["fr", "en"] as const)("has a form for every number wherever it counts, in %s", (language) => {
  const { t, texts } = SPOKEN[language];
  const all = plurals(texts, language);
  expect(all.length).toBeGreaterThan(30);
  for (const [path, find] of all)
    for (const count of [0, 1, 2, 21, 1_000, 1_000_000]) expect(t(find, { count }), `${path} of ${count}`).not.toBe("");
});
