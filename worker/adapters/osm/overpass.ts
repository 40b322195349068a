import { z } from "zod";
import { toCityKey } from "../../directory/place-keys";
import { interleave } from "../../lib/interleave";
import {
  type Area,
  type OverpassServer,
  type DirectoryAnswer,
  type DirectoryCompany,
  type CompanyKind,
  ExternalServiceError,
} from "../../platform/ports";
import { OPENSTREETMAP_URL } from "../../platform/service-urls";
import { toSiteUrl } from "../web-fetch/ssrf-guard";
import { requestOsmJson } from "./osm-request";
import {
  EMAIL_KEYS,
  MAX_PER_ELEMENT_TYPE,
  NAME_KEYS,
  writeOverpassQuery,
  PHONE_KEYS,
  QUERY_TIMEOUT_SECONDS,
  WEBSITE_KEYS,
} from "./overpass-query";

/** Our time limit: the server's own and the network's. */
const OVERPASS_TIMEOUT_MS = (QUERY_TIMEOUT_SECONDS + 10) * 1000;
const OSM_SOURCE = "OpenStreetMap (ODbL)";
const OSM_ENTRY_SOURCE = { name: "OpenStreetMap", licence: "ODbL-1.0", url: `${OPENSTREETMAP_URL}/copyright` };

const Count = z.object({
  type: z.literal("count"),
  tags: z.object({ nodes: z.coerce.number(), ways: z.coerce.number(), relations: z.coerce.number() }),
});
type Count = z.infer<typeof Count>["tags"];
const Element = z.object({
  type: z.enum(["node", "way", "relation"]),
  id: z.number(),
  tags: z.record(z.string(), z.string()),
  lat: z.number().optional(),
  lon: z.number().optional(),
  /** Of a building or a ground. */
  center: z.object({ lat: z.number(), lon: z.number() }).optional(),
});
type Element = z.infer<typeof Element>;
const Answer = z.object({ elements: z.array(z.unknown()), remark: z.string().optional() });

/** Companies of OpenStreetMap from one server of Overpass: one request a city, whatever the number of kinds. */
export function createOverpass(options: {
  fetch: typeof fetch;
  url: string;
  userAgent: string;
  allowReserved: boolean;
}): OverpassServer {
  return {
    async find({ area, kinds }, signal) {
      const answer = await requestOsmJson({
        fetch: options.fetch,
        service: "overpass",
        url: options.url,
        timeoutMs: OVERPASS_TIMEOUT_MS,
        signal,
        init: {
          method: "POST",
          headers: { "user-agent": options.userAgent, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ data: writeOverpassQuery(area, kinds) }).toString(),
        },
      });
      return parseAnswer(answer, area, kinds, options.allowReserved);
    },
  };
}

/** Results of one kind: how many there are, and those that were sent. */
interface AnswerSection {
  count: Count;
  elements: unknown[];
}

function parseAnswer(
  answer: unknown,
  area: Area,
  kinds: CompanyKind[],
  allowReserved: boolean,
): (DirectoryAnswer | null)[] {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw new ExternalServiceError("overpass", "bad_answer", "not a list of elements");
  const { elements, remark } = parsed.data;
  const sections: AnswerSection[] = [];
  for (const element of elements) {
    const count = Count.safeParse(element).data?.tags;
    if (count) sections.push({ count, elements: [] });
    else sections.at(-1)?.elements.push(element);
  }
  // A query that ran out of time or memory is a 200 with a remark: its results until then are valid.
  if (sections.length < kinds.length && remark === undefined)
    throw new ExternalServiceError("overpass", "bad_answer", "an answer for each kind is missing");
  const last = sections.at(-1);
  return kinds.map((kind, i) => {
    const section = sections[i];
    if (section) return toDirectoryAnswer(section, area, kind, allowReserved);
    // Time ran out in the last set that came, or in the first that is missing; those after it had no time.
    return i === sections.length && !(last && isCutShort(last)) ? { companies: [], incomplete: "out_of_time" } : null;
  });
}

