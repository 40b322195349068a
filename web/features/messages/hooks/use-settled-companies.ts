import { useEffect, useRef } from "react";
import type { Generation } from "../../../../worker/contract/messages";
import { listCompanyIds } from "../model/rules-generation-plan";
import { bulkGenerationState } from "../model/stored-generations";

/** Calls back once per company whose item ended since the last poll. */
export function useSettledCompanies(generation: Generation | null, onWritten: (ids: string[]) => void): void {
  const seen = useRef<{ id: string; ids: Set<string> } | null>(null);
  const react = useRef(onWritten);
  useEffect(() => {
    react.current = onWritten;
  });
  useEffect(() => {
    if (!generation) return;
    const settledIds = listCompanyIds(generation, "done", "failed", "cancelled");
    const before = seen.current;
    seen.current = { id: generation.id, ids: new Set(settledIds) };
    // A generation that was over at the first poll brings no news, as the list was just loaded; unless this tab
    // started it.
    const isOurs = generation.status === "running" || bulkGenerationState.id() === generation.id;
    const fresh =
      before?.id === generation.id ? settledIds.filter((id) => !before.ids.has(id)) : isOurs ? settledIds : [];
    if (fresh.length > 0) react.current(fresh);
  }, [generation]);
}
