import * as z from "zod/mini";
import { later } from "../../../worker/contract/later";
import { stored } from "../../lib/storage";

/** The template as it stands in the editor, while it is not saved: it outlives a step back, a session that ends and a reload. */
export const keptTemplate = stored<string | null>("session", "draftTemplate", later(() => z.nullable(z.string())), null, true);
