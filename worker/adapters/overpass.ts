import { z } from "zod";
import { OPENSTREETMAP } from "../addresses";
import { type Area, type CompanyDirectory, type DirectoryAnswer, type DirectoryCompany, OutsideError, type TagFilter } from "../ports";
import { siteOf } from "./address-rules";
import { requestJson } from "./osm-http";

/** What the server is given to answer (seconds in the query), and what we wait (milliseconds). */
const QUERY_SECONDS = 25;
const TIMEOUT_MS = 35_000;
const MOST = 400;
/** Overpass's number for the area of a relation. */
const AREA_OF_RELATION = 3_600_000_000;
const SOURCE = "OpenStreetMap (ODbL)";

const Element = z.object({ type: z.enum(["node", "way", "relation"]), id: z.number(), tags: z.record(z.string(), z.string()) });
const Answer = z.object({ elements: z.array(z.unknown()), remark: z.string().optional() });

/** Companies of OpenStreetMap from one server of Overpass: one query a city, whatever the number of categories. */
export function createOverpass(options: { fetch: typeof fetch; url: string; userAgent: string; allowReserved: boolean }): CompanyDirectory {
  return {
    async find({ area, filters, names }, signal) {
      const answer = await requestJson({
        fetch: options.fetch, service: "overpass", url: options.url, timeoutMs: TIMEOUT_MS, signal,
        init: {
          method: "POST", headers: { "user-agent": options.userAgent, "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ data: overpassQuery(area, filters, names) }).toString(),
        },
      });
      return answerOf(answer, new Set(filters.flat().map(([key]) => key)), options.allowReserved);
    },
  };
}

const quoted = (text: string): string => `"${text.replace(/[\\"]/gu, "\\$&").replace(/[\u0000-\u001f]/gu, " ")}"`;
/** A user's text inside a regular expression of Overpass's (POSIX extended). */
const literally = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/gu, "\\$&");

/** The query in Overpass QL. */
export function overpassQuery(area: Area, filters: TagFilter[], names: string[]): string {
  const { south, west, north, east } = area.box;
  const isArea = area.osm.type === "relation";
  const place = isArea ? "(area.a)" : `(${south},${west},${north},${east})`;
  const wanted = [
    ...new Set(filters.map((tags) => tags.map(([key, value]) => `[${quoted(key)}=${quoted(value)}]`).join(""))),
    ...names.map((name) => `["name"~${quoted(literally(name))},i]`),
  ];
  const head = `[out:json][timeout:${QUERY_SECONDS}];${isArea ? `area(id:${AREA_OF_RELATION + area.osm.id})->.a;` : ""}`;
  return `${head}(${wanted.map((filter) => `nwr${filter}${place};`).join("")});out center tags ${MOST};`;
}

/** @param asked keys of the tags that were asked for: the others tell nothing and are not kept */
function answerOf(answer: unknown, asked: ReadonlySet<string>, allowReserved: boolean): DirectoryAnswer {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw new OutsideError("overpass", "bad_answer", "not a list of elements");
  const { elements, remark } = parsed.data;
  // A query that ran out of time or memory is a 200 with a remark; what it has found until then is worth keeping.
  if (elements.length === 0 && remark !== undefined) throw new OutsideError("overpass", "timeout", remark);
  const companies = elements.slice(0, MOST).flatMap((element) => {
    const { data } = Element.safeParse(element);
    return data?.tags.name ? [companyOf(data, data.tags.name, asked, allowReserved)] : [];
  });
  return { companies, incomplete: remark !== undefined ? "out_of_time" : elements.length >= MOST ? "too_many" : null };
}

function companyOf({ type, id, tags }: z.infer<typeof Element>, name: string, asked: ReadonlySet<string>, allowReserved: boolean): DirectoryCompany {
  const all = (...keys: string[]) => [...new Set(keys.flatMap((key) => (tags[key] ?? "").split(";")).map((value) => value.trim()).filter((value) => value !== ""))];
  return {
    name: name.slice(0, 200),
    website: all("website", "contact:website", "url", "brand:website").map((address) => siteOf(address, allowReserved)).find((address) => address !== null) ?? null,
    emails: all("email", "contact:email", "operator:email").map((address) => address.toLowerCase()).filter((address) => z.email().max(254).safeParse(address).success),
    phones: all("phone", "contact:phone", "contact:mobile"),
    tags: Object.fromEntries(Object.entries(tags).filter(([key]) => asked.has(key))),
    page: `${OPENSTREETMAP}/${type}/${id}`,
    source: SOURCE,
  };
}
