import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CompanyNote } from "../../../../worker/contract/company-page";
import { hasErrorCode } from "../../../lib/api-error";
import { notify } from "../../../ui/toast/notify";
import { saveCompanyNote } from "../api/company-page-requests";
import { storedNoteDraft } from "../model/stored-note-draft";

interface NoteDraft {
  text: string;
  /** The version that it changes. */
  version: number;
}

interface NoteCallbacks {
  onSaved: (note: CompanyNote) => void;
  /** Fetches the note as it is now. */
  onChangedElsewhere: () => void;
}

/** The note that is typed, over the one that is saved. One that was changed elsewhere is not overwritten unasked. */
export function useNote(companyId: string, note: CompanyNote, { onSaved, onChangedElsewhere }: NoteCallbacks) {
  const { t } = useTranslation();
  const [stored] = useState(() => {
    const before = storedNoteDraft.read();
    return before?.companyId === companyId && before.text !== note.text ? before : null;
  });
  const [draft, setDraft] = useState<NoteDraft | null>(stored);
  const changed = draft !== null && draft.text !== note.text;
  const { text = note.text, version = note.version } = draft ?? {};

  useEffect(() => {
    if (changed) storedNoteDraft.write({ companyId, text, version });
    else if (storedNoteDraft.read()?.companyId === companyId) storedNoteDraft.clear();
  }, [changed, companyId, text, version]);

  const save = useMutation({
    mutationFn: (typed: NoteDraft) => saveCompanyNote(companyId, typed.text, typed.version),
    onSuccess: (answer, typed) => {
      // What was typed meanwhile follows the version just saved.
      setDraft((now) => (now === null || now.text === typed.text ? null : { ...now, version: answer.note.version }));
      onSaved(answer.note);
      notify.success(t(($) => $.company.note.saved));
    },
    onError: (error) => {
      if (hasErrorCode(error, "note_changed")) onChangedElsewhere();
    },
  });
  const isRefused = hasErrorCode(save.error, "note_changed");
  const other = isRefused && changed && note.version !== version ? note : null;
  return {
    text,
    changed,
    /** What is shown was typed before, and not saved. */
    restored: changed && text === stored?.text,
    /** The note as it was changed elsewhere, once it is known. */
    other,
    /** Why the last try failed, unless there is another note to choose. */
    error: changed && !other ? save.error : null,
    isSaving: save.isPending,
    type: (typed: string) => setDraft({ text: typed, version }),
    save: () => save.mutate({ text, version }),
    /** The same, for who waits for it. */
    saveNow: () => save.mutateAsync({ text, version }),
    /** Saves what was typed in place of the other one. */
    keep: () => {
      setDraft({ text, version: note.version });
      save.mutate({ text, version: note.version });
    },
    /** Shows the saved one, and forgets what was typed. */
    discard: () => {
      save.reset();
      storedNoteDraft.clear();
      setDraft(null);
    },
  };
}
