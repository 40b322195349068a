import type { ErrorCode } from "../contract/errors";
import texts from "../contract/errors.en.json";

/** The refusals in English, for people who read the answer itself: the same texts that the app shows in English. */
export const ERROR_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  ...texts,
  // The specification quotes what the server says here, and it is not what the screen says.
  no_template: "Template message not configured",
};
