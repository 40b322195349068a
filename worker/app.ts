import { type Context, Hono, type Next } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { registerAccountRoutes } from "./account/routes";
import { registerActivityRoutes } from "./activity/routes";
import { registerApplicationRoutes } from "./applications/routes";
import { registerCompanyRoutes } from "./companies/routes";
import { composeDeps } from "./compose";
import { GMAIL_CALLBACK_PATH } from "./contract/mail";
import { getHealth } from "./contract/monitoring";
import { registerDashboardPreloadRoute } from "./http/dashboard-preload";
import { sendError, toErrorResponse } from "./http/error-response";
import { drainBody } from "./http/request-body";
import { type App, type AppEnv, type ShardContext, toRequestContext } from "./http/request-context";
import { route } from "./http/route";
import { log, logOrdinary, withRequestId } from "./lib/log";
import { registerMailRoutes } from "./mail/routes";
import { registerMessageRoutes } from "./messages/routes";
import { loadHealth } from "./monitoring/health";
import { ApiError } from "./platform/api-error";
import { toShardName } from "./platform/shard-names";
import { registerSearchRoutes } from "./search/routes";
import { registerSuppressionRoutes } from "./suppression/routes";

/** Google returns the popup here from its own site; the state ties the request to the session. */
const CROSS_SITE_PATH = `/api${GMAIL_CALLBACK_PATH}`;

/** Two years, as in web/public/_headers. Without subdomains, which may belong to others. */
const HSTS_VALUE = "max-age=63072000";

/** The API below `/api`. */
export function createApi(): App {
  const api = new Hono<AppEnv>().basePath("/api");

  // Our pages set their own: the OAuth popup needs its own policy and no Cross-Origin-Opener-Policy.
  api.use(
    secureHeaders({
      overwrite: false,
      removePoweredBy: false,
      // Decision 99: these speak to documents, or to browsers of long ago.
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
      crossOriginOpenerPolicy: false,
      xFrameOptions: "DENY",
      strictTransportSecurity: HSTS_VALUE,
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    }),
  );
  api.use((c, next) => {
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    return withRequestId(requestId, () => respond(c, requestId, next));
  });
  api.use(async (c, next) => {
    if (c.req.path !== CROSS_SITE_PATH && isCrossSite(c.req.raw, c.get("context").deps.config.appUrl))
      throw new ApiError("cross_site");
    await next();
  });

  route(api, getHealth, { handler: ({ c, deps }) => loadHealth(deps, c.env) });
  registerAccountRoutes(api);
  registerCompanyRoutes(api);
  registerSuppressionRoutes(api);
  registerSearchRoutes(api);
  registerMessageRoutes(api);
  registerMailRoutes(api);
  registerApplicationRoutes(api);
  registerActivityRoutes(api);
  registerDashboardPreloadRoute(api);

  api.notFound((c) => sendError(c, new ApiError("not_found")));
  api.onError(toErrorResponse);
  return api;
}

/** Sets what every answer says, and writes how it went. */
async function respond(c: Context<AppEnv>, requestId: string, next: Next): Promise<void> {
  const began = Date.now();
  const context = toRequestContext(c, composeDeps(c.env));
  c.set("context", context);
  await next();
  await drainBody(c.req.raw);
  // Set after the handler: a response made without the context would miss them. Set on the response itself: the context
  // would copy it for each header and turn its text into a stream of unknown length.
  const { status, headers } = c.res;
  headers.set("x-request-id", requestId);
  headers.set("cache-control", "no-store");
  const { method, routePath: route } = c.req;
  const ms = Date.now() - began;
  const logRequest = status >= 400 ? log : logOrdinary;
  logRequest("request", { method, route, status, ms });
  context.deps.metrics.write({
    kind: "request",
    route: `${method} ${route}`,
    status: String(status),
    shard: describeShard(c.get("shardContext")),
    ms,
  });
}

/** Browsers send Origin; a client without one is no browser and has no cookies to abuse. */
function isCrossSite(request: Request, appUrl: string | undefined): boolean {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  return (
    (origin !== null && origin !== (appUrl ?? new URL(request.url).origin)) ||
    site === "cross-site" ||
    site === "same-site"
  );
}

/** The shard that was asked, as metrics name it; empty for an answer without one. */
const describeShard = (context: ShardContext | undefined): string => (context ? toShardName(context.deps.shard) : "");
