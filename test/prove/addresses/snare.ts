import { answerEachKind } from "../../sandbox/osm/each-kind";
import { SPELLINGS } from "./spellings";
import { POSITIONS, trapAnswer, trapHost } from "./trap";

/*
 * The outside world of the proof: directories that know nothing but traps, and the sites of the traps. Whatever else the product asks for
 * is written down and then really fetched, for whoever listens there to hear it.
 */

/** A city is called "<position> <first spelling> <number of spellings>"; its place has this number, or one of those after it. */
const FIRST_PLACE = 1_000;
const AREA_OF_RELATION = 3_600_000_000;
const PLACES = 1_000;

const asked: string[] = [];

function nominatim(query: string): Response {
  const [, position = "", from = "", count = ""] = /^(\d+) (\d+) (\d+)$/u.exec(query) ?? [];
  if (count === "") return Response.json([]);
  const id = FIRST_PLACE + (Number(position) * PLACES + Number(from)) * PLACES + Number(count);
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

function overpass(query: string): Response {
  const id = Number(/area\(id:(\d+)\)/u.exec(query)?.[1]) - AREA_OF_RELATION - FIRST_PLACE;
  const [count, from, position] = [
    id % PLACES,
    Math.floor(id / PLACES) % PLACES,
    POSITIONS[Math.floor(id / PLACES / PLACES)],
  ];
  const elements =
    position === undefined
      ? []
      : SPELLINGS.slice(from, from + count).map((spelling, n) => ({
          type: "node" as const,
          id: id * PLACES + n,
          tags: {
            name: `Firm ${from + n}`,
            office: "company",
            website: position === "site" ? spelling : `http://${trapHost(position, from + n)}/`,
          },
        }));
  return Response.json(answerEachKind(query, elements));
}

export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/sandbox/asked") return Response.json(asked);
    // That a canary would be heard has to be seen.
    if (url.pathname === "/sandbox/sing") return fetch(url.searchParams.get("to") ?? "");
    if (url.hostname === "nominatim.openstreetmap.org") return nominatim(url.searchParams.get("q") ?? "");
    if (url.hostname === "overpass-api.de")
      return overpass(new URLSearchParams(await request.text()).get("data") ?? "");
    const answer = trapAnswer(url.hostname, url.pathname, SPELLINGS);
    if (answer) return new Response(answer.body, { status: answer.status, headers: answer.headers });
    asked.push(url.href);
    return fetch(request);
  },
};
