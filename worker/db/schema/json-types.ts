import { z } from "zod";
import type { Contact } from "../../contract/companies";

/** What a site itself says, whoever asked and whichever entry named it: what the cache of sites holds. */
export interface SiteReading {
  /** False: nothing could be read. */
  read: boolean;
  /** Where its root redirects to, if that is another site; nothing was read then. */
  movedTo: string | null;
  /** Host of the company's own site, after redirects. */
  host: string;
  contacts: Contact[];
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
}

/** What a CV says, in its own words; a text is empty where the CV does not say it. */
export const CvFacts = z.object({
  jobs: z.array(z.object({ employer: z.string(), title: z.string(), period: z.string(), tasks: z.array(z.string()) })),
  studies: z.array(z.object({ school: z.string(), diploma: z.string(), period: z.string() })),
  skills: z.array(z.string()),
  languages: z.array(z.object({ language: z.string(), level: z.string() })),
  /** Results, sizes and amounts, with the words around them. */
  figures: z.array(z.string()),
  /** Certificates, licences, projects, unpaid work. */
  more: z.array(z.string()),
});

export type CvFacts = z.infer<typeof CvFacts>;

/** As kept with the user. Without `found` somebody is asking the model, or it failed. */
export interface StoredFacts {
  /** Path of the CV they were read out of. */
  of: string;
  /** When they were asked for. ISO 8601 UTC. */
  at: string;
  found: CvFacts | null;
}
