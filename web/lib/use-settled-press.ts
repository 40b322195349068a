import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from "react";

/** Longer than the pause in a double click, or between two quick taps. */
const SETTLE_MS = 600;

/**
 * A press that was meant for what stood here before must not approve what stands here now. The button takes presses
 * once it has been offered for a moment; one that comes earlier starts the moment again, so no row of quick presses
 * gets through. A held key and the second press of a double click count for nothing.
 * @param offered names what a press would approve; null while nothing is offered
 */
export function useSettledPress(offered: string | null) {
  const [settled, setSettled] = useState<string | null>(null);
  const isSettled = offered !== null && settled === offered;
  const timer = useRef<number>(undefined);
  // What a press of the pointer would have approved when it began.
  const began = useRef<string | null>(null);
  const settle = useCallback(() => {
    window.clearTimeout(timer.current);
    if (offered !== null) timer.current = window.setTimeout(() => setSettled(offered), SETTLE_MS);
  }, [offered]);
  useEffect(() => {
    settle();
    return () => {
      window.clearTimeout(timer.current);
      setSettled(null);
    };
  }, [settle]);
  return {
    /** Of the button. */
    button: {
      disabled: !isSettled,
      onPointerDown: () => {
        began.current = isSettled ? offered : null;
        if (!isSettled) settle();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.repeat) event.preventDefault();
      },
    },
    /** Whether a press approves what is offered. @param click none for a shortcut */
    accepts: (click?: Pick<MouseEvent, "detail">): boolean => {
      // A click without a pointer, by a key or a screen reader, has no beginning.
      const isWhole = !click || click.detail === 0 || (click.detail === 1 && began.current === offered);
      if (!isSettled) settle();
      return isSettled && isWhole;
    },
  };
}
