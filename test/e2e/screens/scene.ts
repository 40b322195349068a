import type { ScreenshotPage } from "./screenshot-page.ts";
import type { ScreenshotUsers } from "./screenshot-users.ts";

/** A screen, one of its states or a dialog, and how to reach it. */
export interface Scene {
  name: string;
  who: keyof ScreenshotUsers;
  play: (stage: ScreenshotPage) => Promise<void>;
  /** Matches the lines of `BrowserWatch` for errors made on purpose. */
  expects?: RegExp;
}

export const screenScene = (name: string, who: keyof ScreenshotUsers, path: string): Scene => ({
  name,
  who,
  play: ({ visit }) => visit(path),
});
