import type { KeyboardEvent } from "react";
import { isTyping, storedSingleKeys } from "./use-single-keys";

interface LetterKeys {
  send: () => void;
  /** To the next letter, or back to the one before. */
  move?: (step: 1 | -1) => void;
  edit?: () => void;
}

/** The keys of a dialog in which letters are read: Ctrl + Enter sends, j and k move, e edits. */
export function pressLetterKey(event: KeyboardEvent, { send, move, edit }: LetterKeys): void {
  const { key } = event;
  if (isTyping(event.target) && key !== "Enter") return;
  if (event.ctrlKey || event.metaKey) {
    if (key !== "Enter") return;
    event.preventDefault();
    // One press sends one letter.
    if (!event.repeat) send();
    return;
  }
  if (event.altKey || event.shiftKey) return;
  if (key.length === 1 && !storedSingleKeys.read()) return;
  if (key === "j" || key === "ArrowRight") move?.(1);
  else if (key === "k" || key === "ArrowLeft") move?.(-1);
  else if (key === "e" && edit) {
    // It must not reach the field that opens.
    event.preventDefault();
    edit();
  }
}
