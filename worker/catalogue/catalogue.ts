import { catalogueRows } from "./catalogue.gen";

/** OSM tags that must all stand on one element: `[["office", "company"], ["company", "software"]]`. */
export type TagFilter = [key: string, value: string][];

export interface CatalogueEntry {
  gcid: string;
  name: { fr: string; en: string; de: string };
  terms: { fr: string[]; en: string[]; de: string[] };
  /** Any of them makes an element one of the category; at least one. */
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

/** The category of that gcid, or undefined: a custom text, or a gcid of another day. */
export function findCategory(gcid: string): CatalogueEntry | undefined {
  return entriesByGcid.get(gcid);
}
