import { firstAnswers } from "./contract/companies";
import type { Env } from "./env";
import { logFault } from "./log";

/** How long a page waits for what it may bring along, in milliseconds: what is later the web app asks for itself. */
const PATIENCE = 1_000;

/** Answers a call of the API without leaving the worker. */
type Ask = (call: Request) => Response | Promise<Response>;

/** Path of the page that brings its first answers along. */
export const ROOM_PAGE = "/dashboard";

/**
 * The page of a room with what the room shows first in it, so that nothing is asked for once it runs. The page goes out at once, its end with
 * the answers. What is refused, fails or takes too long is left out; who is not a browser that opens the page, or says not who they are, gets the page alone.
 */
export async function roomPage(request: Request, { ASSETS }: Env, ask: Ask): Promise<Response> {
  const { method, url, headers: asked } = request;
  if (method !== "GET" || asked.get("sec-fetch-dest") !== "document" || !asked.has("cookie"))
    return ASSETS.fetch(request);
  // Without the conditions of the request: the page that the browser has kept is not this one.
  const page = await ASSETS.fetch(url);
  const answers = Promise.race([answersOf(request, ask), scheduler.wait(PATIENCE).then(() => "")]);
  const headers = new Headers(page.headers);
  headers.set("cache-control", "no-store");
  headers.delete("etag");
  return new HTMLRewriter()
    .on("body", { element: (body) => body.onEndTag(async (end) => void end.before(await answers, { html: true })) })
    .transform(new Response(page.body, { status: page.status, headers }));
}

async function answersOf({ url, headers, signal }: Request, ask: Ask): Promise<string> {
  // The headers of the page have gone out: a new token of the session would be lost, and is left to the next call.
  const ahead = { cookie: headers.get("cookie") ?? "", "sec-purpose": "prefetch" };
  try {
    const answer = await ask(new Request(new URL(`/api${firstAnswers.path}`, url), { headers: ahead, signal }));
    return answer.ok ? scriptOf(await answer.text()) : "";
  } catch (error) {
    logFault("answers_not_brought", error);
    return "";
  }
}

/** The text of a script ends at the first `</script`, and one in a comment later than it should: there is no `<` in it. */
const scriptOf = (json: string): string =>
  `<script type="application/json" id="first-answers">${json.replaceAll("<", "\\u003c")}</script>`;
