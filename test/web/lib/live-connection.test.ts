import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { computePauseMs, keepConnected } from "../../../web/lib/live-connection";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  readonly #log: string[];

  constructor(log: string[]) {
    super();
    this.#log = log;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.#log.push("closed");
  }
}

/** A tab with a server that can be told what to do. */
function openTab() {
  const log: string[] = [];
  const sockets: FakeSocket[] = [];
  const tab = { isWanted: true, isForbidden: false, attempts: 0 };
  let notify = (): void => undefined;
  const { send, stop } = keepConnected(
    {
      onMessage: (text) => log.push(text),
      onUp: (missed) => log.push(missed ? "up again" : "up"),
      onDown: () => log.push("down"),
    },
    {
      open: () => {
        tab.attempts += 1;
        if (tab.isForbidden) throw new DOMException("no sockets here", "SecurityError");
        const socket = new FakeSocket(log);
        sockets.push(socket);
        return socket;
      },
      isWanted: () => tab.isWanted,
      watchWanted: (onChange) => {
        notify = onChange;
        return () => (notify = () => undefined);
      },
      random: () => 1,
    },
  );
  const latest = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  return {
    log,
    sockets,
    send,
    stop,
    tab,
    latest,
    say: (data: string) => latest().dispatchEvent(new MessageEvent("message", { data })),
    hangUp: (code = 1006) => latest().dispatchEvent(new CloseEvent("close", { code })),
    set: (isWanted: boolean) => {
      tab.isWanted = isWanted;
      notify();
    },
  };
}

describe("the socket of a tab", () => {
  it("is up from its first message on", () => {
    const { log, say, send, latest } = openTab();
    send("too early");
    say("hello");
    send("changed");
    expect(log).toEqual(["up", "hello"]);
    expect(latest().sent).toEqual(["changed"]);
  });

  it("is opened again after growing pauses, which grow on until a connection has answered a ping", async () => {
    const { sockets, hangUp, say } = openTab();
    for (const pause of [1_000, 2_000, 4_000]) {
      const before = sockets.length;
      say("hello");
      hangUp();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(sockets).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(before + 1);
    }
    say("hello");
    await vi.advanceTimersByTimeAsync(60_000);
    say("pong");
    hangUp();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(5);
  });

  it("tells when it is down, and when messages may be missing", async () => {
    const { log, hangUp, say } = openTab();
    say("a");
    hangUp();
    await vi.advanceTimersByTimeAsync(1_000);
    say("b");
    expect(log).toEqual(["up", "a", "closed", "down", "up again", "b"]);
  });

  it("waits for a poll to tell whether its session has ended, when it has to be checked", async () => {
    const { hangUp, say, sockets } = openTab();
    say("a");
    hangUp(4401);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it("is given up when it does not answer a ping", async () => {
    const { log, latest, say, sockets } = openTab();
    say("a");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(latest().sent).toEqual(["ping"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log).toEqual(["up", "a", "closed", "down"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sockets).toHaveLength(2);
  });

  it("pings once a minute while it is answered", async () => {
    const { latest, say, sockets } = openTab();
    say("a");
    for (let minute = 0; minute < 60; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      say("pong");
    }
    expect(latest().sent).toHaveLength(60);
    expect(sockets).toHaveLength(1);
  });

  it("is closed half a minute after the tab has gone out of sight, and opened as it comes back", async () => {
    const { log, say, set, sockets } = openTab();
    say("a");
    set(false);
    await vi.advanceTimersByTimeAsync(15_000);
    set(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sockets).toHaveLength(1);
    set(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(log).toEqual(["up", "a", "closed", "down"]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sockets).toHaveLength(1);
    set(true);
    expect(sockets).toHaveLength(2);
    say("b");
    expect(log.slice(-2)).toEqual(["up", "b"]);
  });

  it("is not tried without a connection, and at once when there is one", async () => {
    const { hangUp, say, set, sockets, tab } = openTab();
    say("a");
    tab.isWanted = false;
    hangUp();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sockets).toHaveLength(1);
    set(true);
    expect(sockets).toHaveLength(2);
  });

  it("is tried ever more seldom where sockets are forbidden or refused", async () => {
    const { log, sockets, tab, hangUp } = openTab();
    tab.isForbidden = true;
    hangUp();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(tab.attempts).toBeGreaterThan(15);
    expect(tab.attempts).toBeLessThan(25);
    tab.isForbidden = false;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(sockets).toHaveLength(2);
    expect(log).not.toContain("up");
  });

  it("stops without a word", async () => {
    const { log, say, set, sockets, stop } = openTab();
    say("a");
    stop();
    set(true);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(log).toEqual(["up", "a", "closed"]);
    expect(sockets).toHaveLength(1);
  });
});

it("pauses are spread between their half and their whole, and no longer than five minutes", () => {
  expect([0, 1, 2].map((failures) => computePauseMs(failures, 0))).toEqual([500, 1_000, 2_000]);
  expect([0, 1, 2].map((failures) => computePauseMs(failures, 1))).toEqual([1_000, 2_000, 4_000]);
  expect([computePauseMs(50, 0), computePauseMs(2_000, 1)]).toEqual([150_000, 300_000]);
});
