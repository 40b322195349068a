import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { findSitePage, type LabelledSite, listSites } from "../../data/contacts.ts";
import { answerEachKind } from "../../sandbox/osm/answer-each-kind.ts";
import { makeBodies, buildPage, toSiteHost } from "./generate-pages.ts";
import { answerHostile, listHostileHosts } from "./hostile-sites.ts";
import { SiteServerSettings, type ServedCounts } from "./site-server-messages.ts";

/*
 * The outside world of the bench, in a process of its own: Nominatim, Overpass and any number of company sites, told
 * apart by the Host header. A city is called "<first site>-<number of sites>", with " dead<percent>" for hosts that
 * accept and never answer, "labelled <country>" for the labelled sites of a country, or "hostile <number>" for one of
 * the hostile sites (0: all of them).
 */

const ROBOTS = Buffer.from("User-agent: *\nDisallow: /admin/\nDisallow: /cart\n\nSitemap: /sitemap.xml\n");
const AREA_OF_RELATION = 3_600_000_000;
/**
 * Numbers of places: countries below, hostile sites up to the first city, then the sites of a city.
 */
const FIRST_HOSTILE = 1000;
const FIRST_CITY = 2000;

const bodies = makeBodies(Number(process.argv[2]));
const pages = new Map<string, Buffer>();
const labelled = new Map<string, LabelledSite>();
const served: ServedCounts = { requests: 0, robots: 0, home: 0, contact: 0, other: 0, absent: 0 };
let settings: SiteServerSettings = { latencyMs: 0, homeOnly: false };

const toCountryNumber = (code: string): number => code.charCodeAt(0) * 26 + code.charCodeAt(1) - 65 * 27;
const isDead = (host: string): boolean => host.startsWith("dead-");

function applySettings(newSettings: SiteServerSettings): void {
  settings = newSettings;
  Object.assign(served, { requests: 0, robots: 0, home: 0, contact: 0, other: 0, absent: 0 });
  if (newSettings.labelled === true) for (const site of listSites("test")) labelled.set(site.domain, site);
  if (!newSettings.prepare) return;
  const { from, count } = newSettings.prepare;
  pages.clear();
  for (let number = from; number < from + count; number++) {
    pages.set(`${toSiteHost(number)}/`, gzipSync(buildPage(bodies, number, "home"), { level: 1 }));
    pages.set(`${toSiteHost(number)}/contact`, gzipSync(buildPage(bodies, number, "contact"), { level: 1 }));
  }
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** A place whose number encodes its sites. */
function answerNominatim(city: string, response: ServerResponse): void {
  const [, from, count, dead = "0"] = /^(\d+)-(\d+)(?: dead(\d+))?$/u.exec(city) ?? [];
  const country = /^labelled (\w\w)$/u.exec(city)?.[1];
  const place = (id: number, code: string) =>
    sendJson(response, [
      {
        osm_type: "relation",
        osm_id: id,
        name: "Bench",
        display_name: "Bench",
        boundingbox: ["48.8", "48.9", "2.2", "2.4"],
        address: { country_code: code.toLowerCase() },
      },
    ]);
  const hostile = /^hostile (\d+)$/u.exec(city)?.[1];
  if (country !== undefined) return place(toCountryNumber(country), country);
  if (hostile !== undefined) return place(FIRST_HOSTILE + Number(hostile), "FR");
  if (from === undefined || count === undefined) return sendJson(response, []);
  return place(((Number(from) + 1) * 1000 + Number(count)) * 100 + Number(dead), "FR");
}

function answerOverpass(query: string, response: ServerResponse): void {
  const id = Number(/area\(id:(\d+)\)/u.exec(query)?.[1]) - AREA_OF_RELATION;
  const company = (i: number, website: string) => ({
    type: i % 2 === 0 ? ("node" as const) : ("way" as const),
    id: id + i,
    tags: { name: `Company ${i}`, office: "company", website },
  });
  if (id >= FIRST_HOSTILE && id < FIRST_CITY) {
    const [hosts, one] = [listHostileHosts(), id - FIRST_HOSTILE];
    return sendJson(
      response,
      answerEachKind(
        query,
        (one === 0 ? hosts : hosts.slice(one - 1, one)).map((host, i) => company(i, `http://${host}/`)),
      ),
    );
  }
  if (id < FIRST_HOSTILE) {
    const there = [...labelled.values()].filter(({ country }) => toCountryNumber(country) === id);
    return sendJson(
      response,
      answerEachKind(
        query,
        there.map(({ domain }, i) => company(i, `http://${domain}/`)),
      ),
    );
  }
  const [from, count, dead] = [Math.floor(id / 100_000) - 1, Math.floor(id / 100) % 1000, id % 100];
  const elements = Array.from({ length: count }, (_, i) => {
    const unreachable = dead > 0 && i % Math.round(100 / dead) === 0;
    return company(i, `http://${unreachable ? "dead-" : ""}${toSiteHost(from + i)}/`);
  });
  sendJson(response, answerEachKind(query, elements));
}

/** The body of a page, and whether it is packed; undefined for one that is not there. */
function findBody(host: string, path: string): { body: Buffer; packed: boolean } | undefined {
  const site = labelled.get(host);
  if (settings.homeOnly && path !== "/" && path !== "/robots.txt") return undefined;
  if (site) {
    const text = findSitePage(site, path);
    return text === undefined ? undefined : { body: Buffer.from(text), packed: false };
  }
  const body = path === "/robots.txt" ? ROBOTS : pages.get(host + path);
  return body && { body, packed: body !== ROBOTS };
}

function answerSite(host: string, path: string, response: ServerResponse): void {
  served.requests += 1;
  if (isDead(host) || answerHostile(host, path, response)) return;
  const kind = path === "/robots.txt" ? "robots" : path === "/" ? "home" : path === "/contact" ? "contact" : "other";
  const type = kind === "robots" ? "text/plain" : "text/html; charset=utf-8";
  const sendAnswer = () => {
    const found = findBody(host, path);
    served[found ? kind : "absent"] += 1;
    if (found)
      response
        .writeHead(200, {
          "content-type": type,
          "content-length": found.body.length,
          ...(found.packed && { "content-encoding": "gzip" }),
        })
        .end(found.body);
    else response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
  };
  if (settings.latencyMs > 0) setTimeout(sendAnswer, settings.latencyMs);
  else sendAnswer();
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const host = (request.headers.host ?? "").replace(/:\d+$/u, "");
  const url = new URL(request.url ?? "/", "http://bench");
  if (host === "nominatim.openstreetmap.org") return answerNominatim(url.searchParams.get("q") ?? "", response);
  if (host === "overpass-api.de")
    return answerOverpass(new URLSearchParams(await readText(request)).get("data") ?? "", response);
  if (host !== "127.0.0.1") return answerSite(host.replace(/^www\./u, ""), url.pathname, response);
  // From the bench: new settings, or a request for the counts.
  if (request.method === "POST") applySettings(SiteServerSettings.parse(JSON.parse(await readText(request))));
  sendJson(response, served);
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  answerRequest(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit());
