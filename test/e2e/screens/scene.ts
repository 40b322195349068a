import type { ScreenshotPage } from "./screenshot-page.ts";
import type { ScreenshotUsers } from "./screenshot-users.ts";

/** A screen, a state of one or a dialog, and the way there. */
export interface Scene {
  name: string;
  who: keyof ScreenshotUsers;
  play: (stage: ScreenshotPage) => Promise<void>;
  /** What goes wrong on purpose, as `Watch` words it. */
  expects?: RegExp;
}

export const screenScene = (name: string, who: keyof ScreenshotUsers, path: string): Scene => ({
  name,
  who,
  play: ({ visit }) => visit(path),
});
