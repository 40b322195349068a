import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** How the writing service behaves from now on. */
export const Orders = z.object({
  latencyMs: z.number(),
  /** Whether it answers questions about a CV. */ facts: z.boolean().default(true),
});
export type Orders = z.infer<typeof Orders>;

/** What it was asked since then. */
export const Served = z.object({
  /** Letters by company. */
  letters: z.record(z.string(), z.number()),
  facts: z.number(),
  /** Characters of each question, instructions and schema included. */
  letterCharacters: z.array(z.number()),
  factsCharacters: z.array(z.number()),
  atOnce: z.number(),
});
export type Served = z.infer<typeof Served>;

export interface WritingService {
  /** host:port */
  address: string;
  /** Settles how it behaves and starts the counts anew. */
  set(orders: z.input<typeof Orders>): Promise<void>;
  served(): Promise<Served>;
  stop(): void;
}

/** Starts the writing service in a process of its own, on a free port. */
export async function startWritingService(): Promise<WritingService> {
  const child = fork(fileURLToPath(new URL("service.ts", import.meta.url)), [], { stdio: "inherit", execArgv: [] });
  const messages = await once(child, "message");
  const { port } = z.object({ port: z.number() }).parse(messages[0]);
  const address = `127.0.0.1:${port}`;
  const call = async (init?: RequestInit) => {
    const response = await fetch(`http://${address}/`, init);
    if (!response.ok) throw new Error(`the writing service answered ${response.status}`);
    return Served.parse(await response.json());
  };
  return {
    address,
    set: async (orders) => void (await call({ method: "POST", body: JSON.stringify(orders) })),
    served: () => call(),
    stop: () => void child.kill(),
  };
}
