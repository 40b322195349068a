import type { ProductInstance } from "../product/instance.ts";
import type { LlmServer } from "./start-llm-server.ts";

/** What every measurement stands on. */
export interface GenerateSetup {
  service: LlmServer;
  instance: ProductInstance;
  /** Few letters: to see that the bench runs, not to believe its figures. */
  short: boolean;
}
