import { z } from "zod";

const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const Usage = z.object({ usedSize: z.number(), embedderHeapUsedSize: z.number(), backingStorageSize: z.number() });
const Answer = z.object({ id: z.number(), result: z.unknown() });

/** An isolate collects when it next has something to do. One that is idle is waited for no longer than this. Milliseconds. */
const IDLE_TIMEOUT_MS = 5_000;
const BYTES_PER_MIB = 1_048_576;

/** Name of the product's isolate, its Durable Objects included. */
export const PRODUCT_ISOLATE = "core:user:candidature";

/**
 * Has a workerd collect the garbage of all its isolates: ours and those that play D1, R2 and the queues.
 * @param inspector origin of workerd's inspector
 * @param only the isolate of this name, not all
 * @returns what each then holds, MiB by its name: V8's heap, that of the platform's objects, and buffers. Those that were idle are left out.
 */
export async function measureLiveHeaps(inspector: string, only?: string): Promise<Map<string, number>> {
  const targets = Targets.parse(await (await fetch(new URL("/json", inspector))).json());
  const held = await Promise.all(
    targets
      .filter(({ id }) => only === undefined || id === only)
      .map(async ({ id, webSocketDebuggerUrl }) => [id, await measureAfterCollection(webSocketDebuggerUrl)] as const),
  );
  return new Map(held.filter((entry): entry is [string, number] => entry[1] !== null));
}

/** @returns MiB; null when the isolate was idle or has ended */
async function measureAfterCollection(address: string): Promise<number | null> {
  const socket = new WebSocket(address);
  const waiting: ((result: unknown) => void)[] = [];
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
  socket.addEventListener("message", ({ data }) => {
    const answer = Answer.safeParse(JSON.parse(String(data)));
    if (answer.success) waiting[answer.data.id]?.(answer.data.result);
  });
  socket.addEventListener("error", () => giveUp(null));
  socket.addEventListener("close", () => giveUp(null));
  const timer = setTimeout(() => giveUp(null), IDLE_TIMEOUT_MS);
  const sendCommand = (method: string) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    socket.send(JSON.stringify({ id: waiting.push(resolve) - 1, method }));
    return promise;
  };
  const readUsage = async () => {
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    await sendCommand("HeapProfiler.enable");
    await sendCommand("HeapProfiler.collectGarbage");
    await sendCommand("HeapProfiler.disable");
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = Usage.parse(
      await sendCommand("Runtime.getHeapUsage"),
    );
    return (usedSize + embedderHeapUsedSize + backingStorageSize) / BYTES_PER_MIB;
  };
  try {
    return await Promise.race([readUsage(), late]);
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}
