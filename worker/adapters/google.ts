import { errors, jwtVerify } from "jose";
import { z } from "zod";
import {
  GMAIL_SEND_SCOPE,
  GOOGLE_CONSENT,
  GOOGLE_ISSUERS,
  GOOGLE_KEYS,
  GOOGLE_REVOKE,
  GOOGLE_TOKEN,
} from "../addresses";
import { type GoogleIdentity, type Identity, OutsideError, type Tokens } from "../ports";
import { createKeySet } from "./google-keys";

/** `gmail.send` cannot read the profile, so the address comes from the ID token. */
const MAILBOX_SCOPES = `openid email ${GMAIL_SEND_SCOPE}`;
/** Spelt out: a body of parameters alone would add a charset, which the documents do not have. */
const FORM = { "content-type": "application/x-www-form-urlencoded" };
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
  nonce: z.string().optional(),
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
  async function ask(
    url: string,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<{ response: Response; body: unknown }> {
    const timeout = AbortSignal.timeout(TIMEOUT);
    try {
      const response = await fetch(url, {
        ...init,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { response, body: parse(await response.text()) };
    } catch (error) {
      if (signal?.aborted) throw new OutsideError("google", "aborted", "the call was given up");
      if (timeout.aborted) throw new OutsideError("google", "timeout", "Google did not answer in time");
      throw new OutsideError(
        "google",
        "unreachable",
        error instanceof Error ? error.message : "no connection to Google",
      );
    }
  }

  async function post(url: string, form: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
    const { response, body } = await ask(
      url,
      { method: "POST", headers: FORM, body: new URLSearchParams(form).toString() },
      signal,
    );
    if (!response.ok) throw failureOf(response, body);
    return body;
  }

  async function askTokens(form: Record<string, string>, signal?: AbortSignal): Promise<z.output<typeof TokenAnswer>> {
    return understood(
      TokenAnswer,
      await post(GOOGLE_TOKEN, { ...form, client_id: clientId, client_secret: clientSecret }, signal),
    );
  }

  const keys = createKeySet(async () => {
    const { response, body } = await ask(GOOGLE_KEYS, {});
    if (!response.ok) throw failureOf(response, body);
    return understood(KeysAnswer, body);
  });

  async function identityOf(idToken: string | undefined, wanted: string | undefined): Promise<GoogleIdentity> {
    if (idToken === undefined) throw new OutsideError("google", "bad_answer", "Google gave no ID token");
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: GOOGLE_ISSUERS,
        audience: clientId,
        algorithms: ["RS256"],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const { sub, email, email_verified, name, nonce } = understood(Claims, payload);
      if (wanted !== undefined && nonce !== wanted)
        throw new OutsideError("google", "bad_answer", "the ID token answers another request");
      return { sub, email: email.toLowerCase(), emailVerified: email_verified, name };
    } catch (error) {
      if (error instanceof errors.JOSEError)
        throw new OutsideError("google", "bad_answer", `the ID token does not hold: ${error.code}`);
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
      return browserUrl(`${GOOGLE_CONSENT}?${query.toString()}`);
    },
    async exchange({ code, redirectUri, codeVerifier, nonce }, signal) {
      const form = {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
      };
      const answer = await askTokens(form, signal);
      return { tokens: tokensOf(answer), identity: await identityOf(answer.id_token, nonce) };
    },
    async refresh(refreshToken, signal) {
      return tokensOf(await askTokens({ grant_type: "refresh_token", refresh_token: refreshToken }, signal));
    },
    async revoke(token, signal) {
      try {
        await post(GOOGLE_REVOKE, { token }, signal);
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
  if (!answer.success)
    throw new OutsideError(
      "google",
      "bad_answer",
      `Google's answer is not understood: ${answer.error.issues.map(({ path }) => path.join(".")).join(", ")}`,
    );
  return answer.data;
}

/** What Google says of a client that is unknown, gone, set up for another address or given with a wrong secret. */
const CLIENT_FAULTS: ReadonlySet<string> = new Set([
  "invalid_client",
  "deleted_client",
  "disabled_client",
  "redirect_uri_mismatch",
]);

function failureOf(response: Response, body: unknown): OutsideError {
  const { status } = response;
  const reason = ErrorAnswer.safeParse(body).data?.error;
  if (status < 500 && reason !== undefined && CLIENT_FAULTS.has(reason)) {
    const message = `Google refused our client with ${status} ${reason}`;
    // Nobody can sign in or link a mailbox until the operator has mended the client or its secret.
    return new OutsideError("google", "misconfigured", message, { status, reason });
  }
  const details = { status, ...(reason !== undefined && { reason }) };
  if (status === 429) {
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    return new OutsideError("google", "rate_limited", "Google asks to wait", {
      ...details,
      ...(wait > 0 && { retryAfterSeconds: wait }),
    });
  }
  return status >= 500
    ? new OutsideError("google", "server_error", `Google failed with ${status}`, details)
    : new OutsideError("google", "refused", `Google refused with ${status} ${reason ?? ""}`.trim(), details);
}
