import { beforeEach, describe, expect, it } from "vitest";
import type { Asker, PlaceInLine } from "../../worker/ports";
import { Lane, type LaneWork, type Outcome } from "../../worker/search/lane";
import { Turns } from "../../worker/search/turns";
import { FakeClock } from "./fake-clock";

interface Question {
  about: string;
  text: string;
}

const user = (name: string, search = name): Asker => ({ userId: name, searchId: search });

let clock: FakeClock;
/** Questions that were put to the server, in their order. */
let asked: string[];
beforeEach(() => {
  clock = new FakeClock();
  asked = [];
});

/** A lane to a server that answers after `requestMs`, and does not remember what it was asked. */
function laneWith(
  given: Partial<LaneWork<Question, string>> & { requestMs?: number; most?: number; mostOfUser?: number } = {},
): Lane<Question, string> {
  const { requestMs = 0, most = 300, mostOfUser = 2, ...work } = given;
  return new Lane(
    {
      parallel: 1,
      pauseMs: 1_000,
      silentUntil: () => 0,
      recall: () => undefined,
      request: async ({ text }) => {
        asked.push(text);
        await clock.wait(requestMs);
        return { value: `${text}!` };
      },
      refuse: (why, seconds) => ({ error: `${why} ${seconds}` }),
      ...work,
    },
    { most, mostOfUser },
    clock,
  );
}

const ask = (lane: Lane<Question, string>, asker: Asker, text: string) =>
  lane.ask(asker, text, { about: text, text }, 2_000);

/** Asks as a search does, again and again until it is answered. @returns when, in seconds, and what it was told meanwhile */
async function askUntilAnswered(
  lane: Lane<Question, string>,
  asker: Asker,
  text: string,
): Promise<{ at: number; outcome: Outcome<string>; told: PlaceInLine[] }> {
  const told: PlaceInLine[] = [];
  for (;;) {
    const outcome = await ask(lane, asker, text);
    if (!("place" in outcome)) return { at: clock.now() / 1000, outcome, told };
    told.push(outcome);
  }
}

/** A search of several cities, one after the other. @returns when each was answered, in seconds */
async function search(lane: Lane<Question, string>, asker: Asker, cities: number, from = 0): Promise<number[]> {
  const times: number[] = [];
  for (let city = from; city < cities; city += 1)
    times.push((await askUntilAnswered(lane, asker, `${asker.searchId} ${city}`)).at);
  return times;
}

describe("ten searches of nine cities at once, one request a second", () => {
  it("all have their first city within ten seconds and their last within ninety", async () => {
    const lane = laneWith();
    const all = Promise.all(Array.from({ length: 10 }, (_, i) => search(lane, user(`u${i}`), 9)));
    await clock.advance(120_000);
    const times = await all;
    expect(asked).toHaveLength(90);
    expect(Math.max(...times.map(([first = Infinity]) => first))).toBeLessThanOrEqual(10);
    expect(Math.max(...times.flat())).toBeLessThanOrEqual(90);
    // In turn: nobody has a second city before everybody has a first.
    expect(new Set(asked.slice(0, 10).map((text) => text.split(" ")[0])).size).toBe(10);
  });

  it("take their turns by user, and those of one user among themselves", async () => {
    const turns = new Turns({ most: 100, mostOfUser: 10 });
    for (const [userId, searchId, key] of [
      ["a", "1", "x"],
      ["a", "1", "y"],
      ["a", "2", "z"],
      ["b", "3", "x"],
      ["b", "3", "y"],
      ["c", "4", "x"],
    ] as const)
      turns.join({ userId, searchId, key }, 0);
    const order = () => turns.order().map(({ searchId, key }) => searchId + key);
    expect(order()).toEqual(["1x", "3x", "4x", "2z", "3y", "1y"]);
    expect(turns.next(0)).toMatchObject({ searchId: "1", key: "x" });
    expect(order()).toEqual(["3x", "4x", "2z", "3y", "1y"]);
    // Whoever comes is behind those who wait.
    turns.join({ userId: "d", searchId: "5", key: "x" }, 0);
    expect(order()).toEqual(["3x", "4x", "2z", "5x", "3y", "1y"]);
  });
});

