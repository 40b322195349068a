import { toBareName, type AtJoin } from "../emails/split-emails";
import type { ScriptToken } from "./script-tokenizer";

/**
 * What a script joins with "@", and its functions that join their arguments: they may be called with the halves of an
 * address.
 */
export type ScriptJoins = { joins: AtJoin[]; functions: string[] };

const MAX_JOINS = 50;
const MAX_FUNCTIONS = 300;
/** Tokens that one side of a join, or a variable's value, may take. */
const MAX_SIDE_TOKENS = 24;
const AT_SIGN = /^(?:mailto:)?(?:@|&#64;|&#x40;|%40|&commat;)$/i;
const STOP_SIGNS = new Set([";", "{", "}", "="]);
const STATEMENT_WORDS = new Set(["var", "let", "const", "return", "function", "if", "for"]);

/** Linear: reads a bounded number of tokens around each "@". */
export function findJoins(tokens: readonly ScriptToken[]): ScriptJoins {
  const places: number[] = [];
  for (let place = 0; place < tokens.length && places.length < MAX_JOINS; place++) {
    const token = tokens[place];
    if (token?.kind === "sign" || token?.kind === "word") continue;
    if (isAtSign(tokens, place) || (token?.kind === "template" && token.text.includes("}@${"))) places.push(place);
  }
  if (places.length === 0) return { joins: [], functions: [] };
  const known = findAliases(tokens);
  const addAliases = (names: Iterable<string>): Set<string> =>
    new Set([...names].flatMap((name) => [name, ...(known.get(name) ?? [])]));
  const joins: AtJoin[] = [];
  for (const place of places) {
    for (const [left, right] of listSides(tokens, place))
      if (left.length > 0 && right.length > 0) joins.push({ left: addAliases(left), right: addAliases(right) });
  }
  return {
    joins,
    functions: listFunctions(tokens)
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
function isAtSign(tokens: readonly ScriptToken[], place: number): boolean {
  const token = tokens[place];
  if (token?.kind === "string" || token?.kind === "template")
    return token.text.length < 15 && AT_SIGN.test(token.text.trim());
  return (
    token?.kind === "number" &&
    token.text === "64" &&
    tokens[place - 1]?.text === "(" &&
    (tokens[place - 2]?.text ?? "").startsWith("fromC")
  );
}

/** The names on both sides of an "@": in a sum, a template or a joined list. */
function listSides(tokens: readonly ScriptToken[], place: number): [string[], string[]][] {
  const token = tokens[place];
  if (token?.kind === "template" && !isAtSign(tokens, place)) {
    return [...token.text.matchAll(/\$\{([^{}]{1,120})\}@((?:\$\{[^{}]{1,120}\}\.?){1,3})/g)].map(
      ([, left = "", right = ""]) => [splitNames(left), splitNames(right)],
    );
  }
  const [before, after] = [
    tokens.slice(Math.max(0, place - MAX_SIDE_TOKENS), place),
    tokens.slice(place + 1, place + 1 + MAX_SIDE_TOKENS),
  ];
  if (before.at(-1)?.text === "(" && before.at(-2)?.text === "join") {
    const list = before.slice(before.findLastIndex(({ text }) => text === "[") + 1);
    const comma = list.findIndex(({ text }) => text === ",");
    return comma === -1 ? [] : [[listNames(list.slice(0, comma)), listNames(list.slice(comma))]];
  }
  const isSum = (side: readonly ScriptToken[]) => side.slice(0, 5).some(({ text }) => text === "+");
  if (!isSum(before.toReversed()) || !isSum(after)) return [];
  return [
    [
      listNames(
        before.slice(
          before.findLastIndex(
            ({ kind, text }) =>
              (kind === "sign" && STOP_SIGNS.has(text)) || (kind === "word" && STATEMENT_WORDS.has(text)),
          ) + 1,
        ),
      ),
      listNames(takeUntilStop(after)),
    ],
  ];
}

function takeUntilStop(tokens: readonly ScriptToken[]): readonly ScriptToken[] {
  const end = tokens.findIndex(
    ({ kind, text }) => (kind === "sign" && STOP_SIGNS.has(text)) || (kind === "word" && STATEMENT_WORDS.has(text)),
  );
  return end === -1 ? tokens : tokens.slice(0, end);
}

const listNames = (tokens: readonly ScriptToken[]): string[] =>
  tokens
    .flatMap(({ kind, text }) =>
      kind === "word" || (kind === "string" && /^[\w-]{1,40}$/.test(text)) ? [toBareName(text)] : [],
    )
    .filter((name) => name !== "");
const splitNames = (text: string): string[] => (text.match(/[\w-]+/g) ?? []).map(toBareName);

/** `const u = link.dataset.user`: other names of a variable. */
function findAliases(tokens: readonly ScriptToken[]): Map<string, string[]> {
  const known = new Map<string, string[]>();
  for (let place = 0; place < tokens.length && known.size < 2000; place++) {
    const [word, sign, next] = [tokens[place], tokens[place + 1], tokens[place + 2]];
    if (word?.kind !== "word" || sign?.kind !== "sign" || sign.text !== "=" || next?.text === "=" || next?.text === ">")
      continue;
    const value = takeUntilStop(tokens.slice(place + 2, place + 2 + MAX_SIDE_TOKENS));
    const comma = value.findIndex(
      ({ kind, text }, index) => kind === "sign" && text === "," && value[index + 2]?.text === "=",
    );
    known.set(
      toBareName(word.text),
      [...(known.get(toBareName(word.text)) ?? []), ...listNames(comma === -1 ? value : value.slice(0, comma))].slice(
        0,
        40,
      ),
    );
  }
  return known;
}

/** Named functions and their parameters. */
function listFunctions(tokens: readonly ScriptToken[]): { name: string; given: string[] }[] {
  const found: { name: string; given: string[] }[] = [];
  for (let place = 0; place < tokens.length && found.length < MAX_FUNCTIONS; place++) {
    if (tokens[place]?.text !== "(" || tokens[place]?.kind !== "sign") continue;
    const name = findFunctionName(tokens, place);
    if (!/^[\w$]+$/.test(name)) continue;
    const inside = tokens.slice(place + 1, place + 1 + MAX_SIDE_TOKENS);
    const end = inside.findIndex(({ text }) => text === ")");
    found.push({ name, given: listNames(inside.slice(0, Math.max(0, end))) });
  }
  return found;
}

/** function f(, f = function (, f = ( */
function findFunctionName(tokens: readonly ScriptToken[], place: number): string {
  const [first, second, third] = [tokens[place - 1]?.text, tokens[place - 2]?.text, tokens[place - 3]?.text];
  if (second === "function") return first ?? "";
  if (first === "=") return second ?? "";
  return first === "function" && second === "=" ? (third ?? "") : "";
}
