import type { Language } from "../../worker/contract/field-schemas";
import { LANGUAGES } from "../../worker/contract/limits";
import { enumSchema, createStoredValue } from "../lib/stored-value";

/**
 * The language chosen on this device, stored as plain text under `language`; null until one is chosen. Also read by
 * web/public/theme.js.
 */
export const storedLanguage = createStoredValue<Language | null>(
  "local",
  "language",
  enumSchema(...LANGUAGES, null),
  null,
  true,
);
