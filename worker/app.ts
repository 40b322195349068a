import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { accountRoutes } from "./account/routes";
import { activityRoutes } from "./activity/routes";
import { companyRoutes } from "./companies/routes";
import { composeDeps } from "./compose";
import { getHealth } from "./contract/account";
import { GMAIL_CALLBACK_PATH } from "./contract/mail";
import { dashboardPreloadRoute } from "./http/dashboard-preload";
import { sendError, toErrorResponse } from "./http/error-response";
import { drainBody } from "./http/request-body";
import { type App, type AppEnv, toRequestContext } from "./http/request-context";
import { route } from "./http/route";
import { log, withRequestId } from "./lib/log";
import { mailRoutes } from "./mail/routes";
import { messageRoutes } from "./messages/routes";
import { loadHealth } from "./monitoring/health";
import { ApiError } from "./platform/api-error";
import { registerSearchRoutes } from "./search/routes";
import { registerSuppressionRoutes } from "./suppression/routes";

/** Google sends the popup back here from its own site; what it may do is bound to the session by the state. */
const CROSS_SITE_PATH = `/api${GMAIL_CALLBACK_PATH}`;

/** Two years. As in web/public/_headers. Not for sub-domains: those may be somebody else's. */
const HSTS_VALUE = "max-age=63072000";

/** The API below `/api`. */
export function createApi(): App {
  const api = new Hono<AppEnv>().basePath("/api");

  // What a page of ours needs it says itself: the popup's way back has a policy of its own, and no Cross-Origin-Opener-Policy.
  api.use(
    secureHeaders({
      overwrite: false,
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
  api.use(async (c, next) => {
    const requestId = crypto.randomUUID();
    const began = Date.now();
    c.set("requestId", requestId);
    c.set("context", toRequestContext(c, composeDeps(c.env)));
    await withRequestId(requestId, next);
    await drainBody(c.req.raw);
    // Now and not before: a response that was not made by way of the context would not have them. On the response itself: by way of the
    // context it would be made anew for each, and its text a stream of unknown length.
    c.res.headers.set("x-request-id", requestId);
    c.res.headers.set("cache-control", "no-store");
    log("request", {
      requestId,
      method: c.req.method,
      route: c.req.routePath,
      status: c.res.status,
      ms: Date.now() - began,
    });
  });
  api.use(async (c, next) => {
    if (c.req.path !== CROSS_SITE_PATH && isCrossSite(c.req.raw, c.get("context").deps.config.appUrl))
      throw new ApiError("cross_site");
    await next();
  });

  route(api, getHealth, { handler: ({ c, deps }) => loadHealth(deps, c.env) });
  accountRoutes(api);
  companyRoutes(api);
  registerSuppressionRoutes(api);
  registerSearchRoutes(api);
  messageRoutes(api);
  mailRoutes(api);
  activityRoutes(api);
  dashboardPreloadRoute(api);

  api.notFound((c) => sendError(c, new ApiError("not_found")));
  api.onError(toErrorResponse);
  return api;
}

/** A browser says where a request comes from; a client that says nothing is no browser and has no cookies to abuse. */
function isCrossSite(request: Request, appUrl: string | undefined): boolean {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  return (
    (origin !== null && origin !== (appUrl ?? new URL(request.url).origin)) ||
    site === "cross-site" ||
    site === "same-site"
  );
}
