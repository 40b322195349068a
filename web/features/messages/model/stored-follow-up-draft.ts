import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

const FollowUpDraftSchema = z.object({
  companyId: z.string(),
  message: z.string(),
  /** The version of the text that is edited. */
  version: z.number(),
});

/** The unsaved text of a follow-up with its company: it survives an expired session, a reload and a crash. */
export const storedFollowUpDraft = createStoredValue<z.infer<typeof FollowUpDraftSchema> | null>(
  "session",
  "draftFollowUp",
  z.nullable(FollowUpDraftSchema),
  null,
);
