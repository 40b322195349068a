import { mailbox, type Parts } from "../markup";
import type { Site } from "../site";

/** An answer of a site. */
export interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Before the answer begins, in ms. */
  waitMs?: number;
  /** The connection fails instead. */
  drop?: true;
  /** The body comes drop by drop and never ends. */
  drip?: true;
}

/** One way in which real sites are built. */
export interface Shape {
  id: string;
  /** The addresses that an honest reader finds. */
  emails: (site: Site) => string[];
  /** The telephones likewise, E.164; the one of the contact page when absent. */
  phones?: (site: Site) => string[];
  /** What the shape adds to the usual pages. */
  parts?: (site: Site) => Parts;
  /** Answers that take the place of the usual pages. */
  answer?: (site: Site, url: URL) => Page | undefined;
  /** The address as the directory has it. */
  website?: (site: Site) => string;
  /** Takes seconds or fills the log: met once in a while only. */
  rare?: true;
  /** In no directory: what leads to it is an entry of a test's own. */
  unlisted?: true;
}

export const htmlPage = (body: string, rest: Page = {}): Page => ({
  headers: { "content-type": "text/html; charset=utf-8" },
  ...rest,
  body,
});

export const redirect = (location: string, status = 301): Page => ({ status, headers: { location } });

/** The addresses of a shape that shows the contact mailbox and no other. */
export const oneAddress = (site: Site): string[] => [mailbox(site)];

export const nothing = (): string[] => [];

/** A shape that shows the contact mailbox, written in its own way, on one of the usual pages. */
export const shows = (id: string, page: keyof Parts, write: (address: string, site: Site) => string): Shape => ({
  id,
  emails: oneAddress,
  parts: (site) => ({ [page]: write(mailbox(site), site) }),
});
