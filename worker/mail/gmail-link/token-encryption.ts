import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { z } from "zod";
import { findEncryptionKey, type EncryptionKey } from "../../platform/encryption-keys";

/** Google's tokens of a mailbox. `expiresAt` belongs to the access token, ISO 8601 UTC. */
const MailboxTokens = z.object({ refreshToken: z.string(), accessToken: z.string(), expiresAt: z.iso.datetime() });
export type MailboxTokens = z.infer<typeof MailboxTokens>;

const ALGORITHM = { alg: "dir", enc: "A256GCM" } as const;

/**
 * Encrypts tokens for one user with the first key: JWE, AES-256-GCM. The authenticated header names key and user, so
 * that a row copied to another user cannot be decrypted.
 */
export async function encryptTokens(
  [key]: readonly [EncryptionKey, ...EncryptionKey[]],
  userId: string,
  tokens: MailboxTokens,
): Promise<string> {
  return new EncryptJWT({ ...tokens })
    .setProtectedHeader({ ...ALGORITHM, kid: key.id })
    .setSubject(userId)
    .replicateSubjectAsHeader()
    .encrypt(key.bytes);
}

/**
 * Decrypts tokens that any of the keys encrypted.
 * @returns null when key or user is another one, or the text was altered; `outdated` when it was not the first key
 */
export async function decryptTokens(
  keys: readonly EncryptionKey[],
  userId: string,
  encrypted: string,
): Promise<{ tokens: MailboxTokens; outdated: boolean } | null> {
  const key = findEncryptionKey(encrypted, userId, keys);
  if (!key) return null;
  try {
    const { payload } = await jwtDecrypt(encrypted, key.bytes, {
      subject: userId,
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
    });
    return { tokens: MailboxTokens.parse(payload), outdated: key !== keys[0] };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
