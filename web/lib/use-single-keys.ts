import { useEffect } from "react";
import { createStoredValue, enumSchema } from "./stored-value";
import { useEventCallback } from "./use-event-callback";

/** Whether keys such as "j" do something, on this device: speech input may type them by mistake. */
export const storedSingleKeys = createStoredValue<boolean>("local", "singleKeys", enumSchema(true, false), true);

/** Where a letter is text, or chooses among options. */
const TYPING_SELECTOR = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TYPING_SELECTOR);

/**
 * Keys that act wherever the focus is on the page, but not while text is typed or a dialog is open.
 * @param actions by the character typed, letters in lower case
 */
export function useSingleKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const press = useEventCallback((event: KeyboardEvent) => {
    const act = actions[event.key.toLowerCase()];
    if (!act || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]") || !storedSingleKeys.read()) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [press]);
}
