import { parseScopes } from "./scopes";

export interface AuthRequest {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string | undefined;
  nonce: string | undefined;
  loginHint: string | undefined;
  offline: boolean;
  challenge: { value: string; method: string } | undefined;
}

export interface AuthFault {
  error: string;
  description: string;
}

function findRedirectFault(uri: string): AuthFault | undefined {
  if (uri === "postmessage") return undefined;
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const local = url?.hostname === "localhost" || url?.hostname === "127.0.0.1" || url?.hostname.endsWith(".localhost");
  if (url && !url.hash && (url.protocol === "https:" || (url.protocol === "http:" && local))) return undefined;
  return {
    error: "redirect_uri_mismatch",
    description: "The redirect URI in the request does not match the ones authorized for the OAuth client.",
  };
}

/** Reads the query of the consent page as strictly as Google does. */
export function readAuthRequest(query: URLSearchParams): AuthRequest | AuthFault {
  for (const name of ["client_id", "redirect_uri", "response_type", "scope"]) {
    if (!query.get(name)) return { error: "invalid_request", description: `Missing required parameter: ${name}` };
  }
  const redirectUri = query.get("redirect_uri") ?? "";
  const fault = findRedirectFault(redirectUri);
  if (fault) return fault;
  if (query.get("response_type") !== "code")
    return { error: "unsupported_response_type", description: "The sandbox plays the code flow only." };
  const challenge = query.get("code_challenge");
  const method = query.get("code_challenge_method") ?? "plain";
  if (challenge !== null && !["S256", "plain"].includes(method))
    return { error: "invalid_request", description: "Invalid code_challenge_method" };
  return {
    clientId: query.get("client_id") ?? "",
    redirectUri,
    scopes: parseScopes(query.get("scope") ?? ""),
    state: query.get("state") ?? undefined,
    nonce: query.get("nonce") ?? undefined,
    loginHint: query.get("login_hint") ?? undefined,
    offline: query.get("access_type") === "offline" && (query.get("prompt") ?? "").split(" ").includes("consent"),
    challenge: challenge === null ? undefined : { value: challenge, method },
  };
}
