import { z } from "zod";
import { readNdjson } from "./ndjson.ts";

/** Read only pages of the tuning half while changing the extraction; the test half only measures. */
const Half = z.enum(["tuning", "test"]);
export type Half = z.output<typeof Half>;

const labels = {
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  language: z.enum(["fr", "en", "de"]),
  half: Half,
  /** What a careful person would copy, in lower case. */
  emails: z.array(z.email().lowercase()),
  /** E.164. */
  phones: z.array(z.e164()),
};

/** One page. A line of contacts/pages.ndjson is also a line of input to `npm run contacts`. */
const LabelledPage = z.object({
  id: z.string(),
  url: z.url(),
  ...labels,
  /** Notation of the contacts: plain, entities, split by a script ... */
  technique: z.string(),
  html: z.string(),
});
export type LabelledPage = z.output<typeof LabelledPage>;

/** A small website, written by hand. */
const LabelledSite = z.object({
  domain: z.string(),
  ...labels,
  /** Content by path without the first slash: `index.html`, `robots.txt`, `equipe/index.html`. */
  pages: z.record(z.string(), z.string()),
});
export type LabelledSite = z.output<typeof LabelledSite>;

export const listPages = (): LabelledPage[] => readNdjson("contacts/pages.ndjson", LabelledPage);

/** @param half only sites of this half; all without it */
export const listSites = (half?: Half): LabelledSite[] =>
  readNdjson("contacts/sites.ndjson", LabelledSite).filter((site) => half === undefined || site.half === half);

/** The page that a web server returns for `/`, `/contact/` or `/contact.html`, or undefined. */
export function findSitePage({ pages }: LabelledSite, pathname: string): string | undefined {
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "");
  const candidates = path === "" ? ["index.html"] : [path, `${path}.html`, `${path}/index.html`];
  const found = candidates.find((name) => Object.hasOwn(pages, name));
  return found === undefined ? undefined : pages[found];
}
