import { z } from "zod";
import { foldName } from "../../directory/place-keys";
import { type Area, type Geocoder, ExternalServiceError } from "../../platform/ports";
import { requestOsmJson } from "./osm-request";

const NOMINATIM_TIMEOUT_MS = 10_000;

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

/** Finds cities by Nominatim's search (jsonv2). One request a call; the rate limiter keeps its operators' pace. */
export function createNominatim(options: { fetch: typeof fetch; url: string; userAgent: string }): Geocoder {
  return {
    async locate(city, signal) {
      const url = new URL("/search", options.url);
      url.search = new URLSearchParams({
        format: "jsonv2",
        q: toNominatimQuery(city),
        addressdetails: "1",
        namedetails: "1",
        limit: "5",
        featureType: "settlement",
        "accept-language": "en",
      }).toString();
      const answer = await requestOsmJson({
        fetch: options.fetch,
        service: "nominatim",
        url: url.href,
        init: { headers: { "user-agent": options.userAgent } },
        timeoutMs: NOMINATIM_TIMEOUT_MS,
        signal,
      });
      const places = z.array(z.unknown()).safeParse(answer);
      if (!places.success) throw new ExternalServiceError("nominatim", "bad_answer", "not a list of places");
      const found = places.data
        .map((place) => Place.safeParse(place))
        .filter((place) => place.success)
        .map(({ data }) => data);
      const [best] = found;
      if (!best) return null;
      // The first is meant. A relation is a city's border, a node its centre: for the same place the border is better.
      return toArea(city, found.find((place) => place.osm_type === "relation" && isSamePlace(place, best)) ?? best);
    },
  };
}

type Place = z.infer<typeof Place>;

const getPlaceName = ({ name, display_name }: Place): string => name ?? display_name.split(",", 1)[0] ?? "";

/** Two entries of one city: its centre and its border. A namesake is elsewhere. */
function isSamePlace(one: Place, other: Place): boolean {
  const [[south, north, west, east], [otherSouth, otherNorth, otherWest, otherEast]] = [
    one.boundingbox,
    other.boundingbox,
  ];
  const doMeet = south <= otherNorth && otherSouth <= north && west <= otherEast && otherWest <= east;
  return doMeet && foldName(getPlaceName(one)) === foldName(getPlaceName(other));
}

/** "Paris (France)" in the form that Nominatim expects: "Paris, France". */
const toNominatimQuery = (city: string): string => city.replace(/\s*\(([^()]*)\)\s*$/u, ", $1");

/** Names under which other directories may know a city. */
const CITY_NAME_KEYS = ["name", "name:fr", "name:en", "name:de", "alt_name", "short_name", "official_name"];

function toArea(city: string, place: Place): Area {
  const [south, north, west, east] = place.boundingbox;
  const name = getPlaceName(place) || city;
  const others = CITY_NAME_KEYS.flatMap((key) => place.namedetails?.[key]?.split(";") ?? []);
  return {
    city,
    name,
    names: [...new Set([name, ...others.map((other) => other.trim()).filter((other) => other !== "")])],
    country: place.address.country_code.toUpperCase(),
    relation: place.osm_type === "relation" ? place.osm_id : null,
    box: { south, west, north, east },
  };
}
