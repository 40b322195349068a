import { startTransition, useEffect, useState } from "react";

/** What was drawn first has been on the screen. Where there is none, nothing waits. */
let seen = typeof window === "undefined";
/** Who waits for it. */
const waiting = new Set<(now: true) => void>();
let frame = 0;

/** A frame is drawn after its callbacks: the next task comes after the frame. */
function lookForFrame(): void {
  frame ||= window.requestAnimationFrame(
    () =>
      void window.setTimeout(() => {
        seen = true;
        startTransition(() => waiting.forEach((tell) => tell(true)));
      }),
  );
}

/** False until what is drawn first is on the screen: what can be seen without waits for it. True from then on, and for all that is drawn later. */
export function useSeen(): boolean {
  const [now, setNow] = useState(seen);
  useEffect(() => {
    if (now) return;
    if (seen) return startTransition(() => setNow(true));
    waiting.add(setNow);
    lookForFrame();
    return () => void waiting.delete(setNow);
  }, [now]);
  return now;
}
