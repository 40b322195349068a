import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getActivity } from "../../worker/contract/activity";
import { LIVE_CHANGED, LIVE_PATH, LiveMessage } from "../../worker/contract/live";
import { getCurrentGeneration } from "../../worker/contract/messages";
import { getSearchStatus, listFoundCompanies } from "../../worker/contract/search";
import { applyLiveMessage } from "../lib/apply-live-message";
import { keepConnected } from "../lib/live-connection";
import { liveState } from "../lib/live-state";
import { otherBrowsers } from "../lib/other-tabs";
import { reloadShown } from "../lib/query-client";

/** What is polled oftener without a socket. */
const POLLED: ReadonlySet<unknown> = new Set(
  [getActivity, getCurrentGeneration, getSearchStatus, listFoundCompanies].map(({ path }) => path),
);

const POLL_AGAIN_MS = 1_000;

/** Keeps a socket open while the tab is in sight, through which the server tells what happens. */
export function LiveUpdates(): null {
  const client = useQueryClient();
  useEffect(() => followServer(client), [client]);
  return null;
}

function followServer(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { send, stop } = keepConnected(
    {
      onMessage: (text) => {
        const message = LiveMessage.safeParse(JSON.parse(text));
        // Of another release: whatever it is, it is worth a look.
        if (!message.success) return otherBrowsers.hear();
        applyLiveMessage(client, message.data, otherBrowsers.hear);
      },
      onUp: (missed) => {
        liveState.isConnected = true;
        clearTimeout(timer);
        if (missed) otherBrowsers.hear();
      },
      onDown: () => {
        liveState.isConnected = false;
        // Polls begin again; where the session has ended, the first one tells. The tab that signs out knows by then.
        timer = setTimeout(() => reloadShown(client, ({ queryKey }) => POLLED.has(queryKey[0])), POLL_AGAIN_MS);
      },
    },
    {
      open: () => new WebSocket(`${window.location.origin.replace("http", "ws")}/api${LIVE_PATH}`),
      isWanted: () => document.visibilityState === "visible" && navigator.onLine,
      watchWanted: (onChange) => {
        document.addEventListener("visibilitychange", onChange);
        window.addEventListener("online", onChange);
        return () => {
          document.removeEventListener("visibilitychange", onChange);
          window.removeEventListener("online", onChange);
        };
      },
      random: Math.random,
    },
  );
  otherBrowsers.tell = () => send(LIVE_CHANGED);
  return () => {
    otherBrowsers.tell = () => undefined;
    liveState.isConnected = false;
    clearTimeout(timer);
    stop();
  };
}
