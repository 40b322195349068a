import type { Cast } from "./picture-cast.ts";
import type { Stage } from "./picture-stage.ts";

/** A screen, a state of one or a dialog, and the way there. */
export interface Scene {
  name: string;
  who: keyof Cast;
  play: (stage: Stage) => Promise<void>;
  /** What goes wrong on purpose, as `Watch` words it. */
  expects?: RegExp;
}

export const screen = (name: string, who: keyof Cast, path: string): Scene => ({
  name,
  who,
  play: ({ visit }) => visit(path),
});
