import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { z } from "zod";
import { findEncryptionKey, type EncryptionKey } from "../../platform/encryption-keys";

/** What lets us into a mailbox. `expiresAt` is that of the access token, ISO 8601 UTC. */
const MailboxTokens = z.object({ refreshToken: z.string(), accessToken: z.string(), expiresAt: z.iso.datetime() });
export type MailboxTokens = z.infer<typeof MailboxTokens>;

const ALGORITHM = { alg: "dir", enc: "A256GCM" } as const;

/**
 * Seals tokens for one user, with the first of the keys: JWE, AES-256-GCM. The header names the key and the user and is authenticated with the
 * rest, so that a row copied to another user does not open.
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
 * Opens what was sealed with any of the keys.
 * @returns null for what was sealed with another key or for another user, or was changed; `outdated` says that it was not the first key
 */
export async function decryptTokens(
  keys: readonly EncryptionKey[],
  userId: string,
  sealed: string,
): Promise<{ tokens: MailboxTokens; outdated: boolean } | null> {
  const key = findEncryptionKey(sealed, userId, keys);
  if (!key) return null;
  try {
    const { payload } = await jwtDecrypt(sealed, key.bytes, {
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
