import { textSchema, createStoredValue } from "../../../lib/stored-value";

/** The template as it stands in the editor, while it is not saved: it outlives a step back, a session that ends and a reload. */
export const storedTemplate = createStoredValue<string | null>("session", "draftTemplate", textSchema, null, true);
