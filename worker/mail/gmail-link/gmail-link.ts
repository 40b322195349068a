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

/** The user and their session: a link completes only in the session that started it. */
export interface LinkSession {
  userId: string;
  sessionHash: string;
}

const hashText = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const toBase64Url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** Binds the ID token to one link. Derived from the verifier, so it needs no column; hashed: the browser sees it. */
const deriveNonce = async (codeVerifier: string): Promise<string> =>
  toBase64Url(await hashText(`nonce ${codeVerifier}`));

/** Starts a link. @returns URL of Google's consent page */
export async function startGmailLink(
  { userId, sessionHash }: LinkSession,
  page: { redirectUri: string; language: Language; loginHint: string | null },
  { db, googleAuth, now }: Pick<Deps, "db" | "googleAuth" | "now">,
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
  return googleAuth.authorizationUrl({
    redirectUri,
    state,
    nonce,
    codeChallenge,
    language,
    ...(loginHint !== null && { loginHint }),
  });
}

/** Query parameters of Google's redirect. */
export interface CallbackParams {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
}

/**
 * Completes a link. The state is consumed first, even when Google reports an error.
 * @throws ApiError oauth_state_missing, oauth_denied, gmail_scope_missing, or unauthenticated when the session or the
 *   account has ended since
 * @throws ExternalServiceError google
 */
export async function completeGmailLink(
  { userId, sessionHash }: LinkSession,
  params: CallbackParams,
  redirectUri: string,
  ports: GmailPorts,
): Promise<void> {
  const { db, googleAuth, now } = ports;
  const { tokenKeys } = ports.config;
  if (!tokenKeys) throw new TypeError("TOKEN_KEYS is required to complete a link");
  if (params.state === undefined) throw new ApiError("oauth_state_missing");
  const stateHash = (await hashText(params.state)).toHex();
  const codeVerifier = await consumePendingLink(db, { userId, stateHash, sessionHash }, now().toISOString());
  if (codeVerifier === null) throw new ApiError("oauth_state_missing");
  if (params.error !== undefined || params.code === undefined) throw new ApiError("oauth_denied");

  const { tokens, identity } = await googleAuth.exchangeCode({
    code: params.code,
    redirectUri,
    codeVerifier,
    nonce: await deriveNonce(codeVerifier),
  });
  const { email } = identity;
  const maySend = tokens.scopes.includes(GMAIL_SEND_SCOPE);
  if (!maySend || tokens.refreshToken === null) {
    // A grant that we cannot use is revoked, with the exception explained below.
    if ((await findMailbox(db, userId))?.email !== email)
      await revokeGrant(tokens.refreshToken ?? tokens.accessToken, googleAuth);
    throw new ApiError(maySend ? "oauth_denied" : "gmail_scope_missing");
  }
  const encrypted = await encryptTokens(tokenKeys, userId, {
    refreshToken: tokens.refreshToken,
    accessToken: tokens.accessToken,
    expiresAt: tokens.expiresAt,
  });
  const mailbox = { userId, email, tokens: encrypted, linkedAt: now().toISOString() };
  const { linked, previous } = await saveMailbox(db, mailbox, sessionHash);
  // Google has one grant per account: revoking a token of the account that stays linked would end its new tokens too.
  if (previous?.email !== email) await revokeTokens(linked ? previous : mailbox, ports);
  if (!linked) throw new ApiError("unauthenticated");
}
