/** Longest wait (ms), for browsers that do not report the paint. */
const FIRST_PAINT_TIMEOUT_MS = 1_000;

/** Resolves after the first contentful paint, so that slow code runs after it. A hidden page does not wait. */
export const waitForFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === "hidden" || !PerformanceObserver.supportedEntryTypes.includes("paint"))
      return resolve();
    const watcher = new PerformanceObserver((seen) => {
      if (!seen.getEntriesByName("first-contentful-paint")[0]) return;
      watcher.disconnect();
      resolve();
    });
    watcher.observe({ type: "paint", buffered: true });
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS);
  });
