import { listElements, type Element, matchesTest } from "../companies/osm-elements";
import { withRetryAfter } from "../inject-faults";
import { readForm, hasRealUserAgent, type OutsideRequest, type Service } from "../outside-request";
import { cities, CITY_RADIUS_DEGREES, type City } from "./cities";
import { parseQuery, type Box, type OverpassQuery, type Selection } from "./parse-query";
import { QueryError } from "./query-reader";

const AREA_OF_RELATION = 3_600_000_000;
const BASE_TIME = new Date("2026-11-01T00:00:00Z").toISOString();

const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function overpassError(status: number, message: string): Response {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head><title>OSM3S Response</title></head>
<body>
<p>The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.</p>
<p><strong style="color:#FF0000">Error</strong>: ${escapeXml(message)} </p>
</body></html>`;
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

const isInBox = (city: City, [south, west, north, east]: Box): boolean =>
  city.lat >= south && city.lat <= north && city.lon >= west && city.lon <= east;

/** Elements and areas by the names of their sets. */
interface QuerySets {
  sets: Map<string, Element[]>;
  areas: Map<string, number>;
}

function selectElements({ types, tests, areas, box, from }: Selection, world: QuerySets): Element[] {
  if (from !== undefined)
    return (world.sets.get(from) ?? []).filter(
      (element) => types.includes(element.type) && tests.every((test) => matchesTest(test, element.tags)),
    );
  const ids = areas.map((name) => world.areas.get(name));
  const meant = box
    ? cities.filter((city) => isInBox(city, box))
    : cities.filter((city) => ids.includes(AREA_OF_RELATION + city.relation));
  return meant
    .flatMap((city) => listElements(tests, city, CITY_RADIUS_DEGREES))
    .filter(({ type }) => types.includes(type));
}

const ELEMENT_ORDER = ["node", "way", "relation"];

/** Each element once, in Overpass's order: nodes, ways, relations, each by id. */
const sortElements = (elements: Element[]): Element[] =>
  [...new Map(elements.map((element) => [`${element.type}/${String(element.id)}`, element])).values()].sort(
    (a, b) => ELEMENT_ORDER.indexOf(a.type) - ELEMENT_ORDER.indexOf(b.type) || a.id - b.id,
  );

/** The output of `out count`: numbers as texts. */
function countElements(elements: Element[]): Record<string, unknown> {
  const countOfType = (type: string) => String(elements.filter((element) => element.type === type).length);
  return {
    type: "count",
    id: 0,
    tags: {
      nodes: countOfType("node"),
      ways: countOfType("way"),
      relations: countOfType("relation"),
      total: String(elements.length),
    },
  };
}

/** Runs the steps. @returns their output */
function runQuery(query: OverpassQuery): Record<string, unknown>[] {
  const world: QuerySets = { sets: new Map(), areas: new Map() };
  return query.steps.flatMap((step) => {
    if (step.do === "area") world.areas.set(step.into, step.id);
    else if (step.do === "select")
      world.sets.set(step.into, sortElements(step.selections.flatMap((selection) => selectElements(selection, world))));
    else {
      const elements = world.sets.get(step.from) ?? [];
      return step.count
        ? [countElements(elements)]
        : elements.slice(0, step.limit).map((element) => toOutput(element, step.center));
    }
    return [];
  });
}

/** Overpass's output form: a way has a position only with `center`. */
function toOutput(element: Element, center: boolean): Record<string, unknown> {
  const { type, id, lat, lon, tags } = element;
  if (type === "node") return { type, id, lat, lon, tags };
  return { type, id, ...(center ? { center: { lat, lon } } : {}), tags };
}

async function answerQuery(call: OutsideRequest): Promise<Response> {
  if (!hasRealUserAgent(call.headers))
    return overpassError(406, "Not Acceptable: send a User-Agent that names your program.");
  if (call.url.pathname !== "/api/interpreter") return overpassError(404, "Not Found");
  const data = readForm(call).get("data") ?? call.url.searchParams.get("data");
  if (!data) return overpassError(400, "encoding error: Your input contains only whitespace.");
  let query: OverpassQuery;
  try {
    query = parseQuery(data);
  } catch (error) {
    if (error instanceof QueryError) return overpassError(400, error.message);
    throw error;
  }
  if (!query.json)
    return new Response('<?xml version="1.0" encoding="UTF-8"?><osm version="0.6"/>', {
      headers: { "content-type": "application/osm3s+xml" },
    });
  const all = runQuery(query);
  // A timeout midway: the output until then stays, and a remark says why it ends.
  const elements = call.special === "remark" ? all.slice(0, Math.ceil(all.length / 2)) : all;
  const remark = 'runtime error: Query timed out in "query" at line 1 after 26 seconds.';
  return Response.json({
    version: 0.6,
    generator: "Overpass API 0.7.62.8",
    osm3s: {
      timestamp_osm_base: BASE_TIME,
      copyright:
        "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.",
    },
    elements,
    ...(call.special === "remark" ? { remark } : {}),
  });
}

/** The directory: the companies of a city. */
export const overpass: Service = {
  name: "overpass",
  specials: ["remark"],
  calls: () => ["interpreter"],
  answer: answerQuery,
  error(status, reason) {
    if (status === 429)
      return withRetryAfter(
        overpassError(
          429,
          "runtime error: open64: 0 Success /osm3s_osm_base " +
            "Dispatcher_Client::request_read_and_idx::rate_limited. Please check /api/status for the quota of your " +
            "IP address.",
        ),
        reason,
      );
    if (status === 504)
      return withRetryAfter(
        overpassError(
          504,
          "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::timeout. " +
            "The server is probably too busy to handle your request.",
        ),
        reason,
      );
    return overpassError(status, "The sandbox was told to fail.");
  },
};
