import type { Query, QueryClient } from "@tanstack/react-query";
import { setChangeHandler } from "./api-client";

/** Several changes in a row are one. */
const SETTLE_MS = 300;

/** What is loaded once and for good, such as the mail of a preview, is nobody else's to change. */
const mayChange = ({ observers }: Query): boolean => !observers.some(({ options }) => options.staleTime === Infinity);

/**
 * Tells the other tabs of each change made here, and reloads what is on screen when another tab has made one; a hidden
 * tab reloads when it is shown.
 * @returns stops it
 */
export function shareChanges(client: QueryClient): () => void {
  const channel = new BroadcastChannel("changes");
  let timer: number | undefined;
  setChangeHandler(channel.postMessage.bind(channel, null));
  channel.addEventListener("message", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const refetchType = document.visibilityState === "visible" ? "active" : "none";
      void client.invalidateQueries({ predicate: mayChange, refetchType });
    }, SETTLE_MS);
  });
  return () => {
    setChangeHandler(() => undefined);
    window.clearTimeout(timer);
    channel.close();
  };
}
