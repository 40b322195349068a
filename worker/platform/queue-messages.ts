import { z } from "zod";

/** Wake-up of the crawl queue: a search has sites to read. Its object says which, if any are left. */
export const CrawlWakeUp = z.object({ searchId: z.string() });
export type CrawlWakeUp = z.infer<typeof CrawlWakeUp>;
export const GenerationWakeUp = z.object({ userId: z.string(), generationId: z.string(), companyId: z.string() });
export type GenerationWakeUp = z.infer<typeof GenerationWakeUp>;
export const CvTextWakeUp = z.object({ userId: z.string(), cvPath: z.string() });
export type CvTextWakeUp = z.infer<typeof CvTextWakeUp>;
