import * as z from "zod/mini";
import { Category } from "../../../worker/contract/search";
import { stored } from "../../lib/storage";

/** What has been chosen so far; kept for the session, so that leaving the page loses nothing. */
const Draft = z.object({
  step: z.literal([1, 2, 3]),
  query: z.string(),
  suggestions: z.array(Category),
  categories: z.array(Category),
  cities: z.array(z.string()),
  /** Typed beside the suggestions and not added yet. */
  typedCategory: z._default(z.string(), ""),
  typedCity: z._default(z.string(), ""),
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = {
  step: 1,
  query: "",
  suggestions: [],
  categories: [],
  cities: [],
  typedCategory: "",
  typedCity: "",
};
export const storedDraft = stored<Draft>("session", "searchDraft", Draft, EMPTY_DRAFT);
