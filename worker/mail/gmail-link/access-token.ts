import type { Deps } from "../../compose";
import { logError } from "../../lib/log";
import { listMissingSettings } from "../../platform/config";
import { ExternalServiceError } from "../../platform/ports";
import type { SendFailure } from "../../platform/send-request";
import { type MailboxRow, replaceTokens } from "./store-mailboxes";
import { decryptTokens, encryptTokens } from "./token-encryption";

export type GmailPorts = Pick<Deps, "db" | "googleAuth" | "now" | "config">;

/** An access token that will do for a while, and the row it came from. */
export interface GmailAccess {
  mailbox: MailboxRow & { tokens: string };
  token: string;
}

/** A token that ends within this time is exchanged before it is used. Milliseconds. */
const REFRESH_MARGIN_MS = 60_000;
const DISCONNECTED: SendFailure = { reason: "gmail_disconnected" };

/**
 * Makes sure of a valid access token. It runs before anything is claimed, so that a mailbox that does not open costs nothing.
 * @param force refresh even a token that should still hold: Gmail has just refused it
 * @returns the access, or why there is none; a link that Google no longer honours is marked as such
 */
export async function getAccessToken(
  mailbox: MailboxRow | null,
  ports: GmailPorts,
  force = false,
): Promise<GmailAccess | SendFailure> {
  const {
    db,
    googleAuth: identity,
    now,
    config: { tokenKeys },
  } = ports;
  if (!mailbox) return { reason: "gmail_disconnected", code: "gmail_required" };
  const { userId, tokens: sealed } = mailbox;
  if (sealed === null || !tokenKeys) return DISCONNECTED;
  const opened = await decryptTokens(tokenKeys, userId, sealed);
  if (!opened) {
    // The row is kept: with the right key back in place it opens again.
    logError("mailbox_tokens_unreadable", new Error("sealed with a key that is not in TOKEN_KEYS, or changed"));
    return DISCONNECTED;
  }
  const { tokens, outdated } = opened;
  if (!force && Date.parse(tokens.expiresAt) - now().getTime() > REFRESH_MARGIN_MS) {
    const kept = outdated ? await encryptTokens(tokenKeys, userId, tokens) : sealed;
    if (outdated) await replaceTokens(db, { userId, tokens: sealed }, kept);
    return { mailbox: { ...mailbox, tokens: kept }, token: tokens.accessToken };
  }
  try {
    const fresh = await identity.refreshTokens(tokens.refreshToken);
    const renewed = await encryptTokens(tokenKeys, userId, {
      refreshToken: fresh.refreshToken ?? tokens.refreshToken,
      accessToken: fresh.accessToken,
      expiresAt: fresh.expiresAt,
    });
    await replaceTokens(db, { userId, tokens: sealed }, renewed);
    return { mailbox: { ...mailbox, tokens: renewed }, token: fresh.accessToken };
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    if (error.failure === "misconfigured") return { reason: "provider_error", code: "google_misconfigured" };
    if (error.details.reason !== "invalid_grant") return { reason: "provider_error", code: "google_unavailable" };
    await replaceTokens(db, { userId, tokens: sealed }, null);
    return DISCONNECTED;
  }
}

/** Ends the grant of a mailbox. @returns false when Google could not be told, and may be later */
export async function revokeTokens(mailbox: MailboxRow | undefined, ports: GmailPorts): Promise<boolean> {
  const { tokenKeys } = ports.config;
  // An operator who has taken Gmail's settings away must not keep anyone from disconnecting or from deleting an account.
  if (!mailbox?.tokens || !tokenKeys || listMissingSettings(ports.config).gmail.length > 0) return true;
  const opened = await decryptTokens(tokenKeys, mailbox.userId, mailbox.tokens);
  return opened ? revokeGrant(opened.tokens.refreshToken, ports.googleAuth) : true;
}

/** Ends the grant that a token belongs to. @returns false when Google could not be told, and may be later */
export async function revokeGrant(token: string, identity: GmailPorts["googleAuth"]): Promise<boolean> {
  try {
    await identity.revokeToken(token);
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
