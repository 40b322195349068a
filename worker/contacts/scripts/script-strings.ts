import { ScriptEvaluator } from "./script-evaluator";
import { findJoins, type ScriptJoins } from "./script-joins";
import { tokenizeScript, type ScriptToken } from "./script-tokenizer";
import type { ScriptValues } from "./script-values";

/** `packed`: lists of numbers that may each encode several letters. */
export type ScriptStrings = ScriptValues & ScriptJoins & { packed: number[][] };

/** What can be read from a script without running it. Linear, never throws. @param host value of `location.hostname` */
export function readScriptStrings(script: string, host = ""): ScriptStrings {
  const tokens = tokenizeScript(script);
  return { ...new ScriptEvaluator(tokens, host).run(), ...findJoins(tokens), packed: findPackedNumbers(tokens) };
}

const MAX_PACKED_LISTS = 40;
const MAX_NUMBERS_PER_LIST = 300;

/**
 * Lists of numbers too large for one letter each, written as a list or item by item: `x[0] = 1768842863; x[1] = …`.
 * Linear.
 */
function findPackedNumbers(tokens: readonly ScriptToken[]): number[][] {
  const lists: number[][] = [];
  let list: number[] = [];
  let end = 0;
  for (let place = 0; place < tokens.length && lists.length < MAX_PACKED_LISTS; place++) {
    const token = tokens[place];
    if (token?.kind !== "number") continue;
    const value = Number(token.text);
    if (!Number.isInteger(value) || value <= 0 || value > 0xffffffff || isIndex(tokens, place)) continue;
    // The next item of the same list: after a comma, or after `; x[1] =`.
    if (list.length > 0 && place - end > 7) {
      lists.push(list);
      list = [];
    }
    if (list.length < MAX_NUMBERS_PER_LIST) list.push(value);
    end = place;
  }
  lists.push(list);
  return lists.filter((numbers) => numbers.filter((value) => value > 0xffff).length >= 2);
}

const isIndex = (tokens: readonly ScriptToken[], place: number): boolean =>
  tokens[place - 1]?.text === "[" && tokens[place + 1]?.text === "]" && tokens[place + 2]?.text === "=";
