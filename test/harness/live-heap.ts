import { z } from "zod";

const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }));
const Usage = z.object({ usedSize: z.number(), embedderHeapUsedSize: z.number(), backingStorageSize: z.number() });
const Answer = z.object({ id: z.number(), result: z.unknown() });

/** An isolate collects when it next has something to do; an idle one is skipped after this. */
const IDLE_TIMEOUT_MS = 5_000;
const BYTES_PER_MIB = 1_048_576;

/** Name of the product's isolate, its Durable Objects included. */
const PRODUCT_ISOLATE = "core:user:candidature";

/**
 * Has isolates of a workerd collect their garbage: the product's and the simulators of D1, R2 and queues.
 * @param inspector origin of workerd's inspector
 * @param only the isolate of this name, not all
 * @returns MiB by name of the isolate: V8's heap, that of the platform's objects, and buffers. Idle isolates are left
 * out.
 */
export async function measureLiveHeaps(inspector: string, only?: string): Promise<Map<string, number>> {
  const targets = Targets.parse(await (await fetch(new URL("/json", inspector))).json());
  const sizes = await Promise.all(
    targets
      .filter(({ id }) => only === undefined || id === only)
      .map(async ({ id, webSocketDebuggerUrl }) => [id, await measureAfterCollection(webSocketDebuggerUrl)] as const),
  );
  return new Map(sizes.filter((entry): entry is [string, number] => entry[1] !== null));
}

/** The product's live heap. MiB; undefined when it was idle. */
export const measureProductHeap = async (inspector: string): Promise<number | undefined> =>
  (await measureLiveHeaps(inspector, PRODUCT_ISOLATE)).get(PRODUCT_ISOLATE);

/** The live heap of an isolate while it gets requests: an idle one does not collect. MiB. */
export async function measureWhileBusy(
  measure: () => Promise<number | undefined>,
  request: () => Promise<unknown>,
): Promise<number> {
  let measured = false;
  const isMeasuring = () => !measured;
  const [live] = await Promise.all([
    measure().finally(() => (measured = true)),
    (async () => {
      while (isMeasuring()) await request();
    })(),
  ]);
  if (live === undefined) throw new Error("the isolate has not collected");
  return live;
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