const isCutShort = ({ count: { nodes, ways, relations }, elements }: AnswerSection): boolean =>
  elements.length < Math.min(nodes, MAX_PER_ELEMENT_TYPE) + Math.min(ways + relations, MAX_PER_ELEMENT_TYPE);

function toDirectoryAnswer(
  section: AnswerSection,
  area: Area,
  kind: CompanyKind,
  allowReserved: boolean,
): DirectoryAnswer {
  const { nodes, ways, relations } = section.count;
  const read = section.elements.flatMap((element) => Element.safeParse(element).data ?? []);
  const points = read.filter(({ type }) => type === "node").slice(0, MAX_PER_ELEMENT_TYPE);
  const grounds = read.filter(({ type }) => type !== "node").slice(0, MAX_PER_ELEMENT_TYPE);
  const companies = interleave([points, grounds]).flatMap(
    (element) => toDirectoryCompany(element, area, kind, allowReserved) ?? [],
  );
  return {
    companies,
    incomplete: isCutShort(section)
      ? "out_of_time"
      : nodes > MAX_PER_ELEMENT_TYPE || ways + relations > MAX_PER_ELEMENT_TYPE
        ? "too_many"
        : null,
  };
}

/** @returns undefined without a name. Tags outside the request are dropped */
function toDirectoryCompany(
  { type, id, tags, lat, lon, center }: Element,
  area: Area,
  kind: CompanyKind,
  allowReserved: boolean,
): DirectoryCompany | undefined {
  const readValues = (keys: string[]) => [
    ...new Set(
      keys
        .flatMap((key) => (tags[key] ?? "").split(";"))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
  const [name] = NAME_KEYS.map((key) => tags[key]?.trim() ?? "").filter((value) => value !== "");
  if (name === undefined) return undefined;
  const place = center ?? (lat === undefined || lon === undefined ? undefined : { lat, lon });
  const requestedTags = new Set("text" in kind ? [] : kind.filters.flat().map(([key]) => key));
  return {
    name: name.slice(0, 200),
    website:
      readValues(WEBSITE_KEYS)
        .map((address) => toSiteUrl(address, allowReserved))
        .find((address) => address !== null) ?? null,
    emails: readValues(EMAIL_KEYS)
      .map((address) => address.toLowerCase())
      .filter((address) => z.email().max(254).safeParse(address).success),
    phones: readValues(PHONE_KEYS),
    tags: Object.fromEntries(Object.entries(tags).filter(([key]) => requestedTags.has(key))),
    page: `${OPENSTREETMAP_URL}/${type}/${id}`,
    source: OSM_SOURCE,
    ...(place && {
      details: {
        ...place,
        entry: `osm:${type[0]}${id}`,
        distanceKm: null,
        size: null,
        sector: null,
        chain: tags.brand?.trim().slice(0, 200) ?? null,
        sources: [OSM_ENTRY_SOURCE],
      },
    }),
    ...readPlace(readValues(["addr:city", "addr:town", "addr:village"])[0], tags["addr:country"], area),
  };
}

/** The place in its address. A requested city keeps its spelling, whatever the language of the address. */
function readPlace(city: string | undefined, country: string | undefined, area: Area): Pick<DirectoryCompany, "place"> {
  if (city === undefined) return {};
  const isAsked = [area.name, ...area.names].map(toCityKey).includes(toCityKey(city));
  return { place: { city: isAsked ? area.name : city.slice(0, 100), country: toCountryCode(country) ?? area.country } };
}

/** ISO 3166-1 alpha-2 of an address; Intl maps UK to GB. Undefined for anything but a code. */
const toCountryCode = (country = ""): string | undefined =>
  /^[a-z]{2}$/iu.test(country) ? new Intl.Locale(`und-${country}`).region : undefined;
