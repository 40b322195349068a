import { missingSettings } from "../config";
import type { Deps } from "../deps";
import { logFault } from "../log";
import { OutsideError } from "../ports";
import type { No } from "./rules";
import { type MailboxRow, replaceTokens } from "./store";
import { openTokens, sealTokens } from "./tokens";

export type AccessPorts = Pick<Deps, "db" | "identity" | "now" | "config">;

/** An access token that will do for a while, and the row it came from. */
export interface Access {
  mailbox: MailboxRow & { tokens: string };
  token: string;
}

/** A token that ends within this time is exchanged before it is used. Milliseconds. */
const SOON = 60_000;
const DISCONNECTED: No = { reason: "gmail_disconnected" };

/**
 * Makes sure of a valid access token. It runs before anything is claimed, so that a mailbox that does not open costs nothing.
 * @param force refresh even a token that should still hold: Gmail has just refused it
 * @returns the access, or why there is none; a link that Google no longer honours is marked as such
 */
export async function openAccess(mailbox: MailboxRow | null, ports: AccessPorts, force = false): Promise<Access | No> {
  const {
    db,
    identity,
    now,
    config: { tokenKeys },
  } = ports;
  if (!mailbox) return { reason: "gmail_disconnected", code: "gmail_required" };
  const { userId, tokens: sealed } = mailbox;
  if (sealed === null || !tokenKeys) return DISCONNECTED;
  const opened = await openTokens(tokenKeys, userId, sealed);
  if (!opened) {
    // The row is kept: with the right key back in place it opens again.
    logFault("mailbox_tokens_unreadable", new Error("sealed with a key that is not in TOKEN_KEYS, or changed"));
    return DISCONNECTED;
  }
  const { tokens, outdated } = opened;
  if (!force && Date.parse(tokens.expiresAt) - now().getTime() > SOON) {
    const kept = outdated ? await sealTokens(tokenKeys, userId, tokens) : sealed;
    if (outdated) await replaceTokens(db, { userId, tokens: sealed }, kept);
    return { mailbox: { ...mailbox, tokens: kept }, token: tokens.accessToken };
  }
  try {
    const fresh = await identity.refresh(tokens.refreshToken);
    const renewed = await sealTokens(tokenKeys, userId, {
      refreshToken: fresh.refreshToken ?? tokens.refreshToken,
      accessToken: fresh.accessToken,
      expiresAt: fresh.expiresAt,
    });
    await replaceTokens(db, { userId, tokens: sealed }, renewed);
    return { mailbox: { ...mailbox, tokens: renewed }, token: fresh.accessToken };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    if (error.failure === "misconfigured") return { reason: "provider_error", code: "google_misconfigured" };
    if (error.details.reason !== "invalid_grant") return { reason: "provider_error", code: "google_unavailable" };
    await replaceTokens(db, { userId, tokens: sealed }, null);
    return DISCONNECTED;
  }
}

/** Ends the grant of a mailbox. @returns false when Google could not be told, and may be later */
export async function revokeTokens(mailbox: MailboxRow | undefined, ports: AccessPorts): Promise<boolean> {
  const { tokenKeys } = ports.config;
  // An operator who has taken Gmail's settings away must not keep anyone from disconnecting or from deleting an account.
  if (!mailbox?.tokens || !tokenKeys || missingSettings(ports.config).gmail.length > 0) return true;
  const opened = await openTokens(tokenKeys, mailbox.userId, mailbox.tokens);
  return opened ? revokeGrant(opened.tokens.refreshToken, ports.identity) : true;
}

/** Ends the grant that a token belongs to. @returns false when Google could not be told, and may be later */
export async function revokeGrant(token: string, identity: AccessPorts["identity"]): Promise<boolean> {
  try {
    await identity.revoke(token);
    return true;
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    logFault("gmail_revoke_failed", error, {
      failure: error.failure,
      status: error.details.status,
      reason: error.details.reason,
    });
    return error.failure === "refused";
  }
}
