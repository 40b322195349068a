import { beforeEach, describe, expect, it } from "vitest";
import { FairQueue } from "../../../worker/directory/osm/fair-queue";
import {
  RequestQueue,
  type RequestQueueWork,
  type RequestOutcome,
} from "../../../worker/directory/osm/osm-request-queue";
import type { OsmRequester, QueuePosition } from "../../../worker/platform/ports";
import { FakeClock } from "../support/fake-clock";

interface Question {
  groupKey: string;
  text: string;
}

const createAsker = (name: string, search = name): OsmRequester => ({ userId: name, searchId: search });

let fakeClock: FakeClock;
/** Queries sent to the server, in order. */
let sentQuestions: string[];
beforeEach(() => {
  fakeClock = new FakeClock();
  sentQuestions = [];
});

/** A queue to a server that answers after `requestMs`, without a cache. */
function createRequestQueue(
  given: Partial<RequestQueueWork<Question, string>> & {
    requestMs?: number;
    maxTickets?: number;
    maxPerUser?: number;
  } = {},
): RequestQueue<Question, string> {
  const { requestMs = 0, maxTickets = 300, maxPerUser = 2, ...work } = given;
  return new RequestQueue(
    {
      parallel: 1,
      pauseMs: 1_000,
      getPausedUntil: () => 0,
      findCached: () => undefined,
      request: async ({ text }) => {
        sentQuestions.push(text);
        await fakeClock.wait(requestMs);
        return { value: `${text}!` };
      },
      toRefusal: (why, seconds) => ({ error: `${why} ${seconds}` }),
      ...work,
    },
    { maxTickets, maxPerUser },
    fakeClock,
  );
}

const askOnce = (lane: RequestQueue<Question, string>, asker: OsmRequester, text: string) =>
  lane.ask(asker, text, { groupKey: text, text }, 2_000);

/** Polls as a search does, until the answer. @returns its time in seconds, and the positions reported before */
async function askUntilAnswered(
  lane: RequestQueue<Question, string>,
  asker: OsmRequester,
  text: string,
): Promise<{ at: number; outcome: RequestOutcome<string>; positions: QueuePosition[] }> {
  const positions: QueuePosition[] = [];
  for (;;) {
    const outcome = await askOnce(lane, asker, text);
    if (!("place" in outcome)) return { at: fakeClock.now() / 1000, outcome, positions };
    positions.push(outcome);
  }
}

/** A search of several cities in turn. @returns the time of each answer in seconds */
async function runSearch(
  lane: RequestQueue<Question, string>,
  asker: OsmRequester,
  cities: number,
  from = 0,
): Promise<number[]> {
  const times: number[] = [];
  for (let city = from; city < cities; city += 1)
    times.push((await askUntilAnswered(lane, asker, `${asker.searchId} ${city}`)).at);
  return times;
}

describe("ten searches of nine cities at once, one request a second", () => {
  it("all have their first city within ten seconds and their last within ninety", async () => {
    const lane = createRequestQueue();
    const all = Promise.all(Array.from({ length: 10 }, (_, i) => runSearch(lane, createAsker(`u${i}`), 9)));
    await fakeClock.advance(120_000);
    const times = await all;
    expect(sentQuestions).toHaveLength(90);
    expect(Math.max(...times.map(([first = Infinity]) => first))).toBeLessThanOrEqual(10);
    expect(Math.max(...times.flat())).toBeLessThanOrEqual(90);
    // In turn: no user gets a second city before all have a first.
    expect(new Set(sentQuestions.slice(0, 10).map((text) => text.split(" ")[0])).size).toBe(10);
  });

  it("alternate between users, and between the searches of one user", async () => {
    const turns = new FairQueue({ maxTickets: 100, maxPerUser: 10 });
    for (const [userId, searchId, key] of [
      ["a", "1", "x"],
      ["a", "1", "y"],
      ["a", "2", "z"],
      ["b", "3", "x"],
      ["b", "3", "y"],
      ["c", "4", "x"],
    ] as const)
      turns.join({ userId, searchId, key }, 0);
    const order = () => turns.listTickets().map(({ searchId, key }) => searchId + key);
    expect(order()).toEqual(["1x", "3x", "4x", "2z", "3y", "1y"]);
    expect(turns.takeNext(0)).toMatchObject({ searchId: "1", key: "x" });
    expect(order()).toEqual(["3x", "4x", "2z", "3y", "1y"]);
    // A new search queues behind the waiting ones.
    turns.join({ userId: "d", searchId: "5", key: "x" }, 0);
    expect(order()).toEqual(["3x", "4x", "2z", "5x", "3y", "1y"]);
  });
});

