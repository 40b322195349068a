import { z } from "zod";
import type { OvertureCategories } from "./overture-categories";
import type { RawEntry } from "./source-entry";

const Names = z.object({ primary: z.string().nullish() }).nullish();
const Texts = z.array(z.string().nullable()).nullish();

/** A row of Overture's places as JSON. Columns that a release does not have are null. */
export const OvertureRow = z.object({
  id: z.string().min(1),
  names: Names,
  brand: z.object({ names: Names }).nullish(),
  categories: z.object({ primary: z.string().nullish(), alternate: Texts }).nullish(),
  taxonomy: z.object({ primary: z.string().nullish(), hierarchy: Texts, alternates: Texts }).nullish(),
  basic_category: z.string().nullish(),
  confidence: z.number().nullish(),
  operating_status: z.string().nullish(),
  websites: Texts,
  socials: Texts,
  emails: Texts,
  phones: Texts,
  addresses: z
    .array(
      z
        .object({ locality: z.string().nullish(), postcode: z.string().nullish(), country: z.string().nullish() })
        .nullable(),
    )
    .nullish(),
  sources: z
    .array(
      z
        .object({ dataset: z.string().nullish(), license: z.string().nullish(), update_time: z.string().nullish() })
        .nullable(),
    )
    .nullish(),
  lat: z.number(),
  lon: z.number(),
});
export type OvertureRow = z.infer<typeof OvertureRow>;

/** Columns in which a category may stand, for a reader that selects only what there is. */
export const OVERTURE_COLUMNS = Object.keys(OvertureRow.shape).filter((column) => column !== "lat" && column !== "lon");

const isText = (text: string | null | undefined): text is string => typeof text === "string" && text !== "";

/** Category names of a place, the most specific first: its own, those above it, then the alternatives. */
function listCategoryNames({ categories, taxonomy, basic_category: basic }: OvertureRow): {
  own: string[];
  alternates: string[];
} {
  return {
    own: [taxonomy?.primary, categories?.primary, ...[...(taxonomy?.hierarchy ?? [])].reverse(), basic].filter(isText),
    alternates: [...(taxonomy?.alternates ?? []), ...(categories?.alternate ?? [])].filter(isText),
  };
}

/** Overture's closed places: "permanently_closed"; "temporarily_closed" ones may hire. */
const CLOSED = "permanently_closed";

/** Datasets of Overture with licences of their own, as its documentation lists them. */
const DATASET_LICENCES: Record<string, string> = {
  alltheplaces: "CC0-1.0",
  foursquare: "Apache-2.0",
};
const OVERTURE_LICENCE = "CDLA-Permissive-2.0";
const OVERTURE_URL = "https://docs.overturemaps.org/attribution/";

/** The dataset that a place comes from, as a source of its own: each has its licence. */
export function readOvertureSource({ sources }: Pick<OvertureRow, "sources">): {
  id: string;
  name: string;
  licence: string;
  url: string;
  date: string;
} {
  const [first] = sources?.filter((source) => source !== null) ?? [];
  const dataset = first?.dataset?.trim() ?? "";
  const key = dataset.toLowerCase().replace(/[^a-z0-9]+/gu, "");
  return {
    id: key === "" ? "overture" : `overture:${key}`,
    name: key === "" ? "Overture Maps" : `Overture Maps (${dataset})`,
    licence: first?.license?.trim() || DATASET_LICENCES[key] || OVERTURE_LICENCE,
    url: OVERTURE_URL,
    date: first?.update_time ?? "",
  };
}

const MAX_ALTERNATES = 2;

/** A place as an entry, and the name of its category when the catalogue has none for it. */
export function toOvertureEntry(
  row: OvertureRow,
  source: string,
  categories: OvertureCategories,
): { raw: RawEntry; unmapped?: string } {
  const { own, alternates } = listCategoryNames(row);
  const ownKinds = categories.find(own);
  const otherKinds = alternates.slice(0, MAX_ALTERNATES).flatMap((name) => categories.find([name]));
  const [address] = row.addresses?.filter((each) => each !== null) ?? [];
  const kinds = [...new Set([...ownKinds, ...otherKinds])];
  return {
    raw: {
      id: `overture:${row.id}`,
      source,
      names: [row.names?.primary, row.brand?.names?.primary],
      lat: row.lat,
      lon: row.lon,
      kinds,
      websites: [...(row.websites ?? []), ...(row.socials ?? [])].filter(isText),
      emails: (row.emails ?? []).filter(isText),
      phones: (row.phones ?? []).filter(isText),
      town: address?.locality,
      postcode: address?.postcode,
      country: address?.country,
      brand: row.brand?.names?.primary,
      isClosed: row.operating_status === CLOSED,
      confidence: row.confidence,
    },
    ...(kinds.length === 0 && { unmapped: own[0] ?? "(none)" }),
  };
}
