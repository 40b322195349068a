import { useState } from "react";
import { type Draft, EMPTY_DRAFT, storedDraft } from "./draft";

/** The choices so far and how to change them; every change is kept for the session. */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => storedDraft.read());
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    storedDraft.write(next);
    setDraft(next);
  };
  return { draft, change, reset: () => change(EMPTY_DRAFT) };
}
