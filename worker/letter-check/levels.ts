import levelWords from "./data/language-levels.json" with { type: "json" };
import type { Token } from "./tokenize.ts";
import type { Hit } from "./vocabulary.ts";

interface Level {
  grade: number;
  from: number;
}
const levels = levelWords.map(({ grade, forms }) => ({
  grade,
  fits: new RegExp(
    `^(?:${forms.map((form) => (form.endsWith("*") ? `${form.slice(0, -1)}[a-z]*` : form)).join("|")})\\b`,
    "u",
  ),
}));
export const findLevels = (tokens: Token[]): Level[] =>
  tokens.flatMap((_, from) => {
    const ahead = tokens
      .slice(from, from + 4)
      .map(({ word }) => word)
      .join(" ");
    const found = levels.find(({ fits }) => fits.test(ahead));
    return found && tokens[from - 1]?.word !== "ecole" ? [{ grade: found.grade, from }] : [];
  });

/** A stop in a line of a CV parts what it says of two languages. */
const LINE_REACH = 20;

/** For each language of a text the level said nearest to it, up to the next language. */
export function readLevels(text: string, tokens: Token[], hits: Hit[], reach = LINE_REACH): Map<string, number> {
  const languages = hits.filter(({ concept }) => concept.sort === "language");
  if (languages.length === 0) return new Map();
  const isMany = reach === LINE_REACH || new Set(languages.map(({ concept }) => concept.id)).size > 1;
  const found = new Map<string, number>();
  const all = findLevels(tokens);
  for (const { concept, from, to } of languages) {
    const distance = (level: Level) => {
      const [low, high] = level.from > to ? [to, level.from] : [level.from, from];
      const stops = tokens
        .slice(low + 1, high + 1)
        .filter(
          ({ at, word }, step) =>
            (reach < LINE_REACH && /^(?:et|and|und|mais|but|aber)$/u.test(word)) ||
            /[,;|\n•]/u.test(text.slice(tokens[low + step]?.end, at)),
        ).length;
      const crossed = languages.filter((other) => other.from > low && other.to < high).length;
      return high - low + (level.from > to ? 0 : 0.5) + stops * (isMany ? reach : 1) + crossed * LINE_REACH;
    };
    const [best] = all
      .filter((level) => level.from < from || level.from > to)
      .map((level) => ({ level, far: distance(level) }))
      .toSorted((a, b) => a.far - b.far);
    found.set(concept.id, Math.max(found.get(concept.id) ?? 0, best && best.far <= 9 ? best.level.grade : 0));
  }
  return found;
}
