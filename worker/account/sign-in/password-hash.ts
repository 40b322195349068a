import { scrypt, timingSafeEqual } from "node:crypto";

/** About 0.12 s and 16 MiB; production caps N·r·p at 2^20. Stored in every hash, so that they can be raised later. */
export const SCRYPT_COST = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;
const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;
const HASH_FORMAT = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/u;

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await deriveKey(password, salt, SCRYPT_COST);
  const { N, r, p } = SCRYPT_COST;
  return ["scrypt", N, r, p, salt.toBase64(BASE64URL), key.toBase64(BASE64URL)].join("$");
}

/** A hash that matches no password: an account without one takes as long to reject as any other. */
const makeDummyHash = ({ N, r, p } = SCRYPT_COST): string =>
  ["scrypt", N, r, p, "A".repeat(22), "A".repeat(43)].join("$");

/** Compares in constant time; null (unknown account, or no password) takes as long and is false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = HASH_FORMAT.exec(stored ?? makeDummyHash());
  if (!parts) throw new Error("a stored password hash is malformed");
  const [, N, r, p, salt = "", key = ""] = parts;
  const derived = await deriveKey(password, Uint8Array.fromBase64(salt, BASE64URL), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, Uint8Array.fromBase64(key, BASE64URL)) && stored !== null;
}

function deriveKey(password: string, salt: Uint8Array, cost: typeof SCRYPT_COST): Promise<Uint8Array> {
  // Another keyboard may compose the same characters differently.
  const typed = password.normalize("NFKC");
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}
