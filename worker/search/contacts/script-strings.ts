import { joinsOf, type ScriptJoins } from "./script-joins";
import { packedNumbers } from "./script-numbers";
import { ValueReader } from "./script-reader";
import { scriptTokens } from "./script-tokens";
import type { Values } from "./script-values";

/** `packed`: lists of numbers that may hold several letters each. */
export type ScriptStrings = Values & ScriptJoins & { packed: number[][] };

/** All that can be seen of a script without running it. Linear, never throws. @param host what `location.hostname` is */
export function stringsOf(script: string, host = ""): ScriptStrings {
  const tokens = scriptTokens(script);
  return { ...new ValueReader(tokens, host).run(), ...joinsOf(tokens), packed: packedNumbers(tokens) };
}
