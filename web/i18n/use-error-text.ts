import { useTranslation } from "react-i18next";
import { ApiError } from "../lib/api-error";
import { texts } from "./i18n";

/** The translated text of a code, or nothing for a code this version of the app does not know. */
export function textOfCode(code: string): string | undefined {
  const key = `errors.${code}`;
  return texts.exists(key) ? String(texts.getResource(texts.language, "translation", key)) : undefined;
}

/**
 * Turns any failure into a sentence in the user's language: the translation of its code, else the server's own text, else the fallback.
 * @returns a function of the error and an optional fallback already translated
 */
export function useErrorText(): (error: unknown, fallback?: string) => string {
  const { t } = useTranslation();
  return (error, fallback) => {
    const general = fallback ?? t(($) => $.errors.internal);
    if (!(error instanceof ApiError)) return general;
    if (error.code === "internal" || error.code === "bad_answer") return general;
    // The server names the settings it waits for.
    if (error.code === "not_configured") return t(($) => $.common.off, { missing: Object.keys(error.fields).join(", ") });
    return textOfCode(error.code) ?? (error.message === "" ? general : error.message);
  };
}

/** Translates the code of a field; undefined for a field without a problem. */
export function useCodeText(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation();
  return (code) => (code === undefined ? undefined : textOfCode(code) ?? t(($) => $.errors.invalid));
}
