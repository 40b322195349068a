import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Generation } from "../../../../worker/contract/messages";
import { currentGenerationQuery } from "../api/message-requests";
import { chooseSeriesPollMs, listComing, listCompanyIds } from "../model/rules-generation-plan";

/**
 * The series that the message of a company is in, while it is still to be written.
 * @param onEnd called when it may have been
 */
export function useSeriesOf(companyId: string, onEnd: () => void) {
  const { data } = useQuery({
    ...currentGenerationQuery(),
    refetchInterval: ({ state }) => chooseSeriesPollMs(state.data?.generation ?? null),
  });
  const generation = data?.generation ?? null;
  const series: Generation | null =
    generation && listCompanyIds(generation, "queued", "running").includes(companyId) ? generation : null;
  const isIn = series !== null;
  const wasIn = useRef(isIn);
  useEffect(() => {
    if (wasIn.current && !isIn) onEnd();
    wasIn.current = isIn;
  }, [isIn, onEnd]);
  return { series, isComing: listComing(series).has(companyId) };
}
