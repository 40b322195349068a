import { dashboardPreload } from "../contract/companies";
import { logError } from "../lib/log";
import type { Env } from "../platform/env";

/** How long the page waits for its preloaded answers; the web app requests what comes later. */
const PRELOAD_TIMEOUT_MS = 1_000;

/** Answers a call of the API without leaving the worker. */
type FetchApi = (call: Request) => Response | Promise<Response>;

/** Path of the page that carries its first answers. */
export const DASHBOARD_PATH = "/dashboard";

/**
 * The dashboard's page with the answers to its first calls in it. The page starts at once, the answers come at its end;
 * calls that are refused, fail or take too long are left out. Requests that are not top-level navigations, or carry no
 * session cookie, get the plain page.
 */
export async function renderDashboard(request: Request, { ASSETS }: Env, fetchApi: FetchApi): Promise<Response> {
  const { method, url, headers: requestHeaders } = request;
  if (method !== "GET" || requestHeaders.get("sec-fetch-dest") !== "document" || !requestHeaders.has("cookie"))
    return ASSETS.fetch(request);
  // Without the request's conditions: the browser's cached copy carries other answers.
  const page = await ASSETS.fetch(url);
  const answers = Promise.race([loadAnswers(request, fetchApi), scheduler.wait(PRELOAD_TIMEOUT_MS).then(() => "")]);
  const headers = new Headers(page.headers);
  headers.set("cache-control", "no-store");
  headers.delete("etag");
  return new HTMLRewriter()
    .on("body", { element: (body) => body.onEndTag(async (end) => void end.before(await answers, { html: true })) })
    .transform(new Response(page.body, { status: page.status, headers }));
}

async function loadAnswers({ url, headers, signal }: Request, fetchApi: FetchApi): Promise<string> {
  // The page's headers are already sent: a renewed session token would be lost, so the next call renews it.
  const ahead = { cookie: headers.get("cookie") ?? "", "sec-purpose": "prefetch" };
  try {
    const answer = await fetchApi(
      new Request(new URL(`/api${dashboardPreload.path}`, url), { headers: ahead, signal }),
    );
    return answer.ok ? toScript(await answer.text()) : "";
  } catch (error) {
    logError("answers_not_brought", error);
    return "";
  }
}

/** Without any `<`, the text cannot end the script or open a comment. */
const toScript = (json: string): string =>
  `<script type="application/json" id="first-answers">${json.replaceAll("<", "\\u003c")}</script>`;
