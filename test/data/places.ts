import { z } from "zod";
import { LANGUAGES } from "../../worker/contract/limits.ts";
import { Place } from "../../worker/directory/release/release-format.ts";
import { readNdjson } from "./ndjson.ts";

const Spelling = z.strictObject({
  typed: z.string(),
  language: z.enum(LANGUAGES),
  /** Id of the place that must come first. */
  expected: z.string(),
});

/** Towns with coordinates, population and postcodes, roughly right and written from memory. */
export const listTestPlaces = (): Place[] => readNdjson("places/places.ndjson", Place);
/** What people type for these towns; written before the ranking was tuned. */
export const listSpellings = () => readNdjson("places/spellings.ndjson", Spelling);
