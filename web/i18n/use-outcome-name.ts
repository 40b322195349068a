import { useTranslation } from "react-i18next";
import type { Outcome } from "../../worker/contract/companies";

/** Names an outcome; `waiting` is that of an application without one. */
export function useOutcomeName(): (outcome: Outcome | "waiting") => string {
  const { t } = useTranslation();
  return (outcome) =>
    outcome === "waiting" ? t(($) => $.applications.outcome.waiting) : t(($) => $.applications.outcome.names[outcome]);
}
