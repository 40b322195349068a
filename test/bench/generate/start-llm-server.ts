import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** How the language model behaves. */
export const LlmServerSettings = z.object({
  latencyMs: z.number(),
  /** Whether it extracts facts of a CV. */ facts: z.boolean().default(true),
});
export type LlmServerSettings = z.infer<typeof LlmServerSettings>;

/** Characters of a request, instructions and schema included, and of its answer; tokens of the service's cache. */
const Usage = z.object({ input: z.number(), output: z.number(), cached: z.number(), written: z.number() });
export type Usage = z.infer<typeof Usage>;

/** Its requests since the last settings. */
export const LlmServerCounts = z.object({
  /** Letters by company. */
  letters: z.record(z.string(), z.number()),
  /** The last letter to each company. */
  texts: z.record(z.string(), z.string()),
  facts: z.number(),
  /** What each letter used. */
  letterUsage: z.array(Usage),
  factsCharacters: z.array(z.number()),
  atOnce: z.number(),
});
export type LlmServerCounts = z.infer<typeof LlmServerCounts>;

export interface LlmServer {
  /** host:port */
  address: string;
  /** Changes how it behaves and resets the counts. */
  set(settings: z.input<typeof LlmServerSettings>): Promise<void>;
  served(): Promise<LlmServerCounts>;
  stop(): void;
}

/** Starts the language model in a process of its own. */
export async function startLlmServer(): Promise<LlmServer> {
  const child = fork(fileURLToPath(new URL("llm-server.ts", import.meta.url)), [], { stdio: "inherit", execArgv: [] });
  const messages = await once(child, "message");
  const { port } = z.object({ port: z.number() }).parse(messages[0]);
  const address = `127.0.0.1:${port}`;
  const callServer = async (init?: RequestInit) => {
    const response = await fetch(`http://${address}/`, init);
    if (!response.ok) throw new Error(`the language model answered ${response.status}`);
    return LlmServerCounts.parse(await response.json());
  };
  return {
    address,
    set: async (settings) => void (await callServer({ method: "POST", body: JSON.stringify(settings) })),
    served: () => callServer(),
    stop: () => void child.kill(),
  };
}
