import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { type GoogleIdentity, type Identity, OutsideError, type Tokens } from "../ports";
import { createKeySet } from "./google-keys";

export const GOOGLE_SIGN_IN_SCRIPT = "https://accounts.google.com/gsi/client";
const CONSENT_URL = "https://accounts.google.com/o/oauth2/v2/auth";
const TOKEN_URL = "https://oauth2.googleapis.com/token";
const REVOKE_URL = "https://oauth2.googleapis.com/revoke";
const KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";
/** Google writes its own name in two ways. */
const ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
/** `gmail.send` cannot read the profile, so the address comes from the ID token. */
const MAILBOX_SCOPES = "openid email https://www.googleapis.com/auth/gmail.send";
const TIMEOUT = 10_000;
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
});

interface Options {
  fetch: typeof fetch;
  clientId: string;
  clientSecret: string;
  /** The address under which a browser opens a page of Google's. */
  browserUrl: (url: string) => string;
}

/** Google as the one who says who somebody is and lets us into a mailbox. Fails only with OutsideError("google", …). */
export function createGoogleIdentity({ fetch, clientId, clientSecret, browserUrl }: Options): Identity {
  async function ask(url: string, init: RequestInit, signal?: AbortSignal): Promise<{ response: Response; body: unknown }> {
    const timeout = AbortSignal.timeout(TIMEOUT);
    try {
      const response = await fetch(url, { ...init, redirect: "manual", signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      return { response, body: parse(await response.text()) };
    } catch (error) {
      if (signal?.aborted) throw new OutsideError("google", "aborted", "the call was given up");
      if (timeout.aborted) throw new OutsideError("google", "timeout", "Google did not answer in time");
      throw new OutsideError("google", "unreachable", error instanceof Error ? error.message : "no connection to Google");
    }
  }

  async function post(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
    const { response, body } = await ask(url, { method: "POST", body: new URLSearchParams(form) }, signal);
    if (!response.ok) throw failureOf(response, body);
    return body;
  }

  async function askTokens(form: Record<string, string>, signal?: AbortSignal): Promise<z.output<typeof TokenAnswer>> {
    return understood(TokenAnswer, await post(TOKEN_URL, { ...form, client_id: clientId, client_secret: clientSecret }, signal));
  }

  const keys = createKeySet(async () => {
    const { response, body } = await ask(KEYS_URL, {});
    if (!response.ok) throw failureOf(response, body);
    return understood(KeysAnswer, body);
  });

  async function identityOf(idToken: string | undefined): Promise<GoogleIdentity> {
    if (idToken === undefined) throw new OutsideError("google", "bad_answer", "Google gave no ID token");
    try {
      const { payload } = await jwtVerify(idToken, keys, { issuer: ISSUERS, audience: clientId, algorithms: ["RS256"], requiredClaims: ["exp"], clockTolerance: CLOCK_TOLERANCE_S });
      const { sub, email, email_verified, name } = understood(Claims, payload);
      return { sub, email: email.toLowerCase(), emailVerified: email_verified, name };
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new OutsideError("google", "bad_answer", `the ID token does not hold: ${error.code}`);
      throw error;
    }
  }

  return {
    authorizationUrl({ redirectUri, state, codeChallenge, loginHint, language }) {
      const query = new URLSearchParams({
        client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope: MAILBOX_SCOPES, state,
        code_challenge: codeChallenge, code_challenge_method: "S256", access_type: "offline", prompt: "consent",
        include_granted_scopes: "false", hl: language, ...(loginHint !== undefined && { login_hint: loginHint }),
      });
      return browserUrl(`${CONSENT_URL}?${query.toString()}`);
    },
    async exchange({ code, redirectUri, codeVerifier }, signal) {
      const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, ...(codeVerifier !== undefined && { code_verifier: codeVerifier }) };
      const answer = await askTokens(form, signal);
      return { tokens: tokensOf(answer), identity: await identityOf(answer.id_token) };
    },
    async refresh(refreshToken, signal) {
      return tokensOf(await askTokens({ grant_type: "refresh_token", refresh_token: refreshToken }, signal));
    },
    async revoke(token, signal) {
      try {
        await post(REVOKE_URL, { token }, signal);
      } catch (error) {
        // Already gone is what was wanted.
        if (!(error instanceof OutsideError && error.details.reason === "invalid_token")) throw error;
      }
    },
  };
}

const tokensOf = (answer: z.output<typeof TokenAnswer>): Tokens => ({
  accessToken: answer.access_token,
  expiresAt: new Date(Date.now() + answer.expires_in * 1000).toISOString(),
  refreshToken: answer.refresh_token ?? null,
  scopes: answer.scope.split(" ").filter(Boolean),
});

/** JSON, or undefined for anything else: what it should be is checked where it is used. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function understood<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const answer = schema.safeParse(body);
  if (!answer.success) throw new OutsideError("google", "bad_answer", `Google's answer is not understood: ${answer.error.issues.map(({ path }) => path.join(".")).join(", ")}`);
  return answer.data;
}

function failureOf(response: Response, body: unknown): OutsideError {
  const { status } = response;
  const reason = ErrorAnswer.safeParse(body).data?.error;
  const details = { status, ...(reason !== undefined && { reason }) };
  if (status === 429) {
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    return new OutsideError("google", "rate_limited", "Google asks to wait", { ...details, ...(wait > 0 && { retryAfterSeconds: wait }) });
  }
  return status >= 500
    ? new OutsideError("google", "server_error", `Google failed with ${status}`, details)
    : new OutsideError("google", "refused", `Google refused with ${status} ${reason ?? ""}`.trim(), details);
}
