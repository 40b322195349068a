import { useTranslation } from "react-i18next";
import type { StateFilter } from "./rules";

/** The next good step, in one sentence. */
export function DashboardLead({ counts }: { counts: Record<StateFilter, number> }) {
  const { t } = useTranslation();
  if (counts.ready > 0) return t(($) => $.companies.next.send, { count: counts.ready });
  if (counts.to_write > 0) return t(($) => $.companies.next.write, { count: counts.to_write });
  return counts.sent > 0 && counts.unsure === 0 && counts.no_email < counts.all ? t(($) => $.companies.next.search) : null;
}
