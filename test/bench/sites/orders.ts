import { z } from "zod";

/** What the command tells the outside world, each time whole. */
export const Orders = z.object({
  /** Milliseconds before the headers of every answer of a site, robots.txt included. */
  latencyMs: z.number(),
  /** Only home pages and robots.txt are there. */
  homeOnly: z.boolean().default(false),
  /** The labelled sites of test/contacts are there too. */
  labelled: z.boolean().optional(),
  /** Pages of these sites are made now, so that none is made while the clock runs; those made before are forgotten. */
  prepare: z.object({ from: z.number(), count: z.number() }).optional(),
});
export type Orders = z.infer<typeof Orders>;

/** What sites were asked, and what they have answered, by kind. */
export const Served = z.object({
  asked: z.number(),
  robots: z.number(),
  home: z.number(),
  contact: z.number(),
  other: z.number(),
  absent: z.number(),
});
export type Served = z.infer<typeof Served>;

/** Pages read, robots.txt and what was not there left out. */
export const pagesOf = ({ home, contact, other }: Served): number => home + contact + other;
