import { type Context, Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { accountRoutes } from "./account/routes";
import { activityRoutes } from "./activity/routes";
import { companyRoutes } from "./companies/routes";
import { health } from "./contract/account";
import { firstAnswers } from "./contract/companies";
import { FIRST_LISTING, firstCalls } from "./contract/first-answers";
import { GMAIL_CALLBACK_PATH } from "./contract/mail";
import { depsOf } from "./deps";
import { type App, type AppEnv, serve, serveTogether } from "./http";
import { drainBody } from "./input";
import { log, logFault, loggedAs } from "./log";
import { mailRoutes } from "./mail/routes";
import { messageRoutes } from "./messages/routes";
import { OutsideError } from "./ports";
import { Refusal, refusalFor } from "./refusal";
import { searchRoutes } from "./search/routes";
import { describeHealth } from "./status/health";
import { logOutside } from "./status/reporter";

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
    c.set("deps", depsOf(c.env));
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
    if (c.req.path !== FROM_ELSEWHERE && isCrossSite(c.req.raw, c.get("deps").config.appUrl))
      throw new Refusal("cross_site");
    await next();
  });

  serve(api, health, ({ c, deps }) => describeHealth(deps, c.env));
  accountRoutes(api);
  companyRoutes(api);
  searchRoutes(api);
  messageRoutes(api);
  mailRoutes(api);
  activityRoutes(api);
  serveTogether(api, firstAnswers, firstCalls(FIRST_LISTING));

  api.notFound((c) => answer(c, new Refusal("not_found")));
  api.onError((error, c) => {
    if (error instanceof OutsideError) logOutside(error);
    else if (!(error instanceof Refusal)) logFault("request_failed", error);
    return answer(c, refusalFor(error) ?? new Refusal("internal"));
  });
  return api;
}

/** By way of the context, so that cookies set or cleared before the refusal go out with it. */
function answer(c: Context<AppEnv>, refusal: Refusal): Response {
  const { retryAfterSeconds } = refusal.options;
  return c.json(refusal.body(), refusal.status, {
    "cache-control": "no-store",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(Math.ceil(retryAfterSeconds)) }),
  });
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
