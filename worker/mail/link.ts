import { GMAIL_SEND_SCOPE } from "../addresses";
import type { Language } from "../contract/fields";
import type { Deps } from "../deps";
import { ApiError } from "../platform/api-error";
import { randomToken } from "../random-token";
import { type AccessPorts, revokeGrant, revokeTokens } from "./access";
import { mailboxOf, openLink, saveMailbox, takeLink } from "./store";
import { sealTokens } from "./tokens";

/** How long the consent page may stay open. Milliseconds. */
const OPEN_FOR = 10 * 60_000;

/** Who links: the user, in the session of this very browser. */
export interface Linker {
  userId: string;
  sessionHash: string;
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
/** Ties the ID token to the link it was asked for. Derived, so that nothing more has to be kept; one way, as the browser sees it. */
const nonceOf = async (codeVerifier: string): Promise<string> => base64url(await digest(`nonce ${codeVerifier}`));

/** Begins a link. @returns address of Google's consent page */
export async function beginLink(
  { userId, sessionHash }: Linker,
  page: { redirectUri: string; language: Language; loginHint: string | null },
  { db, identity, now }: Pick<Deps, "db" | "identity" | "now">,
): Promise<string> {
  const [state, codeVerifier, at] = [randomToken(), randomToken(), now()];
  const stateHash = (await digest(state)).toHex();
  await openLink(
    db,
    { stateHash, userId, sessionHash, codeVerifier, expiresAt: new Date(at.getTime() + OPEN_FOR).toISOString() },
    at.toISOString(),
  );
  const [codeChallenge, nonce] = [base64url(await digest(codeVerifier)), await nonceOf(codeVerifier)];
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
export interface Return {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
}

/**
 * Completes a link: the state is used up first, whatever Google says beside it.
 * @throws ApiError oauth_state_missing, oauth_denied, gmail_scope_missing, unauthenticated (signed out or deleted meanwhile) · OutsideError google
 */
export async function completeLink(
  { userId, sessionHash }: Linker,
  back: Return,
  redirectUri: string,
  ports: AccessPorts,
): Promise<void> {
  const {
    db,
    identity,
    now,
    config: { tokenKeys },
  } = ports;
  if (!tokenKeys) throw new TypeError("a link is completed only where TOKEN_KEYS is set");
  if (back.state === undefined) throw new ApiError("oauth_state_missing");
  const stateHash = (await digest(back.state)).toHex();
  const codeVerifier = await takeLink(db, { userId, stateHash, sessionHash }, now().toISOString());
  if (codeVerifier === null) throw new ApiError("oauth_state_missing");
  if (back.error !== undefined || back.code === undefined) throw new ApiError("oauth_denied");

  const {
    tokens,
    identity: { email },
  } = await identity.exchange({ code: back.code, redirectUri, codeVerifier, nonce: await nonceOf(codeVerifier) });
  const maySend = tokens.scopes.includes(GMAIL_SEND_SCOPE);
  if (!maySend || tokens.refreshToken === null) {
    // Nothing is left standing at Google that we cannot use; see below for the exception.
    if ((await mailboxOf(db, userId))?.email !== email)
      await revokeGrant(tokens.refreshToken ?? tokens.accessToken, identity);
    throw new ApiError(maySend ? "oauth_denied" : "gmail_scope_missing");
  }
  const sealed = await sealTokens(tokenKeys, userId, {
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
