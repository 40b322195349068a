import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

const MessageDraftSchema = z.object({
  id: z.string(),
  subject: z.string(),
  message: z.string(),
  recipient: z.nullable(z.string()),
});

/**
 * The text in the editor that is not saved yet, with its company: it outlives a session that ends, a reload and a crash, not the
 * decision to leave it. One editor is open at a time.
 */
export const storedMessageDraft = createStoredValue<z.infer<typeof MessageDraftSchema> | null>(
  "session",
  "draftMessage",
  z.nullable(MessageDraftSchema),
  null,
);
