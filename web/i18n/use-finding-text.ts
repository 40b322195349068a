import { useTranslation } from "react-i18next";
import type { Finding } from "../lib/letter-findings";

/** For these the detail is an explanation in English, not a quote from the letter. */
const REASONS_WITHOUT_QUOTE: ReadonlySet<Finding["code"]> = new Set(["length", "markup", "wrong_language"]);

/** Turns a finding into a sentence: what it is, and the words of the letter it is about. */
export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation();
  return ({ code, detail }) => {
    const text = t(($) => $.messages.reasons[code]);
    return detail.trim() === "" || REASONS_WITHOUT_QUOTE.has(code)
      ? text
      : t(($) => $.messages.quoted, { text, words: detail });
  };
}
