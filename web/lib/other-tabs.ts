import type { Query, QueryClient } from "@tanstack/react-query";
import { setChangeHandler } from "./api-client";
import { reloadShown } from "./query-client";

/** Several changes in a row are one. */
const SETTLE_MS = 300;

/** What is loaded once and for good, such as the mail of a preview, is nobody else's to change. */
const mayChange = ({ observers }: Query): boolean => !observers.some(({ options }) => options.staleTime === Infinity);

/** What a tab tells the others. */
type News = "changed" | "signed-in" | "signed-out";
let post: (news: News) => void = () => undefined;
export const tellOtherTabs = (news: News): void => post(news);

/** A way to the user's other browsers while there is one, and what they tell this tab. */
export const otherBrowsers = { tell: (): void => undefined, hear: (): void => undefined };

/**
 * Tells the other tabs of each change made here, and reloads what is on screen when another tab has made one; a hidden
 * tab reloads when it is shown.
 * @param onSession called at once, in hidden tabs too, when a user signs in or out in another tab
 * @returns stops it
 */
export function shareChanges(client: QueryClient, onSession: (isSignedIn: boolean) => void): () => void {
  const channel = new BroadcastChannel("changes");
  post = channel.postMessage.bind(channel);
  let timer: number | undefined;
  setChangeHandler(() => {
    tellOtherTabs("changed");
    otherBrowsers.tell();
  });
  otherBrowsers.hear = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => reloadShown(client, mayChange), SETTLE_MS);
  };
  channel.addEventListener("message", ({ data: news }: MessageEvent<News>) => {
    if (news === "changed") return otherBrowsers.hear();
    window.clearTimeout(timer);
    onSession(news === "signed-in");
  });
  return () => {
    post = () => undefined;
    setChangeHandler(() => undefined);
    otherBrowsers.hear = () => undefined;
    window.clearTimeout(timer);
    channel.close();
  };
}
