import { findPackedNumbers } from "./packed-numbers";
import { ScriptEvaluator } from "./script-evaluator";
import { findJoins, type ScriptJoins } from "./script-joins";
import { tokenizeScript } from "./script-tokenizer";
import type { ScriptValues } from "./script-values";

/** `packed`: lists of numbers that may hold several letters each. */
export type ScriptStrings = ScriptValues & ScriptJoins & { packed: number[][] };

/** All that can be seen of a script without running it. Linear, never throws. @param host what `location.hostname` is */
export function readScriptStrings(script: string, host = ""): ScriptStrings {
  const tokens = tokenizeScript(script);
  return { ...new ScriptEvaluator(tokens, host).run(), ...findJoins(tokens), packed: findPackedNumbers(tokens) };
}