describe("a question is dropped", () => {
  it("when its search leaves: a new one is next behind nine cancelled ones", async () => {
    const lane = createRequestQueue({ requestMs: 3_000 });
    for (let i = 0; i < 9; i += 1) void askOnce(lane, createAsker(`u${i}`), `gone ${i}`);
    await fakeClock.advance(500);
    for (let i = 0; i < 9; i += 1) lane.leave(`u${i}`);
    const newcomer = askUntilAnswered(lane, createAsker("new"), "here");
    await fakeClock.advance(20_000);
    expect(sentQuestions).toEqual(["gone 0", "here"]);
    // The running request, a pause, and its own request.
    expect((await newcomer).at).toBeLessThanOrEqual(7);
  });

  it("when its caller died: without new polls it loses its place within seconds", async () => {
    const lane = createRequestQueue({ requestMs: 5_000 });
    for (let i = 0; i < 9; i += 1) void askOnce(lane, createAsker(`u${i}`), `dead ${i}`);
    const newcomer = askUntilAnswered(lane, createAsker("new"), "here");
    await fakeClock.advance(60_000);
    expect(sentQuestions).toEqual(["dead 0", "dead 1", "dead 2", "here"]);
    expect((await newcomer).at).toBe(23);
  });

  it("but not when it is only polled again: the place stays", async () => {
    const lane = createRequestQueue({ requestMs: 10_000 });
    const waiting = ["a", "b", "c", "d"].map((name) => askUntilAnswered(lane, createAsker(name), name));
    await fakeClock.advance(60_000);
    expect(sentQuestions).toEqual(["a", "b", "c", "d"]);
    expect((await Promise.all(waiting)).map(({ at }) => at)).toEqual([10, 21, 32, 43]);
  });
});

describe("a waiting search gets", () => {
  it("its place and the remaining time, both decreasing", async () => {
    const lane = createRequestQueue({ requestMs: 4_000 });
    // Two answers, from which the duration of a request is estimated.
    for (const name of ["x", "y", "z"]) {
      void askUntilAnswered(lane, createAsker(name), name);
      await fakeClock.advance(10_000);
    }
    const waiting = ["a", "b", "c"].map((name) => askUntilAnswered(lane, createAsker(name), name));
    await fakeClock.advance(60_000);
    const [, , last] = await Promise.all(waiting);
    const places = last?.positions.map(({ place }) => place) ?? [];
    expect(places[0]).toBe(2);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(places.at(-1)).toBe(0);
    const [first] = last?.positions ?? [];
    // About nine seconds remain after the first two answers.
    expect(first?.seconds).toBeGreaterThanOrEqual(5);
    expect(first?.seconds).toBeLessThanOrEqual(9);
  });

  it("an immediate error when the queue is full, with the time to retry", async () => {
    const lane = createRequestQueue({ maxTickets: 3, requestMs: 1_000 });
    for (let i = 0; i < 4; i += 1) void askOnce(lane, createAsker(`u${i}`), `q${i}`);
    expect(await askOnce(lane, createAsker("late"), "q")).toEqual({
      error: expect.stringMatching(/^full \d+$/u) as string,
    });
    // One user cannot fill the queue.
    const wide = createRequestQueue({ maxPerUser: 2 });
    void askOnce(wide, createAsker("other"), "other");
    for (let i = 0; i < 2; i += 1) void askOnce(wide, createAsker("greedy", `s${i}`), `g${i}`);
    expect(await askOnce(wide, createAsker("greedy", "s2"), "g2")).toMatchObject({
      error: expect.stringMatching(/^full/u) as string,
    });
  });
});

