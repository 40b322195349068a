import { toMailbox, type PageParts } from "../page-markup";
import type { Site } from "../site";

/** An answer of a site. */
export interface SiteAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Before the answer begins, in ms. */
  waitMs?: number;
  /** The connection fails instead. */
  drop?: true;
  /** The body comes slowly and never ends. */
  drip?: true;
}

/** One way in which real sites are built. */
export interface Shape {
  id: string;
  /** The addresses to find. */
  emails: (site: Site) => string[];
  /** The telephones likewise, E.164; the one of the contact page when absent. */
  phones?: (site: Site) => string[];
  /** Additions to the usual pages. */
  parts?: (site: Site) => PageParts;
  /** Answers in place of the usual pages. */
  answer?: (site: Site, url: URL) => SiteAnswer | undefined;
  /** The address as the directory has it. */
  website?: (site: Site) => string;
  /** Takes seconds or fills the log, so it is rare. */
  rare?: true;
  /** In no directory: only entries of a test lead to it. */
  unlisted?: true;
}

export const htmlPage = (body: string, rest: SiteAnswer = {}): SiteAnswer => ({
  headers: { "content-type": "text/html; charset=utf-8" },
  ...rest,
  body,
});

export const redirectPage = (location: string, status = 301): SiteAnswer => ({ status, headers: { location } });

/** The addresses of a shape that shows the contact mailbox and no other. */
export const listContactEmail = (site: Site): string[] => [toMailbox(site)];

export const listNone = (): string[] => [];

/** A shape that shows the contact mailbox on one of the usual pages, in a notation of its own. */
export const shapeShowing = (
  id: string,
  page: keyof PageParts,
  write: (address: string, site: Site) => string,
): Shape => ({
  id,
  emails: listContactEmail,
  parts: (site) => ({ [page]: write(toMailbox(site), site) }),
});
