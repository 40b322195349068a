/** The longest wait, in milliseconds, where the browser does not tell. */
const FIRST_PAINT_TIMEOUT_MS = 1_000;

/** Once the browser has shown what the page holds: what takes a while to run comes after it. A page that nobody sees waits for nothing. */
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
