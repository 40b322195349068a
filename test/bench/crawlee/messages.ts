import { z } from "zod";

export const CrawlOrder = z.object({
  /** Home pages. */
  urls: z.array(z.string()),
  /** Of the site server. */
  port: z.number(),
  /** Requests at a time. */
  concurrency: z.number(),
  /** The contact pages a home page links to, or every page of the site. */
  follow: z.enum(["contact", "all"]),
  /** Whether its queue and results are written to disk, as is its default; else they stay in memory. */
  persist: z.boolean().default(true),
});
export type CrawlOrder = z.input<typeof CrawlOrder>;

export const CrawledPage = z.object({ url: z.string(), emails: z.array(z.string()), phones: z.array(z.string()) });

export const CrawlResult = z.object({
  /** From `run` to its end. */
  milliseconds: z.number(),
  /** One a page. */
  items: z.array(CrawledPage),
});
export type CrawlResult = z.infer<typeof CrawlResult>;
