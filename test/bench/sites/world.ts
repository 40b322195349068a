import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Orders, Served } from "./orders.ts";

export interface World {
  /** host:port of the one server that plays all hosts. */
  address: string;
  port: number;
  /** Settles how the sites behave from now on and starts the counts anew. */
  set(orders: z.input<typeof Orders>): Promise<void>;
  /** Asked and answered since `set`. */
  served(): Promise<Served>;
  stop(): void;
}

/** Starts the outside world in a process of its own, on a free port. @param seed of its pages */
export async function startWorld(seed: number): Promise<World> {
  const child = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [String(seed)], { stdio: "inherit" });
  const messages = await once(child, "message");
  const { port } = z.object({ port: z.number() }).parse(messages[0]);
  const address = `127.0.0.1:${port}`;
  const call = async (init?: RequestInit) => {
    const response = await fetch(`http://${address}/`, init);
    if (!response.ok) throw new Error(`the world answered ${response.status}`);
    return Served.parse(await response.json());
  };
  return {
    address,
    port,
    set: async (orders) => void (await call({ method: "POST", body: JSON.stringify(orders) })),
    served: () => call(),
    stop: () => void child.kill(),
  };
}
