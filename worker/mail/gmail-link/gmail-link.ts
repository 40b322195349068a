import type { Deps } from "../../compose";
import type { Language } from "../../contract/field-schemas";
import { randomToken } from "../../lib/random-token";
import { ApiError } from "../../platform/api-error";
import { GMAIL_SEND_SCOPE } from "../../platform/service-urls";
import { type GmailPorts, revokeGrant, revokeTokens } from "./access-token";
import { findMailbox, storePendingLink, saveMailbox, consumePendingLink } from "./store-mailboxes";
import { encryptTokens } from "./token-encryption";

/** How long the consent page may stay open. Milliseconds. */
const LINK_LIFETIME_MS = 10 * 60_000;

/** Who links: the user, in the session of this very browser. */
export interface LinkSession {
  userId: string;
  sessionHash: string;
}

const hashText = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const toBase64Url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
/** Ties the ID token to the link it was asked for. Derived, so that nothing more has to be kept; one way, as the browser sees it. */
const deriveNonce = async (codeVerifier: string): Promise<string> =>
  toBase64Url(await hashText(`nonce ${codeVerifier}`));

/** Begins a link. @returns address of Google's consent page */
export async function startGmailLink(
  { userId, sessionHash }: LinkSession,
  page: { redirectUri: string; language: Language; loginHint: string | null },
  { db, googleAuth: identity, now }: Pick<Deps, "db" | "googleAuth" | "now">,
): Promise<string> {
  const [state, codeVerifier, at] = [randomToken(), randomToken(), now()];
  const stateHash = (await hashText(state)).toHex();
  await storePendingLink(
    db,
    {
      stateHash,
      userId,
      sessionHash,
      codeVerifier,
      expiresAt: new Date(at.getTime() + LINK_LIFETIME_MS).toISOString(),
    },
    at.toISOString(),
  );
  const [codeChallenge, nonce] = [toBase64Url(await hashText(codeVerifier)), await deriveNonce(codeVerifier)];
  const { redirectUri, language, loginHint } = page;
  return identity.authorizationUrl({
    redirectUri,
    state,
    nonce,
    codeChallenge,
    language,
    ...(loginHint !== null && { loginHint }),
  });
}

/** What Google's redirect brings back. */
export interface CallbackParams {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
}

/**
 * Completes a link: the state is used up first, whatever Google says beside it.
 * @throws ApiError oauth_state_missing, oauth_denied, gmail_scope_missing, unauthenticated (signed out or deleted meanwhile) · ExternalServiceError google
 */
export async function completeGmailLink(
  { userId, sessionHash }: LinkSession,
  back: CallbackParams,
  redirectUri: string,
  ports: GmailPorts,
): Promise<void> {
  const {
    db,
    googleAuth: identity,
    now,
    config: { tokenKeys },
  } = ports;
  if (!tokenKeys) throw new TypeError("a link is completed only where TOKEN_KEYS is set");
  if (back.state === undefined) throw new ApiError("oauth_state_missing");
  const stateHash = (await hashText(back.state)).toHex();
  const codeVerifier = await consumePendingLink(db, { userId, stateHash, sessionHash }, now().toISOString());
  if (codeVerifier === null) throw new ApiError("oauth_state_missing");
  if (back.error !== undefined || back.code === undefined) throw new ApiError("oauth_denied");

  const {
    tokens,
    identity: { email },
  } = await identity.exchangeCode({
    code: back.code,
    redirectUri,
    codeVerifier,
    nonce: await deriveNonce(codeVerifier),
  });
  const maySend = tokens.scopes.includes(GMAIL_SEND_SCOPE);
  if (!maySend || tokens.refreshToken === null) {
    // Nothing is left standing at Google that we cannot use; see below for the exception.
    if ((await findMailbox(db, userId))?.email !== email)
      await revokeGrant(tokens.refreshToken ?? tokens.accessToken, identity);
    throw new ApiError(maySend ? "oauth_denied" : "gmail_scope_missing");
  }
  const sealed = await encryptTokens(tokenKeys, userId, {
    refreshToken: tokens.refreshToken,
    accessToken: tokens.accessToken,
    expiresAt: tokens.expiresAt,
  });
  const mailbox = { userId, email, tokens: sealed, linkedAt: now().toISOString() };
  const { linked, previous } = await saveMailbox(db, mailbox, sessionHash);
  // A grant is one for an account and our client: revoking tokens of the account that stays linked would end the others too.
  if (previous?.email !== email) await revokeTokens(linked ? previous : mailbox, ports);
  if (!linked) throw new ApiError("unauthenticated");
}
