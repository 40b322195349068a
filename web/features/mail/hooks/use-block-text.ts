import { useTranslation } from "react-i18next";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDate } from "../../../lib/format";

/** Why a follow-up may not leave now, in a sentence; empty when it may. */
export function useBlockText(): (followUp: Pick<FollowUp, "block" | "step" | "due_at">) => string {
  const { t } = useTranslation();
  const language = useShownLanguage();
  return ({ block, step, due_at: dueAt }) => {
    if (block === null) return "";
    if (block === "follow_up_too_early" && dueAt !== null)
      return t(($) => $.followUps.from, { date: formatDate(dueAt, language) });
    if (block === "dead_address") return t(($) => $.followUps.deadAddress);
    return step === null ? t(($) => $.followUps.done) : t(($) => $.mail.advice[block]);
  };
}
