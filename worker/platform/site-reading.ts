import { z } from "zod/mini";
import { CompanyFact, Contact, ExternalApplication } from "../contract/companies";

/** Result of reading a site, independent of user and entry: the cache of sites stores it. */
export const SiteReading = z.object({
  /** False: nothing could be read. */
  read: z.boolean(),
  /** Where its root redirects to, if that is another site; nothing was read then. */
  movedTo: z.nullable(z.string()),
  /** Host of the company's own site, after redirects. */
  host: z.string(),
  contacts: z.array(Contact),
  facts: z.array(CompanyFact),
  applyElsewhere: z.nullable(ExternalApplication),
  /** Pages with a form to write to the company, and about its jobs. */
  contactForm: z.nullable(z.string()),
  careersPage: z.nullable(z.string()),
});
export type SiteReading = z.infer<typeof SiteReading>;
