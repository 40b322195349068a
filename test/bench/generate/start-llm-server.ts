import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** How the writing service behaves from now on. */
export const LlmServerOrders = z.object({
  latencyMs: z.number(),
  /** Whether it answers questions about a CV. */ facts: z.boolean().default(true),
});
export type LlmServerOrders = z.infer<typeof LlmServerOrders>;

/** What it was asked since then. */
export const LlmServerCounts = z.object({
  /** Letters by company. */
  letters: z.record(z.string(), z.number()),
  facts: z.number(),
  /** Characters of each question, instructions and schema included. */
  letterCharacters: z.array(z.number()),
  factsCharacters: z.array(z.number()),
  atOnce: z.number(),
});
export type LlmServerCounts = z.infer<typeof LlmServerCounts>;

export interface LlmServer {
  /** host:port */
  address: string;
  /** Settles how it behaves and starts the counts anew. */
  set(orders: z.input<typeof LlmServerOrders>): Promise<void>;
  served(): Promise<LlmServerCounts>;
  stop(): void;
}

/** Starts the writing service in a process of its own, on a free port. */
export async function startLlmServer(): Promise<LlmServer> {
  const child = fork(fileURLToPath(new URL("llm-server.ts", import.meta.url)), [], { stdio: "inherit", execArgv: [] });
  const messages = await once(child, "message");
  const { port } = z.object({ port: z.number() }).parse(messages[0]);
  const address = `127.0.0.1:${port}`;
  const callServer = async (init?: RequestInit) => {
    const response = await fetch(`http://${address}/`, init);
    if (!response.ok) throw new Error(`the writing service answered ${response.status}`);
    return LlmServerCounts.parse(await response.json());
  };
  return {
    address,
    set: async (orders) => void (await callServer({ method: "POST", body: JSON.stringify(orders) })),
    served: () => callServer(),
    stop: () => void child.kill(),
  };
}
