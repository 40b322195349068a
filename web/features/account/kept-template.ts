import { anyText, stored } from "../../lib/storage";

/** The template as it stands in the editor, while it is not saved: it outlives a step back, a session that ends and a reload. */
export const keptTemplate = stored<string | null>("session", "draftTemplate", anyText, null, true);
