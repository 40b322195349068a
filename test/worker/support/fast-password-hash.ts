import { scryptSync } from "node:crypto";

/** A cheap hash: hashes carry their own parameters, and a real one takes 0.1 s. */
export function hashPasswordFast(password: string): string {
  const salt = new Uint8Array(16);
  const key = new Uint8Array(scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 }));
  const toBase64Url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  return `scrypt$2$1$1$${toBase64Url(salt)}$${toBase64Url(key)}`;
}
