import { useEffect, useState } from "react";
import type { Company } from "../../../../worker/contract/companies";
import type { MessageVersion } from "../../../../worker/contract/messages";
import { splitList } from "../../../lib/split-list";
import { restoreMessageVersion, saveMessage } from "../api/message-requests";
import {
  addVersion,
  addVersionBefore,
  canRedo,
  canUndo,
  type Draft,
  createHistory,
  redo,
  endTyping,
  getShownDraft,
  isSameDraft,
  prependDrafts,
  recordTyping,
  undo,
} from "../model/edit-history";
import { storedMessageDraft } from "../model/stored-message-draft";

const pickDraft = ({ subject, message }: Draft): Draft => ({ subject, message });

/**
 * The text in the editor and its versions. A text rewritten on the server becomes the newest version; what was being
 * typed is one step back. A text saved elsewhere is one step back itself, and what is typed here stays. What was typed
 * before an expired session is restored.
 * @param kept the versions on the server, once they are known: undo reaches them
 */
export function useMessageDraft(company: Company, kept: readonly MessageVersion[] | undefined) {
  const [stored] = useState(() => {
    const before = storedMessageDraft.read();
    return before?.id === company.id ? before : null;
  });
  const [openedVersion] = useState(company.message_version);
  const [reachesKept, setReachesKept] = useState(false);
  // Compared by version, not by text: the same text written again is a version too.
  const [saved, setSaved] = useState(company);
  // The version on which this text rests.
  const [base, setBase] = useState(stored?.version ?? company.message_version);
  const [versions, setVersions] = useState(() =>
    addVersion(createHistory(pickDraft(company)), pickDraft(stored ?? company)),
  );
  const [jumps, setJumps] = useState(0);
  const [recipient, setRecipient] = useState(() => pickRecipient(company, stored?.recipient ?? null));
  if (saved.message_version !== company.message_version) {
    setSaved(company);
    const typed = getShownDraft(versions);
    const isTyped = !isSameDraft(typed, saved) && typed.message.trim() !== "";
    if (!isTyped) setVersions((before) => addVersion(before, pickDraft(company)));
    else if (isSameDraft(company, saved)) setBase(company.message_version);
    else setVersions((before) => addVersionBefore(before, pickDraft(company)));
  }
  if (kept && !reachesKept) {
    setReachesKept(true);
    const earlier = kept.filter(({ version }) => version < openedVersion).map(pickDraft);
    setVersions((before) => prependDrafts(before, earlier.toReversed()));
  }
  const draft = getShownDraft(versions);
  const recipientChanged = recipient !== company.recipient;
  const textChanged = !isSameDraft(draft, company);
  if (!textChanged && base !== company.message_version) setBase(company.message_version);

  const { id, message_version: present } = company;
  const { subject, message } = draft;
  useEffect(() => {
    if (textChanged || recipientChanged) storedMessageDraft.write({ id, subject, message, recipient, version: base });
    else storedMessageDraft.clear();
  }, [textChanged, recipientChanged, id, subject, message, recipient, base]);

  /** @param replaces the version whose place the text takes */
  const save = async (replaces = base): Promise<{ company: Company }> => {
    const changes = recipientChanged && recipient !== null ? { recipient } : {};
    // The text of a kept version stays its author's.
    const again = textChanged ? kept?.find((version) => isSameDraft(version, draft)) : undefined;
    if (!again)
      return saveMessage(id, {
        ...changes,
        ...(message !== company.message && { message }),
        ...(subject !== company.subject && { subject }),
        replaces,
      });
    const restored = await restoreMessageVersion(id, again.version, replaces);
    return recipientChanged ? saveMessage(id, changes) : restored;
  };

  const jump = (step: typeof undo) => {
    setVersions(step);
    setJumps((before) => before + 1);
  };
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
    undo: canUndo(versions) ? () => jump(undo) : undefined,
    redo: canRedo(versions) ? () => jump(redo) : undefined,
    /** How often another text came in the place of the one shown, by undo or redo. */
    jumps,
    /** The text shown is the saved one, with nothing but what was typed since the editor opened. */
    isOnlyTyped: jumps === 0 && stored === null,
    /** Saves the text and the recipient, as far as they changed. @throws ApiError message_changed */
    save: () => save(),
    /** Another text was saved elsewhere while this one was typed. */
    isOvertaken: textChanged && base !== present,
    /** Saves this text over the one saved elsewhere, which stays a version. */
    saveAnyway: () => save(present),
  };
}

export type MessageDraft = ReturnType<typeof useMessageDraft>;

/** The stored recipient, if it still is one of the company's addresses. */
const pickRecipient = (
  { email, recipient }: Pick<Company, "email" | "recipient">,
  chosen: string | null,
): string | null => (chosen !== null && splitList(email).includes(chosen) ? chosen : recipient);
