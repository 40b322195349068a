import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Count, Text, TimeZone } from "./field-schemas";

/** Companies applied to, and what became of it. */
const counts = {
  applied: Count,
  /** With any answer: a refusal, an interview and an offer, too. */
  answered: Count,
  interviews: Count,
  offers: Count,
  refused: Count,
  /** Those without an answer that were applied to lately, and may still answer. */
  recent: Count,
};
export const NumbersTotal = z.object(counts);
export type NumbersTotal = z.infer<typeof NumbersTotal>;
/**
 * A group of companies. `key`: a business type, a place, a profile ("" for the default one) or the start of a week;
 * "" where it is not known, null for companies that the user has deleted.
 */
export const NumbersGroup = z.extend(NumbersTotal, { key: z.nullable(Text) });
export type NumbersGroup = z.infer<typeof NumbersGroup>;

export const Numbers = z.object({
  total: NumbersTotal,
  /** Companies whose only mail came back: they are in no other number. */
  bounced: Count,
  /** The largest first. */
  activities: z.array(NumbersGroup),
  places: z.array(NumbersGroup),
  profiles: z.array(NumbersGroup),
  /** The last twelve weeks, latest first, those without an application left out. */
  weeks: z.array(NumbersGroup),
});
export type Numbers = z.infer<typeof Numbers>;

/** Made of what the user applied to and confirmed. @see NumbersTotal */
export const getNumbers = defineEndpoint({
  method: "GET",
  path: "/applications/numbers",
  access: "ready",
  query: z.strictObject({ zone: TimeZone }),
  answer: Numbers,
});