describe("servers that ask for a pause", () => {
  it("are waited for, and every search keeps its place", async () => {
    const lane = createRequestQueue({ getPausedUntil: () => 30_000 });
    const [a, b] = [askUntilAnswered(lane, createAsker("a"), "a"), askUntilAnswered(lane, createAsker("b"), "b")];
    await fakeClock.advance(60_000);
    expect([(await a).at, (await b).at]).toEqual([30, 31]);
    expect((await b).positions[0]).toEqual({ place: 2, seconds: 31 });
  });

  it("for longer than two minutes are not: waiting searches get the duration", async () => {
    const lane = createRequestQueue({ getPausedUntil: () => 600_000 });
    const a = askUntilAnswered(lane, createAsker("a"), "a");
    await fakeClock.advance(5_000);
    expect((await a).outcome).toEqual({ error: "silent 600" });
    expect(sentQuestions).toEqual([]);
  });
});

describe("an answer", () => {
  it("is stored until its search polls again", async () => {
    const lane = createRequestQueue({ requestMs: 5_000 });
    const first = askOnce(lane, createAsker("a"), "a");
    await fakeClock.advance(2_000);
    expect(await first).toEqual({ place: 0, seconds: 0 });
    await fakeClock.advance(10_000);
    expect(await askOnce(lane, createAsker("a"), "a")).toEqual({ value: "a!" });
    expect(sentQuestions).toEqual(["a"]);
  });

  it("serves all searches with the same question; a cached one needs no turn", async () => {
    const store = new Map<string, string>();
    const lane = createRequestQueue({
      findCached: ({ text }) => (store.has(text) ? { value: store.get(text) ?? "" } : undefined),
      request: async ({ text }, others) => {
        sentQuestions.push([text, ...others.map((other) => other.text)].join("+"));
        store.set(text, `${text}!`);
        return { value: `${text}!` };
      },
    });
    const first = askUntilAnswered(lane, createAsker("d"), "first");
    const all = ["a", "b", "c"].map((name) => askUntilAnswered(lane, createAsker(name), "same"));
    const last = askUntilAnswered(lane, createAsker("e"), "last");
    await fakeClock.advance(10_000);
    expect(sentQuestions).toEqual(["first", "same+same+same", "last"]);
    expect((await Promise.all([first, ...all, last])).map(({ at }) => at)).toEqual([0, 1, 1, 1, 2]);
  });

  it("that takes several requests waits for its turn again", async () => {
    const rounds = new Map<string, number>();
    const lane = createRequestQueue({
      request: async ({ text }) => {
        sentQuestions.push(text);
        rounds.set(text, (rounds.get(text) ?? 0) + 1);
        return text === "long" && rounds.get(text) === 1 ? undefined : { value: text };
      },
    });
    const both = Promise.all([
      askUntilAnswered(lane, createAsker("a"), "long"),
      askUntilAnswered(lane, createAsker("b"), "short"),
    ]);
    await fakeClock.advance(10_000);
    expect(sentQuestions).toEqual(["long", "short", "long"]);
    expect((await both).map(({ at }) => at)).toEqual([2, 1]);
  });

  it("may be an error, and the queue continues", async () => {
    const fault = new TypeError("ours");
    const lane = createRequestQueue({
      request: async ({ text }) => (text === "bad" ? Promise.reject(fault) : { value: text }),
    });
    const both = Promise.all([
      askUntilAnswered(lane, createAsker("a"), "bad"),
      askUntilAnswered(lane, createAsker("b"), "good"),
    ]);
    await fakeClock.advance(5_000);
    expect((await both).map(({ outcome }) => outcome)).toEqual([{ error: fault }, { value: "good" }]);
  });

  it("may be an error of the cache, and the queue continues", async () => {
    const fault = new TypeError("no store");
    let looks = 0;
    const lane = createRequestQueue({
      findCached: ({ text }) => {
        if (text === "bad" && (looks += 1) > 1) throw fault;
        return undefined;
      },
    });
    const both = Promise.all([
      askUntilAnswered(lane, createAsker("a"), "bad"),
      askUntilAnswered(lane, createAsker("b"), "good"),
    ]);
    await fakeClock.advance(5_000);
    expect((await both).map(({ outcome }) => outcome)).toEqual([{ error: fault }, { value: "good!" }]);
  });
});

it("a private server may get several requests at a time", async () => {
  const lane = createRequestQueue({ parallel: 4, pauseMs: 0, requestMs: 1_000 });
  const all = Promise.all(Array.from({ length: 8 }, (_, i) => askUntilAnswered(lane, createAsker(`u${i}`), `q${i}`)));
  await fakeClock.advance(10_000);
  expect((await all).map(({ at }) => at)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
});
