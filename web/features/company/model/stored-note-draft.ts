import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

const NoteDraftSchema = z.object({
  companyId: z.string(),
  text: z.string(),
  /** The version of the note that was edited. */
  version: z.number(),
});

/** The unsaved note with its company: it survives an expired session, a reload and a crash, not being left. */
export const storedNoteDraft = createStoredValue<z.infer<typeof NoteDraftSchema> | null>(
  "session",
  "draftNote",
  z.nullable(NoteDraftSchema),
  null,
);