describe("a question is dropped", () => {
  it("when its search leaves: a newcomer is next behind nine that were cancelled", async () => {
    const lane = laneWith({ requestMs: 3_000 });
    for (let i = 0; i < 9; i += 1) void ask(lane, user(`u${i}`), `gone ${i}`);
    await clock.advance(500);
    for (let i = 0; i < 9; i += 1) lane.leave(`u${i}`);
    const newcomer = askUntilAnswered(lane, user("new"), "here");
    await clock.advance(20_000);
    expect(asked).toEqual(["gone 0", "here"]);
    // The request that was out, a pause, and its own.
    expect((await newcomer).at).toBeLessThanOrEqual(7);
  });

  it("when its caller died: nobody asks again, and its place is lost within seconds", async () => {
    const lane = laneWith({ requestMs: 5_000 });
    for (let i = 0; i < 9; i += 1) void ask(lane, user(`u${i}`), `dead ${i}`);
    const newcomer = askUntilAnswered(lane, user("new"), "here");
    await clock.advance(60_000);
    expect(asked).toEqual(["dead 0", "dead 1", "dead 2", "here"]);
    expect((await newcomer).at).toBe(23);
  });

  it("and not when it is only asked again: the place stays", async () => {
    const lane = laneWith({ requestMs: 10_000 });
    const waiting = ["a", "b", "c", "d"].map((name) => askUntilAnswered(lane, user(name), name));
    await clock.advance(60_000);
    expect(asked).toEqual(["a", "b", "c", "d"]);
    expect((await Promise.all(waiting)).map(({ at }) => at)).toEqual([10, 21, 32, 43]);
  });
});

describe("who waits is told", () => {
  it("its place and the time, which both become less", async () => {
    const lane = laneWith({ requestMs: 4_000 });
    // Two answers, from which the time of a request is learnt.
    for (const name of ["x", "y", "z"]) {
      void askUntilAnswered(lane, user(name), name);
      await clock.advance(10_000);
    }
    const waiting = ["a", "b", "c"].map((name) => askUntilAnswered(lane, user(name), name));
    await clock.advance(60_000);
    const [, , last] = await Promise.all(waiting);
    const places = last?.told.map(({ place }) => place) ?? [];
    expect(places[0]).toBe(2);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(places.at(-1)).toBe(0);
    const [first] = last?.told ?? [];
    // Nine seconds were to come after the first two.
    expect(first?.seconds).toBeGreaterThanOrEqual(5);
    expect(first?.seconds).toBeLessThanOrEqual(9);
  });

  it("at once when too many wait, with the time after which it may do better", async () => {
    const lane = laneWith({ most: 3, requestMs: 1_000 });
    for (let i = 0; i < 4; i += 1) void ask(lane, user(`u${i}`), `q${i}`);
    expect(await ask(lane, user("late"), "q")).toEqual({ error: expect.stringMatching(/^full \d+$/u) as string });
    // One user cannot fill the line.
    const wide = laneWith({ mostOfUser: 2 });
    void ask(wide, user("other"), "other");
    for (let i = 0; i < 2; i += 1) void ask(wide, user("greedy", `s${i}`), `g${i}`);
    expect(await ask(wide, user("greedy", "s2"), "g2")).toMatchObject({
      error: expect.stringMatching(/^full/u) as string,
    });
  });
});

