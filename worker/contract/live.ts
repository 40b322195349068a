import * as z from "zod/mini";
import { Activity } from "./activity";
import { Flag, Text } from "./field-schemas";
import { GenerationItem } from "./messages";
import { Search } from "./search";

/** The socket of a tab: what a screen shows live, as it happens. No endpoint, as nothing is asked and answered. */
export const LIVE_PATH = "/live";

/** What the server closes a socket with whose session has to be checked again. */
export const SESSION_UNCHECKED_CODE = 4401;

/** How often a tab says that it is there (milliseconds), how, and the answer, for which no object wakes up. */
export const LIVE_PING = { intervalMs: 60_000, text: "ping", answer: "pong" } as const;

/** What a tab says after a change, for the user's other browsers. */
export const LIVE_CHANGED = "changed";

/** How one letter of a generation has gone on. */
export const LetterProgress = z.object({ generation_id: Text, item: GenerationItem });
export type LetterProgress = z.infer<typeof LetterProgress>;

/** What has changed. */
export const LiveMessage = z.object({
  activity: z.optional(Activity),
  search: z.optional(Search),
  letter: z.optional(LetterProgress),
  /** Anything else: what is on screen has to be read again. */
  changed: z.optional(Flag),
});
export type LiveMessage = z.infer<typeof LiveMessage>;
