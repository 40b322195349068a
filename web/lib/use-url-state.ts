import { useEffect, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import { useHistory } from "./router";
import { changeUrlState, parseUrlState, type UrlParameters, type UrlState } from "./url-state";
import { useEventCallback } from "./use-event-callback";

/**
 * The state of a screen that its address holds.
 * @param parameters a constant: a new object would be parsed again at each change
 * @returns the state, and a function that changes some of it: in the entry of the history shown, or with `push` in a
 * new one, from which Back leads here
 */
export function useUrlState<P extends UrlParameters>(parameters: P) {
  const search = useSearch();
  const history = useHistory();
  const change = useEventCallback((part: UrlState<P>, { push = false } = {}) => {
    const { pathname, search: before, state } = history.location;
    const path = pathname + changeUrlState(before, part);
    if (path === pathname + before) return;
    if (!push) return history.replace(path, state);
    // Otherwise a change of the same moment would become part of the new entry.
    history.flush();
    history.push(path);
  });
  return [useMemo(() => parseUrlState(parameters, search), [parameters, search]), change] as const;
}

/** How long after the last key a typed text goes into the address: browsers refuse a change at each key. */
const TYPING_PAUSE_MS = 300;

/** A text that is typed: shown at once, and `save`d after a pause. @param saved the text in the address */
export function useTypedText(saved: string, save: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(saved);
  const [known, setKnown] = useState(saved);
  // Another one, by Back or a link.
  if (saved !== known) {
    setKnown(saved);
    setTyped(saved);
  }
  const saveTyped = useEventCallback(() => {
    setKnown(typed);
    save(typed);
  });
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(saveTyped, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, known, saveTyped]);
  return [typed, setTyped];
}

/**
 * What is open over a screen, named by a parameter. Opening adds an entry to the history, Back closes it, and closing
 * goes back. `open` with `instead` takes the place of other dialogs, in their entry: Back then leads past them.
 */
export function useUrlDialog(name: string) {
  const history = useHistory();
  const id = new URLSearchParams(useSearch()).get(name) || null;
  const readId = () => new URLSearchParams(history.location.search).get(name);
  // The browser goes back a moment later: a second press meanwhile must not go further.
  const isClosing = useRef(false);
  return {
    id,
    open: useEventCallback((next: string, { instead = [] }: { instead?: readonly string[] } = {}) => {
      const { pathname, search, state } = history.location;
      const given = new URLSearchParams(search);
      const left = instead.filter((other) => given.has(other));
      const isOpen = given.has(name);
      if (given.get(name) === next && left.length === 0) return;
      const path =
        pathname +
        changeUrlState(search, { ...Object.fromEntries(left.map((each) => [each, undefined])), [name]: next });
      if (isOpen || left.length > 0) {
        const isOpened = "openedDialog" in state && [name, ...left].some((each) => each === state.openedDialog);
        return history.replace(path, isOpened ? { ...state, openedDialog: name } : state);
      }
      history.flush();
      history.push(path, { openedDialog: name });
    }),
    /** Opens it in the entry shown, such as on arrival. */
    reopen: useEventCallback((next: string) => {
      const { pathname, search, state } = history.location;
      if (readId() !== next) history.replace(pathname + changeUrlState(search, { [name]: next }), state);
    }),
    close: useEventCallback(() => {
      if (readId() === null || isClosing.current) return;
      const { pathname, search, state } = history.location;
      // What asks before a text is left has been answered.
      if (!("openedDialog" in state) || state.openedDialog !== name) {
        const path = pathname + changeUrlState(search, { [name]: undefined });
        return history.replace(path, undefined, { ignoreBlocker: true });
      }
      isClosing.current = true;
      const unsubscribe = history.subscribe(() => {
        isClosing.current = false;
        unsubscribe();
      });
      history.back({ ignoreBlocker: true });
    }),
  };
}
