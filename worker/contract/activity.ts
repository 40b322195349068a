import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Count, Flag, Text, Time } from "./field-schemas";

/** What runs or waits for a user, in whichever tab it was started. */
export const Activity = z.object({
  /** `found`: completed, and neither added nor discarded. */
  search: z.nullable(z.object({ id: Text, state: z.enum(["running", "found"]) })),
  /** The generation under way. */
  generation_id: z.nullable(Text),
  /** Mails in the outbox that have not left; when the next one leaves, if that can be told. Null: there are none. */
  outbox: z.nullable(z.object({ waiting: Count, leaves_at: z.nullable(Time), stopped: Flag })),
});

export type Activity = z.infer<typeof Activity>;
export const getActivity = defineEndpoint({
  method: "GET",
  path: "/activity",
  access: "ready",
  answer: z.object({ activity: Activity }),
});
