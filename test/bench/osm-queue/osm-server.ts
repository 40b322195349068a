import { createServer } from "node:http";
import { answerEachKind } from "../../sandbox/osm/answer-each-kind.ts";

/** OpenStreetMap's servers: they answer at once and count requests. */
export interface OsmServer {
  /** Host and port. */
  address: string;
  /** Requests since the last call, by server. */
  takeCounts(): { nominatim: number; overpass: number };
  stop(): void;
}

/** Companies with an address and no site: no page is read, so only the directory takes time. */
const makeCompanies = (request: number) =>
  [0, 1, 2].map((i) => ({
    type: "node" as const,
    id: request * 10 + i,
    tags: { name: `Company ${request}-${i}`, office: "company", email: `jobs@company-${request}-${i}.example` },
  }));

/** Nominatim numbers cities in the order of their first request. */
export async function startOsmServer(): Promise<OsmServer> {
  const counts = { nominatim: 0, overpass: 0 };
  const places = new Map<string, number>();
  let requests = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      const url = new URL(request.url ?? "/", "http://osm");
      if (request.headers.host?.startsWith("nominatim")) {
        counts.nominatim += 1;
        const city = url.searchParams.get("q") ?? "";
        places.set(city, places.get(city) ?? places.size + 1);
        response.end(
          JSON.stringify([
            {
              osm_type: "relation",
              osm_id: places.get(city),
              name: city,
              display_name: city,
              boundingbox: ["48.8", "48.9", "2.2", "2.4"],
              address: { country_code: "fr" },
            },
          ]),
        );
        return;
      }
      counts.overpass += 1;
      requests += 1;
      const query = new URLSearchParams(Buffer.concat(parts).toString()).get("data") ?? "";
      // Queries of older versions of the product do not count and want one list.
      response.end(
        JSON.stringify(
          query.includes("out count")
            ? answerEachKind(query, makeCompanies(requests))
            : { version: 0.6, elements: makeCompanies(requests) },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the server has no port");
  return {
    address: `127.0.0.1:${at.port}`,
    takeCounts() {
      const taken = { ...counts };
      Object.assign(counts, { nominatim: 0, overpass: 0 });
      return taken;
    },
    stop: () => void server.close(),
  };
}
