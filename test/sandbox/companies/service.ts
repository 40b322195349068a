import { ConnectionLost } from "../inject-faults";
import type { OutsideRequest, Service } from "../outside-request";
import { escapeHtml } from "../pages/html";
import { pageNames, renderPage, getTexts } from "./page-markup";
import { shapes } from "./shapes/all-shapes";
import type { SiteAnswer, Shape } from "./shapes/shape";
import { parseSite, type Site } from "./site";

const DRIP_MS = 400;

function answerUsualPage(site: Site, shape: Shape, url: URL): SiteAnswer {
  if (url.pathname === "/robots.txt")
    return {
      headers: { "content-type": "text/plain" },
      body: `User-agent: *\nAllow: /\nSitemap: https://${site.domain}/sitemap.xml\n`,
    };
  const name = pageNames.find((each) => getTexts(site).paths[each] === url.pathname.replace(/(.)\/$/, "$1"));
  const headers = { "content-type": "text/html; charset=utf-8" };
  return name
    ? { headers, body: renderPage(site, name, shape.parts?.(site) ?? {}) }
    : { status: 404, headers, body: "<title>404</title><h1>404 Not Found</h1>" };
}

/** A body that never ends, a few bytes at a time. */
function dripStream(): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode("<p>…</p>\n");
  return new ReadableStream({
    async pull(controller) {
      await scheduler.wait(DRIP_MS);
      controller.enqueue(bytes);
    },
  });
}

async function toResponse(page: SiteAnswer): Promise<Response> {
  if (page.drop) throw new ConnectionLost();
  if (page.waitMs !== undefined) await scheduler.wait(page.waitMs);
  const init: ResponseInit = { status: page.status ?? 200, headers: page.headers ?? {} };
  // Sent unchanged: a body falsely declared as gzip must not be compressed on the way out.
  if (page.headers?.["content-encoding"]) init.encodeBody = "manual";
  return new Response(page.drip ? dripStream() : (page.body ?? ""), init);
}

/** A page on a host that many firms share: a login form without an address. */
function renderSharedPage(url: URL): Response {
  const body = `<!doctype html><title>${escapeHtml(url.hostname)}</title><h1>Log in to see this page</h1>`;
  return new Response(url.pathname === "/robots.txt" ? "" : body, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** A file published by a company, with or without a sample site. */
async function findPublishedFile({ url, state }: OutsideRequest): Promise<Response | null> {
  if (!url.pathname.startsWith("/.well-known/")) return null;
  const [file] = await state.published("file", url.href);
  if (!file) return null;
  return file.location === undefined
    ? new Response(file.text, { headers: { "content-type": "text/plain" } })
    : new Response(null, { status: 301, headers: { location: file.location } });
}

async function answerSite(call: OutsideRequest): Promise<Response> {
  const { url } = call;
  const file = await findPublishedFile(call);
  if (file) return file;
  if (!/\.(example|test)$/.test(url.hostname)) return renderSharedPage(url);
  const site = parseSite(url.hostname);
  const shape = site && shapes[site.shape];
  if (!site || !shape) throw new ConnectionLost();
  if (call.method !== "GET" && call.method !== "HEAD") return new Response("Method Not Allowed", { status: 405 });
  return toResponse(shape.answer?.(site, url) ?? answerUsualPage(site, shape, url));
}

/** The companies' own websites. A fault's `call` may name a host or the id of a shape. */
export const site: Service = {
  name: "site",
  specials: [],
  calls: ({ url }) => [url.hostname, shapes[parseSite(url.hostname)?.shape ?? -1]?.id ?? "unknown"],
  answer: answerSite,
  error: (status) =>
    new Response(`<title>${String(status)}</title>`, { status, headers: { "content-type": "text/html" } }),
};
