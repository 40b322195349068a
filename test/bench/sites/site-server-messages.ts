import { z } from "zod";

/** How the sites behave. */
export const SiteServerSettings = z.object({
  /** Milliseconds before the headers of every answer of a site, robots.txt included. */
  latencyMs: z.number(),
  /** Only home pages and robots.txt are there. */
  homeOnly: z.boolean().default(false),
  /** The labelled sites of test/contacts are there too. */
  labelled: z.boolean().optional(),
  /** Pages to make now, so that none is made during a measurement; earlier ones are dropped. */
  prepare: z.object({ from: z.number(), count: z.number() }).optional(),
});
export type SiteServerSettings = z.infer<typeof SiteServerSettings>;

/** Requests to sites, and answers by kind. */
export const ServedCounts = z.object({
  requests: z.number(),
  robots: z.number(),
  home: z.number(),
  contact: z.number(),
  other: z.number(),
  absent: z.number(),
});
export type ServedCounts = z.infer<typeof ServedCounts>;

/** Pages read, robots.txt and what was not there left out. */
export const countPages = ({ home, contact, other }: ServedCounts): number => home + contact + other;
