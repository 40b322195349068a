import { z } from "zod";
import queries from "./categories/queries.json" with { type: "json" };

const Query = z.strictObject({
  query: z.string(),
  /** Language of the reader; some queries are German. */
  language: z.enum(["fr", "en"]),
  /** One of these must be among the first five suggestions. */
  gcids: z.array(z.string()).min(1),
});
export type Query = z.output<typeof Query>;

const Queries = z.strictObject({
  /** Each one must succeed. */
  required: z.array(Query),
  /** The first measurement, written before the search was tuned. */
  firstHundred: z.array(Query),
  /** Written later; the search was tuned with both sets. */
  secondHundred: z.array(Query),
  /** Never used for tuning. Do not add a word to the catalogue for a failure here: the set would prove nothing then. */
  unseen: z.array(Query),
});
export const categoryQueries = Queries.parse(queries);
