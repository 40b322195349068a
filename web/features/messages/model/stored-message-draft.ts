import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

const MessageDraftSchema = z.object({
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  recipient: z.nullable(z.string()),
  /** The version that is edited. */
  version: z.number(),
});

/**
 * The unsaved text in the editor with its company: survives an expired session, a reload and a crash, but not the
 * user's decision to leave it. One editor is open at a time.
 */
export const storedMessageDraft = createStoredValue<z.infer<typeof MessageDraftSchema> | null>(
  "session",
  "draftMessage",
  z.nullable(MessageDraftSchema),
  null,
);
