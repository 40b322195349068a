import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { ApiError } from "../lib/api-error";
import { LoadError } from "../lib/fetch-code";
import { formatTimeUntil } from "../lib/format";
import { useShownLanguage } from "./use-language";

/** The translated text of an error code; undefined for a code that this version of the app does not know. */
export function translateErrorCode(code: string): string | undefined {
  const text: unknown = i18next.getResource(i18next.language, "translation", `errors.${code}`);
  return typeof text === "string" ? text : undefined;
}

/** Only limits say when to retry; a failing service may recover at any moment. */
const isRateLimit = ({ status, code }: ApiError): boolean => status === 429 || code === "spending_paused";

/**
 * Turns any failure into a sentence in the user's language: the translation of its code, else the server's text, else
 * the fallback. For a rate limit it adds when to try again.
 * @returns a function of the error and an optional translated fallback
 */
export function useErrorText(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return (error, fallback) => {
    const general = fallback ?? t(($) => $.errors.internal);
    // Code that an action needs is not fetched without a connection.
    if (error instanceof LoadError) return t(($) => $.errors.offline);
    if (!(error instanceof ApiError)) return general;
    if (error.code === "internal" || error.code === "bad_answer") return general;
    // The server names the settings that are missing.
    if (error.code === "not_configured")
      return t(($) => $.common.off, { missing: Object.keys(error.fields).join(", ") });
    const problem = translateErrorCode(error.code) ?? (error.message === "" ? general : error.message);
    return error.retryAfterSeconds !== undefined && isRateLimit(error)
      ? t(($) => $.common.retryIn, { problem, when: formatTimeUntil(error.retryAfterSeconds, language) })
      : problem;
  };
}

/** Translates the code of a field; undefined for a field without a problem. */
export function useErrorCodeText(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (code) => (code === undefined ? undefined : (translateErrorCode(code) ?? t(($) => $.errors.invalid)));
}
