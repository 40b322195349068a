import type { TestProject } from "vitest/node";
import { startBuiltServer } from "../harness/built-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the product that the web tests talk to. */
    origin: string;
  }
}

/** One built product with the sandbox for all web tests; each test signs up its own user. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBuiltServer();
  project.provide("origin", server.url);
  return () => server.stop();
}
