import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { z } from "zod";

/** What lets us into a mailbox. `expiresAt` is that of the access token, ISO 8601 UTC. */
const MailboxTokens = z.object({ refreshToken: z.string(), accessToken: z.string(), expiresAt: z.iso.datetime() });
export type MailboxTokens = z.infer<typeof MailboxTokens>;

const ALGORITHM = { alg: "dir", enc: "A256GCM" } as const;

const keyOf = (tokenKey: string): Uint8Array =>
  Uint8Array.fromBase64(tokenKey.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""), { alphabet: "base64url" });

/** Names the key without telling it, so that a second one can be told apart when keys are rotated. */
async function kidOf(key: Uint8Array): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(key))).toHex().slice(0, 16);
}

/** Seals tokens for one user: a row copied to another user does not open. @param tokenKey 32 bytes, base64 */
export async function sealTokens(tokenKey: string, userId: string, tokens: MailboxTokens): Promise<string> {
  const key = keyOf(tokenKey);
  return new EncryptJWT({ ...tokens }).setSubject(userId).setProtectedHeader({ ...ALGORITHM, kid: await kidOf(key) }).encrypt(key);
}

/** @returns null for what was sealed with another key or for another user, or was changed */
export async function openTokens(tokenKey: string, userId: string, sealed: string): Promise<MailboxTokens | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, keyOf(tokenKey), {
      subject: userId, keyManagementAlgorithms: [ALGORITHM.alg], contentEncryptionAlgorithms: [ALGORITHM.enc],
    });
    return MailboxTokens.parse(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
