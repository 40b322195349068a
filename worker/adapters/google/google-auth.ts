import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { parseJson } from "../../lib/parse-json";
import { parseRetryAfter } from "../../lib/retry-after";
import { type GoogleUser, type GoogleAuth, ExternalServiceError, type GoogleTokens } from "../../platform/ports";
import {
  GMAIL_SEND_SCOPE,
  GOOGLE_CONSENT_URL,
  GOOGLE_ISSUERS,
  GOOGLE_KEYS_URL,
  GOOGLE_REVOKE_URL,
  GOOGLE_TOKEN_URL,
} from "../../platform/service-urls";

/** `gmail.send` cannot read the profile, so the address comes from the ID token. */
const MAILBOX_SCOPES = `openid email ${GMAIL_SEND_SCOPE}`;
/** Set explicitly: a URLSearchParams body would add a charset, which Google's documents do not have. */
const FORM_HEADERS = { "content-type": "application/x-www-form-urlencoded" };
const GOOGLE_TIMEOUT_MS = 10_000;
const CLOCK_TOLERANCE_S = 30;

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(""),
  id_token: z.string().optional(),
});
const ErrorAnswer = z.object({ error: z.string() });
const KeysAnswer = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().min(3),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().default(""),
  nonce: z.string().optional(),
});

interface GoogleAuthOptions {
  fetch: typeof fetch;
  clientId: string;
  clientSecret: string;
  /** The URL under which a browser opens a page of Google's. */
  browserUrl: (url: string) => string;
}

/** Google sign-in and OAuth tokens. Fails only with ExternalServiceError("google", …). */
export function createGoogleAuth({ fetch, clientId, clientSecret, browserUrl }: GoogleAuthOptions): GoogleAuth {
  async function request(
    url: string,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<{ response: Response; body: unknown }> {
    const timeout = AbortSignal.timeout(GOOGLE_TIMEOUT_MS);
    try {
      const response = await fetch(url, {
        ...init,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { response, body: parseJson(await response.text()) };
    } catch (error) {
      if (signal?.aborted) throw new ExternalServiceError("google", "aborted", "the call was given up");
      if (timeout.aborted) throw new ExternalServiceError("google", "timeout", "Google did not answer in time");
      throw new ExternalServiceError(
        "google",
        "unreachable",
        error instanceof Error ? error.message : "no connection to Google",
      );
    }
  }

  async function post(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
    const { response, body } = await request(
      url,
      { method: "POST", headers: FORM_HEADERS, body: new URLSearchParams(form).toString() },
      signal,
    );
    if (!response.ok) throw toGoogleError(response, body);
    return body;
  }

  async function requestTokens(
    form: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<z.output<typeof TokenAnswer>> {
    return parseAnswer(
      TokenAnswer,
      await post(GOOGLE_TOKEN_URL, { ...form, client_id: clientId, client_secret: clientSecret }, signal),
    );
  }

  const keys = createSigningKeySet(async () => {
    const { response, body } = await request(GOOGLE_KEYS_URL, {});
    if (!response.ok) throw toGoogleError(response, body);
    return parseAnswer(KeysAnswer, body);
  });

  async function verifyIdToken(idToken: string | undefined, expectedNonce: string | undefined): Promise<GoogleUser> {
    if (idToken === undefined) throw new ExternalServiceError("google", "bad_answer", "Google gave no ID token");
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: GOOGLE_ISSUERS,
        audience: clientId,
        algorithms: ["RS256"],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const { sub, email, email_verified, name, nonce } = parseAnswer(Claims, payload);
      if (expectedNonce !== undefined && nonce !== expectedNonce)
        throw new ExternalServiceError("google", "bad_answer", "the ID token answers another request");
      return { sub, email: email.toLowerCase(), emailVerified: email_verified, name };
    } catch (error) {
      if (error instanceof errors.JOSEError)
        throw new ExternalServiceError("google", "bad_answer", `the ID token does not hold: ${error.code}`);
      throw error;
    }
  }

  return {
    authorizationUrl({ redirectUri, state, nonce, codeChallenge, loginHint, language }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: MAILBOX_SCOPES,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        access_type: "offline",
        prompt: "consent",
        hl: language,
        ...(loginHint !== undefined && { login_hint: loginHint }),
      });
      return browserUrl(`${GOOGLE_CONSENT_URL}?${query.toString()}`);
    },
    async exchangeCode({ code, redirectUri, codeVerifier, nonce }, signal) {
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
      };
      const answer = await requestTokens(form, signal);
      return { tokens: toTokens(answer), identity: await verifyIdToken(answer.id_token, nonce) };
    },
    async refreshTokens(refreshToken, signal) {
      return toTokens(await requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken }, signal));
    },
    async revokeToken(token, signal) {
      try {
        await post(GOOGLE_REVOKE_URL, { token }, signal);
      } catch (error) {
        // An already revoked token is the goal.
        if (!(error instanceof ExternalServiceError && error.details.reason === "invalid_token")) throw error;
      }
    },
  };
}

