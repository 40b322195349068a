import { answerEachKind } from "../../sandbox/osm/answer-each-kind";
import { URL_POSITIONS, answerTrap, toTrapHost } from "./url-positions";
import { URL_SPELLINGS } from "./url-spellings";

/*
 * The outside world of the proof: directories that list only traps, and the sites of the traps. Any other request is
 * recorded and really sent, so that a canary hears it.
 */

/**
 * A city is called "<position> <first spelling> <number of spellings>"; its place has this number, or one of those
 * after it.
 */
const FIRST_PLACE = 1_000;
const AREA_OF_RELATION = 3_600_000_000;
const PLACES_PER_POSITION = 1_000;

const unexpectedRequests: string[] = [];

function answerNominatim(query: string): Response {
  const [, position = "", from = "", count = ""] = /^(\d+) (\d+) (\d+)$/u.exec(query) ?? [];
  if (count === "") return Response.json([]);
  const id =
    FIRST_PLACE + (Number(position) * PLACES_PER_POSITION + Number(from)) * PLACES_PER_POSITION + Number(count);
  return Response.json([
    {
      osm_type: "relation",
      osm_id: id,
      name: query,
      display_name: query,
      boundingbox: ["48.8", "48.9", "2.2", "2.4"],
      address: { country_code: "fr" },
    },
  ]);
}

function answerOverpass(query: string): Response {
  const id = Number(/area\(id:(\d+)\)/u.exec(query)?.[1]) - AREA_OF_RELATION - FIRST_PLACE;
  const [count, from, position] = [
    id % PLACES_PER_POSITION,
    Math.floor(id / PLACES_PER_POSITION) % PLACES_PER_POSITION,
    URL_POSITIONS[Math.floor(id / PLACES_PER_POSITION / PLACES_PER_POSITION)],
  ];
  const elements =
    position === undefined
      ? []
      : URL_SPELLINGS.slice(from, from + count).map((spelling, n) => ({
          type: "node" as const,
          id: id * PLACES_PER_POSITION + n,
          tags: {
            name: `Firm ${from + n}`,
            office: "company",
            website: position === "site" ? spelling : `http://${toTrapHost(position, from + n)}/`,
          },
        }));
  return Response.json(answerEachKind(query, elements));
}

export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/sandbox/asked") return Response.json(unexpectedRequests);
    // Shows that the canaries hear a request.
    if (url.pathname === "/sandbox/sing") return fetch(url.searchParams.get("to") ?? "");
    if (url.hostname === "nominatim.openstreetmap.org") return answerNominatim(url.searchParams.get("q") ?? "");
    if (url.hostname === "overpass-api.de")
      return answerOverpass(new URLSearchParams(await request.text()).get("data") ?? "");
    const answer = answerTrap(url.hostname, url.pathname, URL_SPELLINGS);
    if (answer) return new Response(answer.body, { status: answer.status, headers: answer.headers });
    unexpectedRequests.push(url.href);
    return fetch(request);
  },
};
