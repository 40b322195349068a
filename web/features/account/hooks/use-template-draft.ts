import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { textSchema, createStoredValue } from "../../../lib/stored-value";
import { improveMessage } from "../api/account-requests";

/** The template in the editor while unsaved: survives a step back, an expired session and a reload. */
const createStoredTemplate = (profileId: string | undefined) =>
  createStoredValue<string | null>(
    "session",
    profileId === undefined ? "draftTemplate" : `draftTemplate ${profileId}`,
    textSchema,
    null,
    true,
  );

/**
 * The edited template: its text, the assistant's rewriting, and undo.
 * @param profileId undefined for the default profile; another one needs another key of the component
 */
export function useTemplateDraft(saved: string, profileId?: string) {
  const [storedTemplate] = useState(() => createStoredTemplate(profileId));
  const [draft, setDraft] = useState(() => ({ text: storedTemplate.read() ?? saved, past: [] as readonly string[] }));
  const changed = draft.text !== saved;
  useEffect(() => {
    if (changed) storedTemplate.write(draft.text);
    else storedTemplate.clear();
  }, [storedTemplate, changed, draft.text]);
  const abort = useRef<AbortController>(undefined);
  const [stopped, setStopped] = useState(false);
  const improve = useMutation({
    mutationFn: (text: string) => {
      abort.current = new AbortController();
      setStopped(false);
      return improveMessage(
        { mode: text.trim() === "" ? "generate" : "improve", message: text },
        abort.current.signal,
        profileId,
      );
    },
    onSuccess: ({ improved_message }) => setDraft((before) => replaceTemplate(before, improved_message)),
  });
  return {
    text: draft.text,
    changed,
    /** Discards the unsaved text at once: this screen may stay in view until the next one has loaded. */
    discard: () => {
      storedTemplate.clear();
      setDraft({ text: saved, past: [] });
    },
    /** Forgets the stored draft once it is saved. */
    clearStored: () => storedTemplate.clear(),
    write: (text: string) => setDraft((before) => ({ ...before, text })),
    canUndo: draft.past.length > 0,
    /** Whether there was no text before the assistant wrote one. */
    undoClears: undoTemplate(draft).text.trim() === "",
    undo: () => setDraft(undoTemplate),
    improve: () => improve.mutate(draft.text),
    improving: improve.isPending,
    stop: () => {
      setStopped(true);
      abort.current?.abort();
    },
    /** Null when the user stopped the assistant. */
    error: stopped ? null : improve.error,
  };
}
export type TemplateDraft = ReturnType<typeof useTemplateDraft>;

/** Texts that the assistant replaced, newest last, for undo. */
export interface TemplateHistory {
  text: string;
  past: readonly string[];
}
export const replaceTemplate = (draft: TemplateHistory, text: string): TemplateHistory =>
  text === draft.text ? draft : { text, past: [...draft.past, draft.text] };
export const undoTemplate = (draft: TemplateHistory): TemplateHistory => ({
  text: draft.past.at(-1) ?? draft.text,
  past: draft.past.slice(0, -1),
});
