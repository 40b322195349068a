import { z } from "zod";
import { type Area, type Geocoder, OutsideError } from "../ports";
import { requestJson } from "./osm-http";

const TIMEOUT_MS = 10_000;

const degree = z.coerce.number().min(-180).max(180);
const Place = z.object({
  osm_type: z.enum(["relation", "way", "node"]),
  osm_id: z.number(),
  name: z.string().optional(),
  display_name: z.string(),
  namedetails: z.record(z.string(), z.string()).nullish(),
  boundingbox: z.tuple([degree, degree, degree, degree]),
  address: z.object({ country_code: z.string().length(2) }),
});

/** Finds cities by Nominatim's search (jsonv2). One request a call; the gate keeps the pace its operators ask for. */
export function createNominatim(options: { fetch: typeof fetch; url: string; userAgent: string }): Geocoder {
  return {
    async locate(city, signal) {
      const url = new URL("/search", options.url);
      url.search = new URLSearchParams({ format: "jsonv2", q: queryOf(city), addressdetails: "1", namedetails: "1", limit: "5", featureType: "settlement", "accept-language": "en" }).toString();
      const answer = await requestJson({
        fetch: options.fetch, service: "nominatim", url: url.href, init: { headers: { "user-agent": options.userAgent } }, timeoutMs: TIMEOUT_MS, signal,
      });
      const places = z.array(z.unknown()).safeParse(answer);
      if (!places.success) throw new OutsideError("nominatim", "bad_answer", "not a list of places");
      const found = places.data.map((place) => Place.safeParse(place)).filter((place) => place.success).map(({ data }) => data);
      // A relation is the city's border; a node is only its middle.
      const best = found.find(({ osm_type }) => osm_type === "relation") ?? found[0];
      return best ? areaOf(city, best) : null;
    },
  };
}

/** "Paris (France)" as a search engine of places likes it: "Paris, France". */
const queryOf = (city: string): string => city.replace(/\s*\(([^()]*)\)\s*$/u, ", $1");

/** Names by which other directories may know a city. */
const NAMES = ["name", "name:fr", "name:en", "name:de", "alt_name", "short_name", "official_name"];

function areaOf(city: string, place: z.infer<typeof Place>): Area {
  const [south, north, west, east] = place.boundingbox;
  const name = place.name ?? place.display_name.split(",", 1)[0] ?? city;
  const others = NAMES.flatMap((key) => place.namedetails?.[key]?.split(";") ?? []);
  return {
    city,
    name,
    names: [...new Set([name, ...others.map((other) => other.trim()).filter((other) => other !== "")])],
    country: place.address.country_code.toUpperCase(),
    osm: { type: place.osm_type, id: place.osm_id },
    box: { south, west, north, east },
  };
}