const toTokens = (answer: z.output<typeof TokenAnswer>): GoogleTokens => ({
  accessToken: answer.access_token,
  expiresAt: new Date(Date.now() + answer.expires_in * 1000).toISOString(),
  refreshToken: answer.refresh_token ?? null,
  scopes: answer.scope.split(" ").filter(Boolean),
});

function parseAnswer<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const answer = schema.safeParse(body);
  if (!answer.success)
    throw new ExternalServiceError(
      "google",
      "bad_answer",
      `Google's answer is not understood: ${answer.error.issues.map(({ path }) => path.join(".")).join(", ")}`,
    );
  return answer.data;
}

/** Google's error codes for a client that is unknown, deleted, registered for another address or has a wrong secret. */
const CLIENT_ERRORS: ReadonlySet<string> = new Set([
  "invalid_client",
  "deleted_client",
  "disabled_client",
  "redirect_uri_mismatch",
]);

function toGoogleError(response: Response, body: unknown): ExternalServiceError {
  const { status } = response;
  const reason = ErrorAnswer.safeParse(body).data?.error;
  if (status < 500 && reason !== undefined && CLIENT_ERRORS.has(reason)) {
    const message = `Google refused our client with ${status} ${reason}`;
    // Sign-in and mailbox links fail for all users until the operator corrects the client or its secret.
    return new ExternalServiceError("google", "misconfigured", message, { status, reason });
  }
  const details = { status, ...(reason !== undefined && { reason }) };
  if (status === 429) {
    const wait = parseRetryAfter(response.headers.get("retry-after")) ?? 0;
    return new ExternalServiceError("google", "rate_limited", "Google asks to wait", {
      ...details,
      ...(wait > 0 && { retryAfterSeconds: wait }),
    });
  }
  return status >= 500
    ? new ExternalServiceError("google", "server_error", `Google failed with ${status}`, details)
    : new ExternalServiceError("google", "refused", `Google refused with ${status} ${reason ?? ""}`.trim(), details);
}

/** How long fetched keys are used, and the least time between fetches for an unknown key. Milliseconds. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const REFETCH_INTERVAL_MS = 60_000;

/**
 * Google's signing keys, fetched when first needed and again for an unknown key. Caches the finished key set, never a
 * promise: workerd ties that to the request that made it.
 */
function createSigningKeySet(fetchKeys: () => Promise<Parameters<typeof createLocalJWKSet>[0]>): JWTVerifyGetKey {
  let cached: { find: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;
  const renew = async () => (cached = { find: createLocalJWKSet(await fetchKeys()), at: Date.now() });
  return async (header, token) => {
    const known = cached && Date.now() - cached.at < KEYS_MAX_AGE_MS ? cached : await renew();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - known.at < REFETCH_INTERVAL_MS) throw error;
      return (await renew()).find(header, token);
    }
  };
}