describe("servers that want to be left alone", () => {
  it("are waited for, and nobody loses a place", async () => {
    const lane = laneWith({ silentUntil: () => 30_000 });
    const [a, b] = [askUntilAnswered(lane, user("a"), "a"), askUntilAnswered(lane, user("b"), "b")];
    await clock.advance(60_000);
    expect([(await a).at, (await b).at]).toEqual([30, 31]);
    expect((await b).told[0]).toEqual({ place: 2, seconds: 31 });
  });

  it("for longer than two minutes are not: whoever waits is told for how long", async () => {
    const lane = laneWith({ silentUntil: () => 600_000 });
    const a = askUntilAnswered(lane, user("a"), "a");
    await clock.advance(5_000);
    expect((await a).outcome).toEqual({ error: "silent 600" });
    expect(asked).toEqual([]);
  });
});

describe("an answer", () => {
  it("waits for its search, which comes back after a moment", async () => {
    const lane = laneWith({ requestMs: 5_000 });
    const first = ask(lane, user("a"), "a");
    await clock.advance(2_000);
    expect(await first).toEqual({ place: 0, seconds: 0 });
    await clock.advance(10_000);
    expect(await ask(lane, user("a"), "a")).toEqual({ value: "a!" });
    expect(asked).toEqual(["a"]);
  });

  it("answers all who asked the same, and costs those whom the store can answer no turn", async () => {
    const store = new Map<string, string>();
    const lane = laneWith({
      recall: ({ text }) => (store.has(text) ? { value: store.get(text) ?? "" } : undefined),
      request: async ({ text }, others) => {
        asked.push([text, ...others.map((other) => other.text)].join("+"));
        store.set(text, `${text}!`);
        return { value: `${text}!` };
      },
    });
    const first = askUntilAnswered(lane, user("d"), "first");
    const all = ["a", "b", "c"].map((name) => askUntilAnswered(lane, user(name), "same"));
    const last = askUntilAnswered(lane, user("e"), "last");
    await clock.advance(10_000);
    expect(asked).toEqual(["first", "same+same+same", "last"]);
    expect((await Promise.all([first, ...all, last])).map(({ at }) => at)).toEqual([0, 1, 1, 1, 2]);
  });

  it("that takes several requests waits for its turn again", async () => {
    const rounds = new Map<string, number>();
    const lane = laneWith({
      request: async ({ text }) => {
        asked.push(text);
        rounds.set(text, (rounds.get(text) ?? 0) + 1);
        return text === "long" && rounds.get(text) === 1 ? undefined : { value: text };
      },
    });
    const both = Promise.all([askUntilAnswered(lane, user("a"), "long"), askUntilAnswered(lane, user("b"), "short")]);
    await clock.advance(10_000);
    expect(asked).toEqual(["long", "short", "long"]);
    expect((await both).map(({ at }) => at)).toEqual([2, 1]);
  });

  it("may be a fault, which keeps nobody else from being served", async () => {
    const fault = new TypeError("ours");
    const lane = laneWith({ request: async ({ text }) => (text === "bad" ? Promise.reject(fault) : { value: text }) });
    const both = Promise.all([askUntilAnswered(lane, user("a"), "bad"), askUntilAnswered(lane, user("b"), "good")]);
    await clock.advance(5_000);
    expect((await both).map(({ outcome }) => outcome)).toEqual([{ error: fault }, { value: "good" }]);
  });

  it("may be a fault of the store, which keeps nobody else from being served either", async () => {
    const fault = new TypeError("no store");
    let looks = 0;
    const lane = laneWith({
      recall: ({ text }) => {
        if (text === "bad" && (looks += 1) > 1) throw fault;
        return undefined;
      },
    });
    const both = Promise.all([askUntilAnswered(lane, user("a"), "bad"), askUntilAnswered(lane, user("b"), "good")]);
    await clock.advance(5_000);
    expect((await both).map(({ outcome }) => outcome)).toEqual([{ error: fault }, { value: "good!" }]);
  });
});

it("an own server may be asked several things at a time", async () => {
  const lane = laneWith({ parallel: 4, pauseMs: 0, requestMs: 1_000 });
  const all = Promise.all(Array.from({ length: 8 }, (_, i) => askUntilAnswered(lane, user(`u${i}`), `q${i}`)));
  await clock.advance(10_000);
  expect((await all).map(({ at }) => at)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
});
