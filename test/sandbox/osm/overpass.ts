import { formOf, hasRealUserAgent, type OutsideCall, type Service } from "../call";
import { elementsFor, type Element } from "../world/elements";
import { cities, CITY_RADIUS, type City } from "./cities";
import { parseQuery, type Box, type OverpassQuery, type Statement } from "./query";
import { QueryError } from "./query-tokens";
import { told } from "./retry-after";

const AREA_OF_RELATION = 3_600_000_000;
const BASE = new Date("2026-11-01T00:00:00Z").toISOString();

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function htmlFailure(status: number, message: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head><title>OSM3S Response</title></head>
<body>
<p>The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.</p>
<p><strong style="color:#FF0000">Error</strong>: ${escapeText(message)} </p>
</body></html>`;
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

const inBox = (city: City, [south, west, north, east]: Box): boolean =>
  city.lat >= south && city.lat <= north && city.lon >= west && city.lon <= east;

function citiesOf(statement: Statement, query: OverpassQuery): City[] {
  const box = statement.box;
  if (box) return cities.filter((city) => inBox(city, box));
  const ids = statement.areas.map((name) => query.areas[name]);
  return cities.filter((city) => ids.includes(AREA_OF_RELATION + city.relation));
}

function collect(query: OverpassQuery): Element[] {
  const found = new Map<string, Element>();
  for (const statement of query.statements) {
    const unknown = statement.areas.find((name) => query.areas[name] === undefined);
    if (unknown !== undefined) continue;
    for (const city of citiesOf(statement, query)) {
      for (const element of elementsFor(statement.tests, city, CITY_RADIUS)) {
        if (statement.types.includes(element.type)) found.set(`${element.type}/${String(element.id)}`, element);
      }
    }
  }
  return [...found.values()].slice(0, query.limit);
}

/** As Overpass prints it: a way has a position only when `center` was asked for. */
function printed(element: Element, center: boolean): Record<string, unknown> {
  const { type, id, lat, lon, tags } = element;
  if (type === "node") return { type, id, lat, lon, tags };
  return { type, id, ...(center ? { center: { lat, lon } } : {}), tags };
}

async function interpret(call: OutsideCall): Promise<Response> {
  if (!hasRealUserAgent(call.headers)) return htmlFailure(406, "Not Acceptable: send a User-Agent that names your program.");
  if (call.url.pathname !== "/api/interpreter") return htmlFailure(404, "Not Found");
  const data = formOf(call).get("data") ?? call.url.searchParams.get("data");
  if (!data) return htmlFailure(400, "encoding error: Your input contains only whitespace.");
  let query: OverpassQuery;
  try {
    query = parseQuery(data);
  } catch (error) {
    if (error instanceof QueryError) return htmlFailure(400, error.message);
    throw error;
  }
  if (!query.json) return new Response('<?xml version="1.0" encoding="UTF-8"?><osm version="0.6"/>', { headers: { "content-type": "application/osm3s+xml" } });
  const all = collect(query);
  const elements = call.special === "remark" ? all.slice(0, Math.ceil(all.length / 2)) : all;
  const remark = 'runtime error: Query timed out in "query" at line 1 after 26 seconds.';
  return Response.json({
    version: 0.6,
    generator: "Overpass API 0.7.62.8",
    osm3s: { timestamp_osm_base: BASE, copyright: "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL." },
    elements: elements.map((element) => printed(element, query.center)),
    ...(call.special === "remark" ? { remark } : {}),
  });
}

/** The directory: what stands in a city. */
export const overpass: Service = {
  name: "overpass",
  specials: ["remark"],
  calls: () => ["interpreter"],
  answer: interpret,
  error(status, reason) {
    if (status === 429) return told(htmlFailure(429, "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::rate_limited. Please check /api/status for the quota of your IP address."), reason);
    if (status === 504) return told(htmlFailure(504, "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::timeout. The server is probably too busy to handle your request."), reason);
    return htmlFailure(status, "The sandbox was told to fail.");
  },
};
