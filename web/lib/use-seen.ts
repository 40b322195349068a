import { startTransition, useEffect, useState } from "react";

/** What was drawn first has been on the screen. */
let seen = false;

/** False until what is drawn first is on the screen: what can be seen without waits for it. True from then on, and for all that is drawn later. */
export function useSeen(): boolean {
  const [now, setNow] = useState(seen);
  useEffect(() => {
    if (now) return;
    let timer: number | undefined;
    // A frame is drawn after its callbacks: the next task comes after the frame.
    const frame = window.requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        seen = true;
        startTransition(() => setNow(true));
      });
    });
    return () => {
      window.cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [now]);
  return now;
}
