import { answerWithFaults, ConnectionLost } from "./inject-faults";
import type { OutsideRequest, SandboxEnv } from "./outside-request";
import { answerBrowserPage } from "./pages/browser-page";
import { findService } from "./services";

export { SandboxState } from "./state/sandbox-state";

const SANDBOX_PREFIX = "/sandbox/";

/** A browser requests `https://<host>/<path>` as `/sandbox/<host>/<path>` of the app's own origin. */
function toOutsideUrl(url: URL): { url: URL; base: string } | null {
  const [host = "", ...path] = url.pathname.slice(SANDBOX_PREFIX.length).split("/");
  if (!host.includes(".") || !URL.canParse(`https://${host}/`)) return null;
  const there = new URL(`https://${host}/${path.join("/")}${url.search}`);
  return findService(there) ? { url: there, base: `/sandbox/${host}` } : null;
}

async function toOutsideRequest(request: Request, env: SandboxEnv, url: URL, base: string): Promise<OutsideRequest> {
  return {
    url,
    base,
    method: request.method,
    headers: request.headers,
    bytes: new Uint8Array(await request.arrayBuffer()),
    state: env.STATE.get(env.STATE.idFromName("world")),
    special: undefined,
  };
}

/**
 * A connection that fails. `wrangler dev` with several configurations turns an error thrown by a Worker into a 500;
 * a used body fails later, where that cannot happen.
 */
async function failConnection(): Promise<Response> {
  const spent = new Response("lost");
  await spent.text();
  return spent;
}

async function answerRequest(request: Request, env: SandboxEnv): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith(SANDBOX_PREFIX)) {
    const there = toOutsideUrl(url);
    const call = await toOutsideRequest(request, env, there?.url ?? url, there?.base ?? "");
    const service = there && findService(there.url);
    return service ? answerWithFaults(service, call) : answerBrowserPage(call);
  }
  const service = findService(url);
  const call = await toOutsideRequest(request, env, url, "");
  return service
    ? answerWithFaults(service, call)
    : new Response(`the sandbox knows no host ${url.host}`, { status: 421 });
}

/** The outside world in one Worker: browser pages under /sandbox/, every other URL answered by its host name. */
export default {
  async fetch(request: Request, env: SandboxEnv): Promise<Response> {
    try {
      return await answerRequest(request, env);
    } catch (error) {
      if (error instanceof ConnectionLost) return failConnection();
      throw error;
    }
  },
} satisfies ExportedHandler<SandboxEnv>;
