import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type SiteServerSettings, ServedCounts } from "./site-server-messages.ts";

export interface SiteServer {
  /** host:port of the one server for all hosts. */
  address: string;
  port: number;
  /** Changes how the sites behave and resets the counts. */
  set(settings: z.input<typeof SiteServerSettings>): Promise<void>;
  /** Asked and answered since `set`. */
  served(): Promise<ServedCounts>;
  stop(): void;
}

/** Starts the outside world in a process of its own. @param seed of its pages */
export async function startSiteServer(seed: number): Promise<SiteServer> {
  const child = fork(fileURLToPath(new URL("site-server.ts", import.meta.url)), [String(seed)], { stdio: "inherit" });
  const messages = await once(child, "message");
  const { port } = z.object({ port: z.number() }).parse(messages[0]);
  const address = `127.0.0.1:${port}`;
  const callServer = async (init?: RequestInit) => {
    const response = await fetch(`http://${address}/`, init);
    if (!response.ok) throw new Error(`the site server answered ${response.status}`);
    return ServedCounts.parse(await response.json());
  };
  return {
    address,
    port,
    set: async (settings) => void (await callServer({ method: "POST", body: JSON.stringify(settings) })),
    served: () => callServer(),
    stop: () => void child.kill(),
  };
}
