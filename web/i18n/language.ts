import * as z from "zod/mini";
import { Language } from "../../worker/contract/fields";
import { stored } from "../lib/storage";

/** The language chosen on this device, kept as plain text under `language`; null until one is chosen. */
export const storedLanguage = stored<Language | null>("local", "language", z.nullable(z.enum(Language.options)), null, true);
