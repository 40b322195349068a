import { env } from "cloudflare:workers";
import { type TokenKey, tokenKeysOf } from "../../worker/token-keys";

type Keys = readonly [TokenKey, ...TokenKey[]];

/** Keys as the setting TOKEN_KEYS gives them. Throws when it is malformed. */
export function keysOf(setting: unknown): Keys {
  const keys = tokenKeysOf(String(setting));
  if (!keys) throw new Error("no keys");
  return keys;
}

/** The keys of the worker under test. */
export const KEYS = keysOf(env.TOKEN_KEYS);
