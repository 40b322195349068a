import { startTransition, useEffect, useState } from "react";

/** Whether the first paint is done; true outside a browser. */
let firstPaintDone = typeof window === "undefined";
/** Components that wait for the first paint. */
const paintListeners = new Set<(painted: true) => void>();
let frameRequestId = 0;

/** Once the next frame begins, the last is mostly on screen; earlier work delays it on a machine with few cores. */
function requestPaintFrame(): void {
  frameRequestId ||= window.requestAnimationFrame(
    () =>
      void window.requestAnimationFrame(() => {
        firstPaintDone = true;
        startTransition(() => paintListeners.forEach((notify) => notify(true)));
      }),
  );
}

/** False until the first paint, true from then on. Content that is not needed at first waits for it. */
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
