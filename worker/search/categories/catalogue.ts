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

const split = (text: string, by: string): string[] => (text ? text.split(by) : []);

function tag(text: string): TagFilter[number] {
  const cut = text.indexOf("=");
  return [text.slice(0, cut), text.slice(cut + 1)];
}

export const catalogue: readonly CatalogueEntry[] = catalogueRows.map(
  ([gcid, fr, en, de, termsFr, termsEn, termsDe, filters]) => ({
    gcid,
    name: { fr, en, de },
    terms: { fr: split(termsFr, ","), en: split(termsEn, ","), de: split(termsDe, ",") },
    filters: split(filters, ";").map((filter) => split(filter, "+").map(tag)),
  }),
);

const byGcid = new Map(catalogue.map((entry) => [entry.gcid, entry]));

/** The category of that gcid, or undefined: a custom text, or a gcid of another day. */
export function findCategory(gcid: string): CatalogueEntry | undefined {
  return byGcid.get(gcid);
}
