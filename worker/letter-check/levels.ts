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
            (reach < LINE_REACH && /^(?:et|and|und|mais|but|aber|sowie|ainsi)$/u.test(word)) ||
            /[,;|\n•]/u.test(text.slice(tokens[low + step]?.end, at)),
        ).length;
      const crossed = languages.filter((other) => other.from > low && other.to < high).length;
      return (
        high -
        low +
        (level.from > to ? 0 : reach < LINE_REACH ? 2 : 0.5) +
        stops * (isMany ? reach : 1) +
        crossed * LINE_REACH
      );
    };
    const [best] = all
      .filter((level) => level.from < from || level.from > to)
      .map((level) => ({ level, far: distance(level) }))
      .toSorted((a, b) => a.far - b.far);
    const before = languages.find((other) => other.to < from && isJoined(text, tokens.slice(other.to, from + 1)));
    // "Fluent in Irish and Spanish": the second has the level of the first, unless it has its own.
    const shared =
      reach < LINE_REACH && before && !all.some((level) => level.from > to) ? found.get(before.concept.id) : 0;
    const own = best && best.far <= 9 ? best.level.grade : 0;
    found.set(concept.id, Math.max(found.get(concept.id) ?? 0, own, shared ?? 0));
  }
  return found;
}

/** Whether two words of a list are beside each other: "Irish and Spanish", "anglais, breton et gallois". */
const isJoined = (text: string, tokens: Token[]): boolean =>
  tokens.slice(1, -1).every(({ word }) => /^(?:et|and|und|l|le|the|in|en)$/u.test(word)) &&
  /^[\s,\p{L}'’]*$/u.test(text.slice(tokens[0]?.end, tokens.at(-1)?.at));
