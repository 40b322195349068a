import { z } from "zod";
import queries from "./categories/queries.json" with { type: "json" };

const Query = z.strictObject({
  query: z.string(),
  /** Of the reader; some queries are German all the same. */
  language: z.enum(["fr", "en"]),
  /** One of them must be among the first five suggestions. */
  gcids: z.array(z.string()).min(1),
});
export type Query = z.output<typeof Query>;

const Queries = z.strictObject({
  /** Each one must succeed. */
  required: z.array(Query),
  /** What the search was first measured with, written before it was tuned. */
  firstHundred: z.array(Query),
  /** Written later: what the first taught had to hold for them too. It was tuned with both. */
  secondHundred: z.array(Query),
  /** Nothing was tuned with these. Add no word to the catalogue because one of them fails: then they prove nothing. */
  unseen: z.array(Query),
});
export const categoryQueries = Queries.parse(queries);
