import { useState } from "react";
import type { Company } from "../../../worker/contract/companies";
import { addVersion, canRedo, canUndo, type Draft, firstVersion, redo, settleVersion, shown, typeVersion, undo } from "./versions";

const textOf = ({ subject, message }: Draft): Draft => ({ subject, message });
const same = (a: Draft, b: Draft): boolean => a.subject === b.subject && a.message === b.message;

/**
 * The text in the editor and its versions. A text the server saved meanwhile (written anew) comes on top as the newest
 * version: what was being typed is one step back, never lost.
 */
export function useDraft(company: Company) {
  // Not told by the text: the same one written anew is a version too, over whatever was typed meanwhile.
  const [saved, setSaved] = useState(company.message_version);
  const [versions, setVersions] = useState(() => firstVersion(textOf(company)));
  if (saved !== company.message_version) {
    setSaved(company.message_version);
    setVersions((before) => addVersion(before, textOf(company)));
  }
  const draft = shown(versions);
  return {
    draft,
    changed: !same(draft, company),
    type: (part: Partial<Draft>) => setVersions((before) => typeVersion(before, { ...shown(before), ...part })),
    /** Ends a run of typing, so that undo goes back to here. */
    settle: () => setVersions(settleVersion),
    undo: canUndo(versions) ? () => setVersions(undo) : undefined,
    redo: canRedo(versions) ? () => setVersions(redo) : undefined,
  };
}
