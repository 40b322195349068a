import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Time, Flag, Text } from "./field-schemas";

/** What the server can do and what it lacks, for the web app and for operators. */
export const Health = z.object({
  /** Nothing is off that the product needs, and no service has been failing for minutes. */
  ok: Flag,
  version: Text,
  sandbox: Flag,
  /**
   * Disabled features with their missing variables or secrets; the feature `bindings` stands for those that the whole
   * product needs. With the reason and since when, where a service rejects us: then `missing` names the setting to
   * check.
   */
  off: z.array(z.object({ feature: Text, missing: z.array(Text), reason: z.optional(Text), since: z.optional(Time) })),
  /** The external services: when each last answered, and since when and why it does not. Empty for one never called. */
  services: z.array(
    z.object({
      name: Text,
      succeeded_at: z.nullable(Time),
      failing_since: z.nullable(Time),
      failure: z.nullable(Text),
      reason: z.nullable(Text),
    }),
  ),
  /** The day the model that writes is shut down (YYYY-MM-DD), where one is announced. */
  model_ends_on: z.nullable(Text),
  google: z.nullable(z.object({ client_id: Text, script_url: Text })),
  /** Where people reach the operator: a `mailto:` or `https:` link; null where none is set. */
  contact: z.nullable(Text),
  /** Who runs this site; null where the operator has not said so. */
  operator: z.nullable(z.object({ name: Text, address: z.nullable(Text) })),
});

export type Health = z.infer<typeof Health>;
export const getHealth = defineEndpoint({ method: "GET", path: "/health", access: "public", answer: Health });
