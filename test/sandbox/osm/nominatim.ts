import { withRetryAfter } from "../inject-faults";
import { hasRealUserAgent, type OutsideRequest, type Service } from "../outside-request";
import { cities, CITY_RADIUS_DEGREES, foldCityName, type City } from "./cities";

const countries: Record<string, { name: string; also: string[] }> = {
  fr: { name: "France", also: ["frankreich"] },
  gb: {
    name: "United Kingdom",
    also: ["royaume uni", "uk", "england", "great britain", "angleterre", "scotland", "vereinigtes konigreich"],
  },
  de: { name: "Deutschland", also: ["germany", "allemagne"] },
  be: { name: "Belgique", also: ["belgium", "belgien"] },
  ch: { name: "Suisse", also: ["switzerland", "schweiz"] },
  ca: { name: "Canada", also: ["kanada", "quebec"] },
  at: { name: "Österreich", also: ["austria", "autriche"] },
  us: { name: "United States", also: ["usa", "etats unis"] },
};

function findCountry(text: string): string | undefined {
  const wanted = foldCityName(text);
  return Object.keys(countries).find(
    (code) =>
      code === wanted || foldCityName(countries[code]?.name ?? "") === wanted || countries[code]?.also.includes(wanted),
  );
}

/** Every further word of the query must match the place: its country, its region. */
function matchesPlace(city: City, rest: string[]): boolean {
  return rest.every((part) => findCountry(part) === city.country || foldCityName(city.state) === foldCityName(part));
}

function findCities(query: URLSearchParams): City[] {
  const structured = [query.get("city"), query.get("state"), query.get("country")].filter((part) => part !== null);
  const parts = (query.has("q") ? (query.get("q") ?? "").split(/[,()]/) : structured)
    .map((part) => part.trim())
    .filter(Boolean);
  const [name = "", ...rest] = parts;
  const codes = query.get("countrycodes")?.toLowerCase().split(",");
  const isNamed = (city: City): boolean =>
    [city.name, ...city.also].some((each) => foldCityName(each) === foldCityName(name));
  const found = cities.filter(
    (city) => isNamed(city) && matchesPlace(city, rest) && (!codes || codes.includes(city.country)),
  );
  // "Lyon France" without a comma works too.
  return found.length > 0 || rest.length > 0
    ? found
    : cities.filter((city) => {
        const words = foldCityName(name);
        const own = [city.name, ...city.also].map(foldCityName).find((each) => words.startsWith(`${each} `));
        return (
          own !== undefined &&
          matchesPlace(city, [words.slice(own.length + 1)]) &&
          (!codes || codes.includes(city.country))
        );
      });
}

function toPlace(city: City, wanted: { address: boolean; names: boolean }): Record<string, unknown> {
  const country = countries[city.country]?.name ?? "";
  const box = [
    city.lat - CITY_RADIUS_DEGREES,
    city.lat + CITY_RADIUS_DEGREES,
    city.lon - CITY_RADIUS_DEGREES * 1.4,
    city.lon + CITY_RADIUS_DEGREES * 1.4,
  ];
  return {
    place_id: city.relation + 80_000_000,
    licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
    osm_type: "relation",
    osm_id: city.relation,
    lat: city.lat.toFixed(7),
    lon: city.lon.toFixed(7),
    category: "boundary",
    type: "administrative",
    place_rank: 15,
    importance: 0.75,
    addresstype: "city",
    name: city.name,
    display_name: [city.name, city.state, country].join(", "),
    ...(wanted.address ? { address: { city: city.name, state: city.state, country, country_code: city.country } } : {}),
    ...(wanted.names ? { namedetails: { name: city.name, "name:fr": city.also[0] ?? city.name } } : {}),
    boundingbox: box.map((each) => each.toFixed(7)),
  };
}

function nominatimError(status: number, message: string): Response {
  if (status === 400) return Response.json({ error: { code: 400, message } }, { status });
  const text =
    `<html>\n<head><title>${message}</title></head>\n<body bgcolor="white">\n` +
    `<h1>${message}</h1>\n</body>\n</html>\n`;
  return new Response(text, { status, headers: { "content-type": "text/html" } });
}

async function answerSearch(call: OutsideRequest): Promise<Response> {
  const query = call.url.searchParams;
  if (!hasRealUserAgent(call.headers)) return nominatimError(403, "Access blocked");
  if (call.url.pathname !== "/search") return nominatimError(404, "Not Found");
  if (!query.get("q") && !query.get("city")) return nominatimError(400, "Nothing to search for.");
  if (query.has("q") && (query.has("city") || query.has("country"))) {
    return nominatimError(
      400,
      "Structured query parameters (amenity, street, city, county, state, postalcode, country) cannot be used " +
        "together with 'q' parameter.",
    );
  }
  if (!["json", "jsonv2"].includes(query.get("format") ?? "json"))
    return nominatimError(400, "Parameter 'format' must be one of: json, jsonv2");
  const limit = Math.min(Number(query.get("limit") ?? "10") || 10, 40);
  return Response.json(
    findCities(query)
      .slice(0, limit)
      .map((city) =>
        toPlace(city, { address: query.get("addressdetails") === "1", names: query.get("namedetails") === "1" }),
      ),
  );
}

/** The geocoder. */
export const nominatim: Service = {
  name: "nominatim",
  specials: [],
  calls: () => ["search"],
  answer: answerSearch,
  error: (status, reason) =>
    withRetryAfter(
      nominatimError(
        status,
        status === 429 ? "Too Many Requests" : status === 403 ? "Access blocked" : "Service unavailable",
      ),
      reason,
    ),
};
