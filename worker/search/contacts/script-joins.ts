import type { ScriptToken } from "./script-tokens";
import { bareName, type Join } from "./split-address";

/**
 * What a script joins with "@", and its functions that join what they are given: those may be called with the halves
 * of an address.
 */
export type ScriptJoins = { joins: Join[]; functions: string[] };

const MAX_JOINS = 50;
const MAX_FUNCTIONS = 300;
/** Tokens that one side of a join, or a variable's value, may take. */
const REACH = 24;
const AT = /^(?:mailto:)?(?:@|&#64;|&#x40;|%40|&commat;)$/i;
const STOPS = new Set([";", "{", "}", "="]);
const STARTS = new Set(["var", "let", "const", "return", "function", "if", "for"]);

/** Linear: each sign for "@" is looked at with a bounded number of tokens around it. */
export function joinsOf(tokens: readonly ScriptToken[]): ScriptJoins {
  const places: number[] = [];
  for (let place = 0; place < tokens.length && places.length < MAX_JOINS; place++) {
    const token = tokens[place];
    if (token?.kind === "sign" || token?.kind === "word") continue;
    if (isAt(tokens, place) || (token?.kind === "template" && token.text.includes("}@${"))) places.push(place);
  }
  if (places.length === 0) return { joins: [], functions: [] };
  const known = aliasesOf(tokens);
  const withKnown = (names: Iterable<string>): Set<string> =>
    new Set([...names].flatMap((name) => [name, ...(known.get(name) ?? [])]));
  const joins: Join[] = [];
  for (const place of places) {
    for (const [left, right] of sidesOf(tokens, place))
      if (left.length > 0 && right.length > 0) joins.push({ left: withKnown(left), right: withKnown(right) });
  }
  return {
    joins,
    functions: functionsOf(tokens)
      .filter(({ given }) =>
        joins.some(
          ({ left, right }) =>
            given.some((name) => left.has(name)) && given.some((name) => right.has(name) && !left.has(name)),
        ),
      )
      .map(({ name }) => name),
  };
}

/** A string "@", or String.fromCharCode(64). */
function isAt(tokens: readonly ScriptToken[], place: number): boolean {
  const token = tokens[place];
  if (token?.kind === "string" || token?.kind === "template")
    return token.text.length < 15 && AT.test(token.text.trim());
  return (
    token?.kind === "number" &&
    token.text === "64" &&
    tokens[place - 1]?.text === "(" &&
    (tokens[place - 2]?.text ?? "").startsWith("fromC")
  );
}

/** The names on both sides of a sign: in a sum, in a template, in a list that is joined. */
function sidesOf(tokens: readonly ScriptToken[], place: number): [string[], string[]][] {
  const token = tokens[place];
  if (token?.kind === "template" && !isAt(tokens, place)) {
    return [...token.text.matchAll(/\$\{([^{}]{1,120})\}@((?:\$\{[^{}]{1,120}\}\.?){1,3})/g)].map(
      ([, left = "", right = ""]) => [wordsOf(left), wordsOf(right)],
    );
  }
  const [before, after] = [tokens.slice(Math.max(0, place - REACH), place), tokens.slice(place + 1, place + 1 + REACH)];
  if (before.at(-1)?.text === "(" && before.at(-2)?.text === "join") {
    const list = before.slice(before.findLastIndex(({ text }) => text === "[") + 1);
    const comma = list.findIndex(({ text }) => text === ",");
    return comma === -1 ? [] : [[namesOf(list.slice(0, comma)), namesOf(list.slice(comma))]];
  }
  const isSum = (side: readonly ScriptToken[]) => side.slice(0, 5).some(({ text }) => text === "+");
  if (!isSum(before.toReversed()) || !isSum(after)) return [];
  return [
    [
      namesOf(
        before.slice(
          before.findLastIndex(
            ({ kind, text }) => (kind === "sign" && STOPS.has(text)) || (kind === "word" && STARTS.has(text)),
          ) + 1,
        ),
      ),
      namesOf(untilStop(after)),
    ],
  ];
}

function untilStop(tokens: readonly ScriptToken[]): readonly ScriptToken[] {
  const end = tokens.findIndex(
    ({ kind, text }) => (kind === "sign" && STOPS.has(text)) || (kind === "word" && STARTS.has(text)),
  );
  return end === -1 ? tokens : tokens.slice(0, end);
}

const namesOf = (tokens: readonly ScriptToken[]): string[] =>
  tokens
    .flatMap(({ kind, text }) =>
      kind === "word" || (kind === "string" && /^[\w-]{1,40}$/.test(text)) ? [bareName(text)] : [],
    )
    .filter((name) => name !== "");
const wordsOf = (text: string): string[] => (text.match(/[\w-]+/g) ?? []).map(bareName);

/** `const u = link.dataset.user`: what else a variable's name stands for. */
function aliasesOf(tokens: readonly ScriptToken[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (let place = 0; place < tokens.length && known.size < 2000; place++) {
    const [word, sign, next] = [tokens[place], tokens[place + 1], tokens[place + 2]];
    if (word?.kind !== "word" || sign?.kind !== "sign" || sign.text !== "=" || next?.text === "=" || next?.text === ">")
      continue;
    const value = untilStop(tokens.slice(place + 2, place + 2 + REACH));
    const comma = value.findIndex(
      ({ kind, text }, index) => kind === "sign" && text === "," && value[index + 2]?.text === "=",
    );
    known.set(
      bareName(word.text),
      [...(known.get(bareName(word.text)) ?? []), ...namesOf(comma === -1 ? value : value.slice(0, comma))].slice(
        0,
        40,
      ),
    );
  }
  return known;
}

/** Functions that have a name, and the names of what they are given. */
function functionsOf(tokens: readonly ScriptToken[]): { name: string; given: string[] }[] {
  const found: { name: string; given: string[] }[] = [];
  for (let place = 0; place < tokens.length && found.length < MAX_FUNCTIONS; place++) {
    if (tokens[place]?.text !== "(" || tokens[place]?.kind !== "sign") continue;
    const name = nameBefore(tokens, place);
    if (!/^[\w$]+$/.test(name)) continue;
    const inside = tokens.slice(place + 1, place + 1 + REACH);
    const end = inside.findIndex(({ text }) => text === ")");
    found.push({ name, given: namesOf(inside.slice(0, Math.max(0, end))) });
  }
  return found;
}

/** function f(, f = function (, f = ( */
function nameBefore(tokens: readonly ScriptToken[], place: number): string {
  const [first, second, third] = [tokens[place - 1]?.text, tokens[place - 2]?.text, tokens[place - 3]?.text];
  if (second === "function") return first ?? "";
  if (first === "=") return second ?? "";
  return first === "function" && second === "=" ? (third ?? "") : "";
}
