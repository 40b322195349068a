import { env } from "cloudflare:workers";
import { type EncryptionKey, parseEncryptionKeys } from "../../../worker/platform/encryption-keys";

type Keys = readonly [EncryptionKey, ...EncryptionKey[]];

/** Keys as the setting TOKEN_KEYS gives them. Throws when it is malformed. */
export function parseKeys(setting: unknown): Keys {
  const keys = parseEncryptionKeys(String(setting));
  if (!keys) throw new Error("no keys");
  return keys;
}

/** The keys of the worker under test. */
export const TEST_KEYS = parseKeys(env.TOKEN_KEYS);
