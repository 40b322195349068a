import { readForm, type OutsideRequest } from "../outside-request";
import type { Grant } from "../state/google-table";
import { signIdToken } from "./id-token";
import { hasScope } from "./scopes";

const ACCESS_LIFETIME_S = 3599;

export const oauthError = (status: number, error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status, headers: { "cache-control": "no-store" } });

const malformedError = (): Response => oauthError(400, "invalid_grant", "Malformed auth code.");

async function computeChallenge(verifier: string, method: string): Promise<string> {
  if (method === "plain") return verifier;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Google's error for the client, if any. Only empty secrets and those that begin with "wrong" are invalid. */
function findClientFault(form: URLSearchParams): Response | undefined {
  if (!form.get("client_id")) return oauthError(400, "invalid_request", "Could not determine client ID from request.");
  if (!form.get("client_secret")) return oauthError(400, "invalid_request", "client_secret is missing.");
  if (form.get("client_secret")?.startsWith("wrong"))
    return oauthError(401, "invalid_client", "The provided client secret is invalid.");
  return undefined;
}

async function issueTokens(call: OutsideRequest, grant: Grant, refreshToken: string | undefined): Promise<Response> {
  const access = `ya29.${crypto.randomUUID()}`;
  const { kind: _, ...rest } = grant;
  await call.state.putSecret(access, "access", { ...rest, expiresAt: Date.now() + ACCESS_LIFETIME_S * 1000 });
  const answer = {
    access_token: access,
    expires_in: ACCESS_LIFETIME_S,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: grant.scopes.join(" "),
    token_type: "Bearer",
    ...(hasScope(grant.scopes, "openid") ? { id_token: await signIdToken(grant) } : {}),
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

async function exchangeCode(call: OutsideRequest, form: URLSearchParams): Promise<Response> {
  const code = form.get("code");
  if (!code) return oauthError(400, "invalid_request", "Missing required parameter: code");
  if (!form.get("redirect_uri")) return oauthError(400, "invalid_request", "Missing parameter: redirect_uri");
  const grant = await call.state.takeCode(code);
  if (!grant) return malformedError();
  if (grant.clientId !== form.get("client_id")) return oauthError(401, "unauthorized_client", "Unauthorized");
  if (grant.redirectUri !== form.get("redirect_uri")) return oauthError(400, "redirect_uri_mismatch", "Bad Request");
  const verifier = form.get("code_verifier");
  if (grant.challenge && !verifier) return oauthError(400, "invalid_grant", "Missing code verifier.");
  if (!grant.challenge && verifier) return oauthError(400, "invalid_grant", "code_verifier or verifier is not needed.");
  if (
    grant.challenge &&
    verifier &&
    (await computeChallenge(verifier, grant.challenge.method)) !== grant.challenge.value
  ) {
    return oauthError(400, "invalid_grant", "Invalid code verifier.");
  }
  const refresh = grant.offline ? `1//0${crypto.randomUUID()}` : undefined;
  const { kind: _, ...rest } = grant;
  if (refresh) await call.state.putSecret(refresh, "refresh", { ...rest, expiresAt: 0 });
  return issueTokens(call, grant, refresh);
}

async function exchangeRefreshToken(call: OutsideRequest, form: URLSearchParams): Promise<Response> {
  const token = form.get("refresh_token");
  if (!token) return oauthError(400, "invalid_request", "Missing required parameter: refresh_token");
  const grant = await call.state.secret(token, "refresh");
  if (!grant) return oauthError(400, "invalid_grant", "Token has been expired or revoked.");
  if (grant.clientId !== form.get("client_id")) return oauthError(401, "unauthorized_client", "Unauthorized");
  return issueTokens(call, grant, undefined);
}

/** POST oauth2.googleapis.com/token */
export async function answerToken(call: OutsideRequest): Promise<Response> {
  const form = readForm(call);
  const type = form.get("grant_type");
  if (!type) return oauthError(400, "invalid_request", "Required parameter is missing: grant_type");
  const fault = findClientFault(form);
  if (fault) return fault;
  if (type === "authorization_code") return exchangeCode(call, form);
  if (type === "refresh_token") return exchangeRefreshToken(call, form);
  return oauthError(400, "unsupported_grant_type", `Invalid grant_type: ${type}`);
}

/** POST oauth2.googleapis.com/revoke: either token ends the whole grant. */
export async function answerRevoke(call: OutsideRequest): Promise<Response> {
  const secret = readForm(call).get("token") ?? call.url.searchParams.get("token");
  if (!secret) return oauthError(400, "invalid_request", "Bad Request");
  return (await call.state.revoke(secret))
    ? Response.json({})
    : oauthError(400, "invalid_token", "Token expired or revoked");
}
