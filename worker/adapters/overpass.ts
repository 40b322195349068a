import { z } from "zod";
import { OPENSTREETMAP } from "../addresses";
import { cityKey } from "../db/directory/keys";
import { interleave } from "../interleave";
import {
  type Area,
  type CompanyServer,
  type DirectoryAnswer,
  type DirectoryCompany,
  type Kind,
  OutsideError,
} from "../ports";
import { siteOf } from "./address-rules";
import { requestJson } from "./osm-http";
import {
  EMAIL_KEYS,
  MOST_OF_EACH,
  NAME_KEYS,
  overpassQuery,
  PHONE_KEYS,
  QUERY_SECONDS,
  WEBSITE_KEYS,
} from "./overpass-query";

/** What we wait: the server's own time and what the way takes. */
const TIMEOUT_MS = (QUERY_SECONDS + 10) * 1000;
const SOURCE = "OpenStreetMap (ODbL)";

const Count = z.object({
  type: z.literal("count"),
  tags: z.object({ nodes: z.coerce.number(), ways: z.coerce.number(), relations: z.coerce.number() }),
});
type Count = z.infer<typeof Count>["tags"];
const Element = z.object({
  type: z.enum(["node", "way", "relation"]),
  id: z.number(),
  tags: z.record(z.string(), z.string()),
});
type Element = z.infer<typeof Element>;
const Answer = z.object({ elements: z.array(z.unknown()), remark: z.string().optional() });

/** Companies of OpenStreetMap from one server of Overpass: one request a city, whatever the number of kinds. */
export function createOverpass(options: {
  fetch: typeof fetch;
  url: string;
  userAgent: string;
  allowReserved: boolean;
}): CompanyServer {
  return {
    async find({ area, kinds }, signal) {
      const answer = await requestJson({
        fetch: options.fetch,
        service: "overpass",
        url: options.url,
        timeoutMs: TIMEOUT_MS,
        signal,
        init: {
          method: "POST",
          headers: { "user-agent": options.userAgent, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ data: overpassQuery(area, kinds) }).toString(),
        },
      });
      return readAnswer(answer, area, kinds, options.allowReserved);
    },
  };
}

/** What came for one kind: how many there are, and those of them that were sent. */
interface Section {
  count: Count;
  elements: unknown[];
}

function readAnswer(answer: unknown, area: Area, kinds: Kind[], allowReserved: boolean): (DirectoryAnswer | null)[] {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw new OutsideError("overpass", "bad_answer", "not a list of elements");
  const { elements, remark } = parsed.data;
  const sections: Section[] = [];
  for (const element of elements) {
    const count = Count.safeParse(element).data?.tags;
    if (count) sections.push({ count, elements: [] });
    else sections.at(-1)?.elements.push(element);
  }
  // A query that ran out of time or memory is a 200 with a remark: what it has found until then stands.
  if (sections.length < kinds.length && remark === undefined)
    throw new OutsideError("overpass", "bad_answer", "an answer for each kind is missing");
  const last = sections.at(-1);
  return kinds.map((kind, i) => {
    const section = sections[i];
    if (section) return readSection(section, area, kind, allowReserved);
    // The time ended in the last that came, or else in the first that is missing; those after it never had any.
    return i === sections.length && !(last && isCut(last)) ? { companies: [], incomplete: "out_of_time" } : null;
  });
}

const isCut = ({ count: { nodes, ways, relations }, elements }: Section): boolean =>
  elements.length < Math.min(nodes, MOST_OF_EACH) + Math.min(ways + relations, MOST_OF_EACH);

function readSection(section: Section, area: Area, kind: Kind, allowReserved: boolean): DirectoryAnswer {
  const { nodes, ways, relations } = section.count;
  const read = section.elements.flatMap((element) => Element.safeParse(element).data ?? []);
  const points = read.filter(({ type }) => type === "node").slice(0, MOST_OF_EACH);
  const grounds = read.filter(({ type }) => type !== "node").slice(0, MOST_OF_EACH);
  const companies = interleave([points, grounds]).flatMap(
    (element) => toCompany(element, area, kind, allowReserved) ?? [],
  );
  return {
    companies,
    incomplete: isCut(section)
      ? "out_of_time"
      : nodes > MOST_OF_EACH || ways + relations > MOST_OF_EACH
        ? "too_many"
        : null,
  };
}

/** @returns undefined for one without a name. Tags that were not asked for tell nothing and are not kept */
function toCompany(
  { type, id, tags }: Element,
  area: Area,
  kind: Kind,
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
  const asked = new Set("text" in kind ? [] : kind.filters.flat().map(([key]) => key));
  return {
    name: name.slice(0, 200),
    website:
      readValues(WEBSITE_KEYS)
        .map((address) => siteOf(address, allowReserved))
        .find((address) => address !== null) ?? null,
    emails: readValues(EMAIL_KEYS)
      .map((address) => address.toLowerCase())
      .filter((address) => z.email().max(254).safeParse(address).success),
    phones: readValues(PHONE_KEYS),
    tags: Object.fromEntries(Object.entries(tags).filter(([key]) => asked.has(key))),
    page: `${OPENSTREETMAP}/${type}/${id}`,
    source: SOURCE,
    ...readPlace(readValues(["addr:city", "addr:town", "addr:village"])[0], tags["addr:country"], area),
  };
}

/** Where its address says that it is. A city asked for keeps one spelling, whatever the language of the address. */
function readPlace(city: string | undefined, country: string | undefined, area: Area): Pick<DirectoryCompany, "place"> {
  if (city === undefined) return {};
  const isAsked = [area.name, ...area.names].map(cityKey).includes(cityKey(city));
  return { place: { city: isAsked ? area.name : city.slice(0, 100), country: toCountry(country) ?? area.country } };
}

/** ISO 3166-1 alpha-2 of what an address says; the locale knows that UK is GB. Undefined for anything but a code. */
const toCountry = (country = ""): string | undefined =>
  /^[a-z]{2}$/iu.test(country) ? new Intl.Locale(`und-${country}`).region : undefined;
