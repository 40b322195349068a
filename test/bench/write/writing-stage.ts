import type { Instance } from "../product/instance.ts";
import type { WritingService } from "./service-orders.ts";

/** What every measurement stands on. */
export interface WritingStage {
  service: WritingService;
  instance: Instance;
  /** Few letters: to see that the bench runs, not to believe its figures. */
  short: boolean;
}
