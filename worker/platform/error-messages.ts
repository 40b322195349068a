import type { ErrorCode } from "../contract/errors";
import texts from "../contract/errors.en.json";

/** English texts of the errors, for readers of the raw answer: those of the app's English locale. */
export const ERROR_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  ...texts,
  // The specification quotes this text of the server, which differs from the screen's.
  no_template: "Template message not configured",
};
