import { useErrorText } from "../../../i18n/use-error-text";
import { ApiError, type ClientErrorCode } from "../../../lib/api-error";
import { computeSecondsLeft } from "../model/generation-failures";

/** @returns a function of a limit of the day: what it is, and when it ends */
export function useDayLimitText(): (code: ClientErrorCode) => string {
  const errorText = useErrorText();
  return (code) => errorText(new ApiError(429, code, "", { retryAfterSeconds: computeSecondsLeft(Date.now()) }));
}
