import type { Language } from "../../worker/contract/fields";
import { LANGUAGES } from "../../worker/contract/limits";
import { oneOf, stored } from "../lib/storage";

/**
 * The language chosen on this device, kept as plain text under `language`; null until one is chosen.
 * Also read by web/public/theme.js.
 */
export const storedLanguage = stored<Language | null>("local", "language", oneOf(...LANGUAGES, null), null, true);
