import { z } from "zod";

/** What the command tells the outside world, each time whole. */
export const SiteServerOrders = z.object({
  /** Milliseconds before the headers of every answer of a site, robots.txt included. */
  latencyMs: z.number(),
  /** Only home pages and robots.txt are there. */
  homeOnly: z.boolean().default(false),
  /** The labelled sites of test/contacts are there too. */
  labelled: z.boolean().optional(),
  /** Pages of these sites are made now, so that none is made while the clock runs; those made before are forgotten. */
  prepare: z.object({ from: z.number(), count: z.number() }).optional(),
});
export type SiteServerOrders = z.infer<typeof SiteServerOrders>;

/** What sites were asked, and what they have answered, by kind. */
export const ServedCounts = z.object({
  asked: z.number(),
  robots: z.number(),
  home: z.number(),
  contact: z.number(),
  other: z.number(),
  absent: z.number(),
});
export type ServedCounts = z.infer<typeof ServedCounts>;

/** Pages read, robots.txt and what was not there left out. */
export const countPages = ({ home, contact, other }: ServedCounts): number => home + contact + other;
