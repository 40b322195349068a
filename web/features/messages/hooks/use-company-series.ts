import { useEffect, useRef } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { findComing } from "../../../lib/coming-messages";
import { listComing } from "../model/rules-generation-plan";
import { useCurrentGeneration } from "./use-current-generation";

/**
 * The series that the message of a company is in, while it is still to be written there.
 * @param onEnd called when it may have been
 */
export function useCompanySeries(company: Company, onEnd: () => void) {
  const { generation } = useCurrentGeneration();
  const item = generation?.items.find(({ company_id: id }) => id === company.id);
  const isIn = item?.message_version === company.message_version && ["queued", "running"].includes(item.state);
  const wasIn = useRef(isIn);
  useEffect(() => {
    if (wasIn.current && !isIn) onEnd();
    wasIn.current = isIn;
  }, [isIn, onEnd]);
  return { series: isIn ? generation : null, isComing: findComing(listComing(generation), company) !== undefined };
}
