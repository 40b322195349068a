import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { z } from "zod";
import { sha256 } from "../sha256";

/** What lets us into a mailbox. `expiresAt` is that of the access token, ISO 8601 UTC. */
const MailboxTokens = z.object({ refreshToken: z.string(), accessToken: z.string(), expiresAt: z.iso.datetime() });
export type MailboxTokens = z.infer<typeof MailboxTokens>;

const ALGORITHM = { alg: "dir", enc: "A256GCM" } as const;

const keyOf = (tokenKey: string): Uint8Array =>
  Uint8Array.fromBase64(tokenKey.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""), { alphabet: "base64url" });

/** Names the key without telling it, so that a second one can be told apart when keys are rotated. */
const kidOf = async (key: Uint8Array): Promise<string> => (await sha256(key)).slice(0, 16);

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
