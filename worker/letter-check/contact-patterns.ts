import words from "./data/contact-patterns.json" with { type: "json" };
import { compilePattern } from "./patterns.ts";

/** Top-level domains that are common words too: "to make a point in", "point de vente". */
const ordinary = new Set(words.ordinaryWords);
const { topLevelDomains, digitWords, channels } = words;
const unusualDomains = topLevelDomains.filter((ending) => !ordinary.has(ending));
const lists = { topLevelDomains, unusualDomains, digitWords, channels };
export type ContactSort = "address" | "link" | "handle" | "account" | "number" | "disguised" | "channel";

/** In the order in which they are looked for: an address is no link. */
const patterns = words.patterns.map(({ sort, ...pattern }) => ({
  sort: sort as ContactSort,
  pattern: compilePattern(pattern, lists),
}));
/** "2019 - 2022", "01.09.2019 – 31.08.2021", "12 000 000": not telephone numbers. */
const dates = compilePattern(words.dates);

/** "B.Tech", "ASP.NET", "B.Eng. in plastics": not links. */
const names = new RegExp(`^(?:${words.names})$`, "iu");

/** The links, addresses, numbers and accounts of a text, and the services to pay or chat by. */
export function findContacts(text: string): { sort: ContactSort; text: string; index: number }[] {
  const found: { sort: ContactSort; text: string; index: number }[] = [];
  let rest = text;
  for (const { sort, pattern } of patterns)
    rest = rest.replace(pattern, (match, ...[index]: (number | string)[]) => {
      const isNone =
        (sort === "number" && dates.test(match)) || ((sort === "link" || sort === "disguised") && names.test(match));
      if (!isNone) found.push({ sort, text: match, index: Number(index) });
      return " ".repeat(match.length);
    });
  return found;
}

/** The same text with spaces for its contacts. @param sorts without them all */
export const blankContacts = (text: string, sorts?: ContactSort[]): string =>
  findContacts(text)
    .filter(({ sort }) => !sorts || sorts.includes(sort))
    .reduce((rest, { text: found }) => rest.replace(found, " ".repeat(found.length)), text);
