import { createHash } from "node:crypto";
import { z } from "zod";

/** A key that mailbox tokens are encrypted with. */
export interface EncryptionKey {
  /** Key id: the first 16 hex digits of its SHA-256, in the header of every ciphertext. */
  id: string;
  bytes: Uint8Array;
}

const JweHeader = z.object({ kid: z.string(), sub: z.string().optional() });
const KEY_PATTERN = /^[A-Za-z0-9+/_-]{43}=?$/u;

/**
 * Parses TOKEN_KEYS: keys of 32 bytes in base64 or base64url, separated by commas. The first encrypts, all decrypt.
 * @returns null for none or an invalid one: a typing mistake must not become a new key
 */
export function parseEncryptionKeys(setting: string): [EncryptionKey, ...EncryptionKey[]] | null {
  const texts = setting
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (!texts.every((text) => KEY_PATTERN.test(text))) return null;
  const [first, ...others] = texts.map((text) => {
    const bytes = Uint8Array.fromBase64(text.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""), {
      alphabet: "base64url",
    });
    return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 16), bytes };
  });
  return first ? [first, ...others] : null;
}

const decoder = new TextDecoder();

/** The key of a user's ciphertext, by its header alone; undefined for a removed key, or another user's. */
export function findEncryptionKey(
  sealed: string,
  userId: string,
  keys: readonly EncryptionKey[],
): EncryptionKey | undefined {
  try {
    const header = JweHeader.parse(
      JSON.parse(decoder.decode(Uint8Array.fromBase64(sealed.split(".")[0] ?? "", { alphabet: "base64url" }))),
    );
    // Older ones name their user only inside, where decryption checks it.
    return header.sub === undefined || header.sub === userId ? keys.find(({ id }) => id === header.kid) : undefined;
  } catch {
    // No base64url, no JSON or no such header: not encrypted here.
    return undefined;
  }
}
