import { z } from "zod";

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
