import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Text } from "./field-schemas";

/** What runs for a user, in whichever tab it was started. */
export const Activity = z.object({
  /** `found`: completed, and neither added nor discarded. */
  search: z.nullable(z.object({ id: Text, state: z.enum(["running", "found"]) })),
  /** The generation under way. */
  generation_id: z.nullable(Text),
});

export type Activity = z.infer<typeof Activity>;
export const getActivity = defineEndpoint({
  method: "GET",
  path: "/activity",
  access: "ready",
  answer: z.object({ activity: Activity }),
});
