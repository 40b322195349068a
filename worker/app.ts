import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { accountRoutes } from "./account/routes";
import { activityRoutes } from "./activity/routes";
import { companyRoutes } from "./companies/routes";
import { health } from "./contract/account";
import { GMAIL_CALLBACK_PATH } from "./contract/mail";
import { depsOf } from "./deps";
import { dashboardPreloadRoute } from "./http/dashboard-preload";
import { sendError, toErrorResponse } from "./http/error-response";
import { drainBody } from "./http/request-body";
import { type App, type AppEnv, toRequestContext } from "./http/request-context";
import { route } from "./http/route";
import { log, loggedAs } from "./log";
import { mailRoutes } from "./mail/routes";
import { messageRoutes } from "./messages/routes";
import { ApiError } from "./platform/api-error";
import { searchRoutes } from "./search/routes";
import { describeHealth } from "./status/health";

/** Google sends the popup back here from its own site; what it may do is bound to the session by the state. */
const FROM_ELSEWHERE = `/api${GMAIL_CALLBACK_PATH}`;

/** Two years. As in web/public/_headers. Not for sub-domains: those may be somebody else's. */
const HSTS = "max-age=63072000";

/** The API below `/api`. */
export function createApi(): App {
  const api = new Hono<AppEnv>().basePath("/api");

  // What a page of ours needs it says itself: the popup's way back has a policy of its own, and no Cross-Origin-Opener-Policy.
  api.use(
    secureHeaders({
      overwrite: false,
      crossOriginOpenerPolicy: false,
      xFrameOptions: "DENY",
      strictTransportSecurity: HSTS,
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
    c.set("context", toRequestContext(c, depsOf(c.env)));
    await loggedAs(requestId, next);
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
    if (c.req.path !== FROM_ELSEWHERE && isCrossSite(c.req.raw, c.get("context").deps.config.appUrl))
      throw new ApiError("cross_site");
    await next();
  });

  route(api, health, { handler: ({ c, deps }) => describeHealth(deps, c.env) });
  accountRoutes(api);
  companyRoutes(api);
  searchRoutes(api);
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
