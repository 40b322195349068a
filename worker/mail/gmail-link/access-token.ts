import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { listMissingSettings } from "../../platform/config";
import { ExternalServiceError } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";
import { type MailboxRow, replaceTokens } from "./store-mailboxes";
import { decryptTokens, encryptTokens } from "./token-encryption";

export type GmailPorts = Pick<Deps, "db" | "googleAuth" | "now" | "config">;

/** A valid access token, and the row it came from. */
export interface GmailAccess {
  mailbox: MailboxRow & { tokens: string };
  token: string;
}

/** A token that expires within this time is refreshed before use. Milliseconds. */
const REFRESH_MARGIN_MS = 60_000;
const DISCONNECTED: SendFailure = { reason: "gmail_disconnected" };

/**
 * Returns a valid access token. It runs before any claim, so that an unusable mailbox leaves no row.
 * @param force refresh a token that should still be valid: Gmail has just rejected it
 * @returns the access, or why there is none; tokens that Google no longer accepts are deleted
 */
export async function getAccessToken(
  mailbox: MailboxRow | null,
  ports: GmailPorts,
  force = false,
): Promise<GmailAccess | SendFailure> {
  const { db, googleAuth, now } = ports;
  const { tokenKeys } = ports.config;
  if (!mailbox) return { reason: "gmail_disconnected", code: "gmail_required" };
  const { userId, tokens: encrypted } = mailbox;
  if (encrypted === null || !tokenKeys) return DISCONNECTED;
  const opened = await decryptTokens(tokenKeys, userId, encrypted);
  if (!opened) {
    // The row stays: with the right key restored it can be decrypted again.
    logError("mailbox_tokens_unreadable", new Error("encrypted with a key that is not in TOKEN_KEYS, or altered"));
    return DISCONNECTED;
  }
  const { tokens, outdated } = opened;
  if (!force && Date.parse(tokens.expiresAt) - now().getTime() > REFRESH_MARGIN_MS) {
    const current = outdated ? await encryptTokens(tokenKeys, userId, tokens) : encrypted;
    if (outdated) await replaceTokens(db, { userId, tokens: encrypted }, current);
    return { mailbox: { ...mailbox, tokens: current }, token: tokens.accessToken };
  }
  try {
    const fresh = await googleAuth.refreshTokens(tokens.refreshToken);
    const renewed = await encryptTokens(tokenKeys, userId, {
      refreshToken: fresh.refreshToken ?? tokens.refreshToken,
      accessToken: fresh.accessToken,
      expiresAt: fresh.expiresAt,
    });
    await replaceTokens(db, { userId, tokens: encrypted }, renewed);
    return { mailbox: { ...mailbox, tokens: renewed }, token: fresh.accessToken };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    if (error.failure === "misconfigured") return { reason: "provider_error", code: "google_misconfigured" };
    if (error.details.reason !== "invalid_grant") return { reason: "provider_error", code: "google_unavailable" };
    await replaceTokens(db, { userId, tokens: encrypted }, null);
    return DISCONNECTED;
  }
}

/** Revokes the grant of a mailbox. @returns false when Google was unreachable and a later attempt may succeed */
export async function revokeTokens(mailbox: MailboxRow | undefined, ports: GmailPorts): Promise<boolean> {
  const { tokenKeys } = ports.config;
  // Users must be able to disconnect and to delete their account after the operator has removed the Gmail settings.
  if (!mailbox?.tokens || !tokenKeys || listMissingSettings(ports.config).gmail.length > 0) return true;
  const opened = await decryptTokens(tokenKeys, mailbox.userId, mailbox.tokens);
  return opened ? revokeGrant(opened.tokens.refreshToken, ports.googleAuth) : true;
}

/** Revokes the grant of a token. @returns false when Google was unreachable and a later attempt may succeed */
export async function revokeGrant(token: string, googleAuth: GmailPorts["googleAuth"]): Promise<boolean> {
  try {
    await googleAuth.revokeToken(token);
    return true;
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    logError("gmail_revoke_failed", error, {
      failure: error.failure,
      status: error.details.status,
      reason: error.details.reason,
    });
    return error.failure === "refused";
  }
}
