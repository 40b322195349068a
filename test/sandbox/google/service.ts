import type { OutsideRequest, Service } from "../outside-request";
import { clientScript, relayScript } from "./client-scripts";
import { answerConsent } from "./consent";
import { getPublicKeys } from "./id-token";
import { oauthError, answerRevoke, answerToken } from "./oauth-tokens";

const routes: Record<
  string,
  { call: string; methods: string[]; answer: (call: OutsideRequest) => Promise<Response> | Response }
> = {
  "accounts.google.com/o/oauth2/v2/auth": { call: "auth", methods: ["GET", "POST"], answer: answerConsent },
  "accounts.google.com/gsi/client": { call: "script", methods: ["GET"], answer: clientScript },
  "accounts.google.com/gsi/relay.js": { call: "relay", methods: ["GET"], answer: relayScript },
  "oauth2.googleapis.com/token": { call: "token", methods: ["POST"], answer: answerToken },
  "oauth2.googleapis.com/revoke": { call: "revoke", methods: ["POST"], answer: answerRevoke },
  "www.googleapis.com/oauth2/v3/certs": {
    call: "certs",
    methods: ["GET"],
    answer: async () => Response.json(await getPublicKeys(), { headers: { "cache-control": "public, max-age=19000" } }),
  },
};

const findRoute = (call: OutsideRequest) => routes[call.url.hostname + call.url.pathname];

/** Google's sign-in: consent page, client script, tokens, keys. */
export const google: Service = {
  name: "google",
  specials: [],
  calls: (call) => [findRoute(call)?.call ?? "unknown"],
  async answer(call) {
    const route = findRoute(call);
    if (!route)
      return new Response("<title>Error 404 (Not Found)!!1</title>", {
        status: 404,
        headers: { "content-type": "text/html" },
      });
    if (!route.methods.includes(call.method)) return new Response("Method Not Allowed", { status: 405 });
    return route.answer(call);
  },
  error: (status, reason) => {
    const described =
      reason === "invalid_grant" ? "Token has been expired or revoked." : "The sandbox was told to fail.";
    return oauthError(status, reason ?? (status >= 500 ? "internal_failure" : "invalid_request"), described);
  },
};
