import { catalogueRows } from "./catalogue.gen";

/** OSM tags that must all stand on one element: `[["office", "company"], ["company", "software"]]`. */
export type TagFilter = [key: string, value: string][];

export interface CatalogueEntry {
  gcid: string;
  name: { fr: string; en: string; de: string };
  terms: { fr: string[]; en: string[]; de: string[] };
  /** An element belongs to the category if it matches any of them; at least one. */
  filters: TagFilter[];
}

const splitNonEmpty = (text: string, by: string): string[] => (text ? text.split(by) : []);

function parseTag(text: string): TagFilter[number] {
  const cut = text.indexOf("=");
  return [text.slice(0, cut), text.slice(cut + 1)];
}

export const catalogue: readonly CatalogueEntry[] = catalogueRows.map(
  ([gcid, fr, en, de, termsFr, termsEn, termsDe, filters]) => ({
    gcid,
    name: { fr, en, de },
    terms: { fr: splitNonEmpty(termsFr, ","), en: splitNonEmpty(termsEn, ","), de: splitNonEmpty(termsDe, ",") },
    filters: splitNonEmpty(filters, ";").map((filter) => splitNonEmpty(filter, "+").map(parseTag)),
  }),
);

const entriesByGcid = new Map(catalogue.map((entry) => [entry.gcid, entry]));

/** Undefined for a custom text and for a gcid that no longer exists. */
export function findCategory(gcid: string): CatalogueEntry | undefined {
  return entriesByGcid.get(gcid);
}
