import { startTransition, useEffect, useState } from "react";

/** What was drawn first has been on the screen. Where there is none, nothing waits. */
let firstPaintDone = typeof window === "undefined";
/** Who waits for it. */
const paintListeners = new Set<(painted: true) => void>();
let frameRequestId = 0;

/** A frame is drawn after its callbacks: the next task comes after the frame. */
function requestPaintFrame(): void {
  frameRequestId ||= window.requestAnimationFrame(
    () =>
      void window.setTimeout(() => {
        firstPaintDone = true;
        startTransition(() => paintListeners.forEach((notify) => notify(true)));
      }),
  );
}

/** False until what is drawn first is on the screen: what can be seen without waits for it. True from then on, and for all that is drawn later. */
export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(firstPaintDone);
  useEffect(() => {
    if (painted) return;
    if (firstPaintDone) return startTransition(() => setPainted(true));
    paintListeners.add(setPainted);
    requestPaintFrame();
    return () => void paintListeners.delete(setPainted);
  }, [painted]);
  return painted;
}
