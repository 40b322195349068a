import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { defineBench } from "../harness/cli.ts";
import { makeSignedInUser } from "../harness/job-seeker.ts";
import { type Product, startProduct } from "../harness/product.ts";
import { computeMedian, computePercentile, type Measured } from "../harness/report.ts";

/** After ten seconds without work workerd evicts an object whose sockets can hibernate. */
const SLEEP_MS = 25_000;
const ANSWER_TIMEOUT_MS = 30_000;
const PAUSE_MS = 20;
const Counts = z.object({ starts: z.number(), alarms: z.number() });

interface Tab {
  socket: WebSocket;
  /** Resolves with the next message of this kind. */
  next(kind: "activity" | "changed" | "pong"): Promise<void>;
}

/** Opens the socket of a tab, and waits for what it is told first. */
async function openTab(product: Product, cookie: string): Promise<Tab> {
  const origin = product.url();
  // Node's own takes headers, which the types of the standard do not know.
  const options = { headers: { cookie, origin } } as unknown as string[];
  const socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`, options);
  const waiting = new Map<string, () => void>();
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    waiting.get(text === "pong" ? text : (Object.keys(JSON.parse(text) as object)[0] ?? ""))?.();
  });
  const next = (kind: string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${kind} in ${ANSWER_TIMEOUT_MS} ms`)), ANSWER_TIMEOUT_MS);
      waiting.set(kind, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  await next("activity");
  return { socket, next };
}

/** @returns the users' cookies, by their ids */
async function seedUsers(product: Product, ids: readonly string[]): Promise<Map<string, string>> {
  const users = ids.map((id) => [id, makeSignedInUser(id)] as const);
  await product.write(users.flatMap(([, { statements }]) => statements));
  return new Map(users.map(([id, { cookie }]) => [id, cookie]));
}

/** How long what one tab says takes to another. */
async function measureLatency(product: Product, short: boolean): Promise<Measured> {
  const rounds = short ? 20 : 300;
  const cookie = [...(await seedUsers(product, ["talker"])).values()][0] ?? "";
  const [teller, hearer] = [await openTab(product, cookie), await openTab(product, cookie)];
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const heard = hearer.next("changed");
    const start = performance.now();
    teller.socket.send("changed");
    await heard;
    times.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  teller.socket.close();
  hearer.socket.close();
  return {
    title: "From one tab to another",
    how: `${rounds} messages over the sockets of two tabs of a user, on one machine.`,
    judgedWhenShort: true,
    figures: [
      { name: "median", value: computeMedian(times), unit: "ms" },
      { name: "95th percentile", value: computePercentile(times, 0.95), unit: "ms", target: { atMost: 300 } },
    ],
  };
}

/** Sockets of tabs that do nothing: what is asleep, and whether all answer and hear. */
async function measureIdleSockets(product: Product, short: boolean): Promise<Measured> {
  const count = short ? 50 : 500;
  const readCounts = async (path = "counts") =>
    Counts.parse(await (await fetch(`${product.url()}/bench/${path}`)).json());
  const cookies = await seedUsers(
    product,
    Array.from({ length: count }, (_, n) => `idle-${n}`),
  );
  const before = await readCounts();
  const tabs = new Map<string, Tab>();
  for (const [id, cookie] of cookies) tabs.set(id, await openTab(product, cookie));
  const opened = await readCounts();
  await sleep(SLEEP_MS);
  let answered = 0;
  for (const { socket, next } of tabs.values()) {
    const pong = next("pong");
    socket.send("ping");
    await pong;
    answered += 1;
  }
  const pinged = await readCounts();
  let heard = 0;
  for (const [id, { next }] of tabs) {
    const message = next("changed");
    await readCounts(`tell/${id}`);
    await message;
    heard += 1;
  }
  const told = await readCounts();
  for (const { socket } of tabs.values()) socket.close();
  return {
    title: `${count} idle sockets`,
    how: `Each of another user. ${SLEEP_MS / 1000} s without a word, a ping to each, then a message from each object.`,
    judgedWhenShort: true,
    figures: [
      { name: "objects started for them", value: opened.starts - before.starts, unit: "" },
      { name: "pings answered", value: answered, unit: "", target: { atLeast: count } },
      { name: "objects that a ping woke up", value: pinged.starts - opened.starts, unit: "", target: { atMost: 0 } },
      { name: "messages heard", value: heard, unit: "", target: { atLeast: count } },
      {
        name: "objects that were evicted before",
        value: told.starts - pinged.starts,
        unit: "",
        target: { atLeast: count },
      },
      { name: "alarms", value: told.alarms, unit: "", target: { atMost: 0 } },
    ],
  };
}

/** What the sockets of tabs cost while they are idle, and how fast they are. */
export const command = defineBench({
  open: () => startProduct({ entry: "test/bench/worker/live-entry.ts" }),
  close: (product) => product.stop(),
  parts: {
    latency: (product, { short }) => measureLatency(product, short),
    idle: (product, { short }) => measureIdleSockets(product, short),
  },
});
