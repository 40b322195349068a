import type { OutsideCall, SandboxEnv } from "./call";
import { ConnectionLost } from "./connection-lost";
import { answerWithFaults } from "./faults";
import { browserPage } from "./pages/routes";
import { serviceOf } from "./service-table";

export { SandboxState } from "./state/object";

const PREFIX = "/sandbox/";

/** A browser asks `/sandbox/<host>/<path>` of the app's own origin for what stands at `https://<host>/<path>`. */
function trueUrl(url: URL): { url: URL; base: string } | null {
  const [host = "", ...path] = url.pathname.slice(PREFIX.length).split("/");
  if (!host.includes(".") || !URL.canParse(`https://${host}/`)) return null;
  const there = new URL(`https://${host}/${path.join("/")}${url.search}`);
  return serviceOf(there) ? { url: there, base: `/sandbox/${host}` } : null;
}

async function callOf(request: Request, env: SandboxEnv, url: URL, base: string): Promise<OutsideCall> {
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
 * A connection that fails. An error thrown out of a Worker does that too, but `wrangler dev` with several configurations
 * makes a 500 of it; a body already used fails later, where nothing can make it an answer.
 */
async function lostConnection(): Promise<Response> {
  const spent = new Response("lost");
  await spent.text();
  return spent;
}

async function answer(request: Request, env: SandboxEnv): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith(PREFIX)) {
    const there = trueUrl(url);
    const call = await callOf(request, env, there?.url ?? url, there?.base ?? "");
    const service = there && serviceOf(there.url);
    return service ? answerWithFaults(service, call) : browserPage(call);
  }
  const service = serviceOf(url);
  const call = await callOf(request, env, url, "");
  return service
    ? answerWithFaults(service, call)
    : new Response(`the sandbox knows no host ${url.host}`, { status: 421 });
}

/** The outside world in one Worker: browser pages under /sandbox/, every other URL answered by its host name. */
export default {
  async fetch(request: Request, env: SandboxEnv): Promise<Response> {
    try {
      return await answer(request, env);
    } catch (error) {
      if (error instanceof ConnectionLost) return lostConnection();
      throw error;
    }
  },
} satisfies ExportedHandler<SandboxEnv>;
