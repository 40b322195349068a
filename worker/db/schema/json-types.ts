import { z } from "zod";
import type { CompanyFact, Contact } from "../../contract/companies";

/** Result of reading a site, independent of user and entry: the cache of sites stores it. */
export interface SiteReading {
  /** False: nothing could be read. */
  read: boolean;
  /** Where its root redirects to, if that is another site; nothing was read then. */
  movedTo: string | null;
  /** Host of the company's own site, after redirects. */
  host: string;
  contacts: Contact[];
  /** Missing in readings made before pages were read for facts. */
  facts?: CompanyFact[];
  /** Sentences of the first page, in those readings; else empty. */
  about: string;
  applyElsewhere: { url: string; reason: string } | null;
  /** Pages with a form to write to the company, and about its jobs. Missing in readings made before these were kept. */
  contactForm?: string | null;
  careersPage?: string | null;
}

/** Facts of a CV in its own words; a text is empty where the CV does not say it. */
export const CvFacts = z.object({
  jobs: z.array(
    z.object({
      employer: z.string(),
      title: z.string(),
      period: z.string(),
      place: z.string(),
      tasks: z.array(z.string()),
    }),
  ),
  studies: z.array(z.object({ school: z.string(), diploma: z.string(), period: z.string() })),
  skills: z.array(z.string()),
  languages: z.array(z.object({ language: z.string(), level: z.string() })),
  /** Licences and certificates, with class, level or score. */
  certificates: z.array(z.object({ name: z.string(), level: z.string() })),
  /** Results, sizes and amounts, with the words around them. */
  figures: z.array(z.string()),
  /** Projects, unpaid work. */
  more: z.array(z.string()),
});
export type CvFacts = z.infer<typeof CvFacts>;

type Job = CvFacts["jobs"][number];
/** Facts as they are stored: those of earlier versions have no places and no certificates. */
export type StoredCvFacts = Omit<CvFacts, "jobs" | "certificates"> & {
  jobs: (Omit<Job, "place"> & Partial<Pick<Job, "place">>)[];
  certificates?: CvFacts["certificates"];
};

/** Stored with the user. Without `found` the LLM is being called, or it failed. */
export interface StoredFacts {
  /** Path of the CV they were extracted from. */
  of: string;
  /** When the LLM was called. ISO 8601 UTC. */
  at: string;
  /** The LLM gave no facts. */
  failed?: true;
  found: StoredCvFacts | null;
  /** Ids of facts that the user has removed: they support nothing. */
  removed?: string[];
}
