import { useEffect, useState } from "react";
import type { Company } from "../../../worker/contract/companies";
import { keptDraft } from "./kept-draft";
import {
  addVersion,
  canRedo,
  canUndo,
  type Draft,
  firstVersion,
  redo,
  settleVersion,
  shown,
  typeVersion,
  undo,
} from "./versions";

const textOf = ({ subject, message }: Draft): Draft => ({ subject, message });
const same = (a: Draft, b: Draft): boolean => a.subject === b.subject && a.message === b.message;

/**
 * The text in the editor and its versions. A text the server saved meanwhile (written anew) comes on top as the newest
 * version: what was being typed is one step back, never lost. What was typed before a session ended is there again.
 */
export function useDraft(company: Company) {
  const [kept] = useState(() => {
    const before = keptDraft.read();
    return before?.id === company.id ? before : null;
  });
  // Not told by the text: the same one written anew is a version too, over whatever was typed meanwhile.
  const [saved, setSaved] = useState(company.message_version);
  const [versions, setVersions] = useState(() => addVersion(firstVersion(textOf(company)), textOf(kept ?? company)));
  const [recipient, setRecipient] = useState(() => addressOf(company, kept?.recipient ?? null));
  if (saved !== company.message_version) {
    setSaved(company.message_version);
    setVersions((before) => addVersion(before, textOf(company)));
  }
  const draft = shown(versions);
  const moved = recipient !== company.recipient;
  const changed = !same(draft, company);

  const { id } = company;
  const { subject, message } = draft;
  useEffect(() => {
    if (changed || moved) keptDraft.write({ id, subject, message, recipient });
    else keptDraft.clear();
  }, [changed, moved, id, subject, message, recipient]);

  return {
    draft,
    recipient,
    setRecipient,
    moved,
    changed,
    /** It holds what was typed before, and not saved. */
    restored: kept !== null && changed && same(draft, kept),
    type: (part: Partial<Draft>) => setVersions((before) => typeVersion(before, { ...shown(before), ...part })),
    /** Ends a run of typing, so that undo goes back to here. */
    settle: () => setVersions(settleVersion),
    undo: canUndo(versions) ? () => setVersions(undo) : undefined,
    redo: canRedo(versions) ? () => setVersions(redo) : undefined,
  };
}

/** One chosen before, as long as it is still among the company's addresses. */
const addressOf = ({ email, recipient }: Pick<Company, "email" | "recipient">, chosen: string | null): string | null =>
  chosen !== null && email.split(";").includes(chosen) ? chosen : recipient;
