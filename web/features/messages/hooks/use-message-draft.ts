import { useEffect, useState } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { splitList } from "../../../lib/split-list";
import {
  addVersion,
  canRedo,
  canUndo,
  type Draft,
  createHistory,
  redo,
  endTyping,
  getShownDraft,
  isSameDraft,
  recordTyping,
  undo,
} from "../model/edit-history";
import { storedMessageDraft } from "../model/stored-message-draft";

const pickDraft = ({ subject, message }: Draft): Draft => ({ subject, message });

/**
 * The text in the editor and its versions. A text rewritten on the server becomes the newest version; what was being
 * typed is one step back. What was typed before an expired session is restored.
 */
export function useMessageDraft(company: Company) {
  const [stored] = useState(() => {
    const before = storedMessageDraft.read();
    return before?.id === company.id ? before : null;
  });
  // Compared by version, not by text: the same text written again is a version too.
  const [savedVersion, setSavedVersion] = useState(company.message_version);
  const [versions, setVersions] = useState(() =>
    addVersion(createHistory(pickDraft(company)), pickDraft(stored ?? company)),
  );
  const [recipient, setRecipient] = useState(() => pickRecipient(company, stored?.recipient ?? null));
  if (savedVersion !== company.message_version) {
    setSavedVersion(company.message_version);
    setVersions((before) => addVersion(before, pickDraft(company)));
  }
  const draft = getShownDraft(versions);
  const recipientChanged = recipient !== company.recipient;
  const textChanged = !isSameDraft(draft, company);

  const { id } = company;
  const { subject, message } = draft;
  useEffect(() => {
    if (textChanged || recipientChanged) storedMessageDraft.write({ id, subject, message, recipient });
    else storedMessageDraft.clear();
  }, [textChanged, recipientChanged, id, subject, message, recipient]);

  return {
    draft,
    recipient,
    setRecipient,
    recipientChanged,
    textChanged,
    /** The editor shows a restored, unsaved text. */
    restored: stored !== null && textChanged && isSameDraft(draft, stored),
    type: (part: Partial<Draft>) =>
      setVersions((before) => recordTyping(before, { ...getShownDraft(before), ...part })),
    /** Ends a run of typing: undo returns to this point. */
    settle: () => setVersions(endTyping),
    undo: canUndo(versions) ? () => setVersions(undo) : undefined,
    redo: canRedo(versions) ? () => setVersions(redo) : undefined,
  };
}

/** The stored recipient, if it still is one of the company's addresses. */
const pickRecipient = (
  { email, recipient }: Pick<Company, "email" | "recipient">,
  chosen: string | null,
): string | null => (chosen !== null && splitList(email).includes(chosen) ? chosen : recipient);
