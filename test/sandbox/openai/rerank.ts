import type { ParsedPrompt } from "./parse-prompt";
import type { AnswerSchema } from "./request-schema";

const foldWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);

/** An option's identifier: the text before the first tab, colon, comma, bar or blank. */
const readOptionId = (option: string): string => option.replace(/^[-*]\s+/, "").split(/[\t:|,;\s]/)[0] ?? "";

/**
 * The identifiers of the options, those whose name begins with the query first, the others in their order. Shared words
 * do not count: a "Real estate developer" employs no developers.
 */
export function rankOptions(prompt: ParsedPrompt, allowed: readonly string[] | undefined): string[] {
  const wanted = foldWords(prompt.query ?? "");
  const scoreOption = (option: string): number => {
    // By the name, as a reader would, not by the identifier.
    const words = foldWords(option.slice(readOptionId(option).length) || option);
    return wanted.length > 0 && wanted.every((word, n) => words[n] === word) ? 1 : 0;
  };
  const options = prompt.options.length > 0 ? prompt.options : (allowed ?? []);
  const ordered = options
    .map((option, n) => ({ id: readOptionId(option), score: scoreOption(option), n }))
    .sort((a, b) => b.score - a.score || a.n - b.n);
  return ordered.map((each) => each.id).filter((id) => id !== "" && (!allowed || allowed.includes(id)));
}

/** Converts identifiers to the items of a schema's list: texts, or objects whose first text field is the id. */
export function buildList(schema: AnswerSchema, ids: string[]): unknown[] {
  const chosen = ids.slice(0, schema.maxItems ?? 50);
  const fields = schema.items?.properties;
  if (!fields) return schema.items?.type === "integer" || schema.items?.type === "number" ? chosen.map(Number) : chosen;
  return chosen.map((id) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field], n) => [
        name,
        field.type === "string" ? (n === 0 ? id : "") : 1 - n / 10,
      ]),
    ),
  );
}
