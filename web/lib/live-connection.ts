import { LIVE_PING, SESSION_UNCHECKED_CODE } from "../../worker/contract/live";

/** The first pause before another try, and the longest. Milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** A session to be checked counts as so many failures, a pause of four to eight seconds. */
const UNCHECKED_FAILURES = 3;
const PONG_TIMEOUT_MS = 10_000;
/** A tab may be out of sight for this long before its socket is closed. Milliseconds. */
const HIDDEN_GRACE_MS = 30_000;

/** The part of a WebSocket that is used. */
type LiveSocket = Pick<WebSocket, "send" | "close" | "addEventListener">;

interface LiveSurroundings {
  /** May throw where sockets are forbidden. */
  open(): LiveSocket;
  /** Whether a socket is of use: the tab is in sight and has a connection. */
  isWanted(): boolean;
  /** Calls back when that may have changed. @returns stops it */
  watchWanted(onChange: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
}

interface LiveHandlers {
  onMessage(text: string): void;
  /** @param missed messages may have been lost since the last connection */
  onUp(missed: boolean): void;
  /** The connection is gone; not called by `stop`. */
  onDown(): void;
}

/** Pause after failures in a row: doubled each time; spread, as a restart of the server ends all sockets at once. */
export const computePauseMs = (failures: number, random: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random / 2);

/**
 * Keeps a socket open while it is of use. It is up from its first message on; one that does not answer a ping is given
 * up. Only a connection that has answered one makes the pauses short again.
 * @returns `send`, which tells nobody while there is no socket, and `stop`
 */
export function keepConnected(
  { onMessage, onUp, onDown }: LiveHandlers,
  { open, isWanted, watchWanted, random }: LiveSurroundings,
): { send: (text: string) => void; stop: () => void } {
  let socket: LiveSocket | null = null;
  let listening = new AbortController();
  let isUp = false;
  let wasLost = false;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimer: ReturnType<typeof setTimeout> | undefined;
  let graceTimer: ReturnType<typeof setTimeout> | undefined;

  const drop = () => {
    clearTimeout(pingTimer);
    const [dropped, wasUp] = [socket, isUp];
    socket = null;
    isUp = false;
    listening.abort();
    dropped?.close();
    if (wasUp) onDown();
  };
  const lose = () => {
    wasLost ||= isUp;
    drop();
    if (!isWanted()) return;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, computePauseMs(failures, random()));
    failures += 1;
  };
  const schedulePing = () => {
    pingTimer = setTimeout(() => {
      socket?.send(LIVE_PING.text);
      pingTimer = setTimeout(lose, PONG_TIMEOUT_MS);
    }, LIVE_PING.intervalMs);
  };
  const receive = ({ data }: MessageEvent) => {
    if (data === LIVE_PING.answer) {
      clearTimeout(pingTimer);
      failures = 0;
      return schedulePing();
    }
    if (!isUp) {
      isUp = true;
      const missed = wasLost;
      wasLost = false;
      schedulePing();
      onUp(missed);
    }
    onMessage(String(data));
  };
  const receiveClose = ({ code }: CloseEvent) => {
    // Polls begin again meanwhile, and tell whether the session has ended.
    if (code === SESSION_UNCHECKED_CODE) failures = Math.max(failures, UNCHECKED_FAILURES);
    lose();
  };
  const connect = () => {
    clearTimeout(retryTimer);
    if (socket || !isWanted()) return;
    try {
      socket = open();
    } catch {
      // Forbidden, as by a policy of the browser: the same as refused.
      return lose();
    }
    listening = new AbortController();
    socket.addEventListener("message", receive, { signal: listening.signal });
    socket.addEventListener("close", receiveClose, { signal: listening.signal });
  };
  const follow = () => {
    clearTimeout(graceTimer);
    if (isWanted()) connect();
    else graceTimer = setTimeout(drop, HIDDEN_GRACE_MS);
  };
  const stopWatching = watchWanted(follow);
  connect();
  return {
    send: (text) => {
      if (isUp) socket?.send(text);
    },
    stop: () => {
      stopWatching();
      clearTimeout(graceTimer);
      clearTimeout(retryTimer);
      isUp = false;
      drop();
    },
  };
}
