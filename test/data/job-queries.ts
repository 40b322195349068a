import { z } from "zod";
import employerLabels from "./categories/employer-labels.json" with { type: "json" };
import { readNdjson } from "./ndjson.ts";

const Row = z.strictObject({
  id: z.string(),
  query: z.string(),
  language: z.enum(["fr", "en"]),
  /** Kinds of employers in plain English, by people who had not seen the catalogue: examples, not all there are. */
  useful: z.array(z.string()).min(1),
  /** Kinds that share a word with the job. */
  useless: z.array(z.string()),
  /** The job exists in every sector. */
  every_sector: z.boolean(),
});

const labels = z.record(z.string(), z.array(z.string())).parse(employerLabels);

/** Categories of the same kind as one of the labels. */
function toGcids(names: string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      const gcids = labels[name];
      if (!gcids) throw new Error(`employer-labels.json has no "${name}"`);
      return gcids;
    }),
  );
}

export interface JobQuery {
  id: string;
  query: string;
  language: "fr" | "en";
  useful: Set<string>;
  /** Never also useful. */
  useless: Set<string>;
  everySector: boolean;
}

function readJobQueries(path: string): JobQuery[] {
  return readNdjson(path, Row).map(({ useful, useless, every_sector, ...row }) => {
    const wanted = toGcids(useful);
    return { ...row, useful: wanted, useless: toGcids(useless).difference(wanted), everySector: every_sector };
  });
}

/** The job titles were tuned with these. */
export const jobQueries = readJobQueries("categories/job-queries.ndjson");
/** Never tuned with. Do not add a title for a failure here: the set would prove nothing then. */
export const unseenJobQueries = readJobQueries("categories/job-queries-unseen.ndjson");
/** Mapped to categories before its first run, which was after all tuning. The same rule holds. */
export const secondUnseenJobQueries = readJobQueries("categories/job-queries-unseen-second.ndjson");
