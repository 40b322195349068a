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

/** Selects all companies that are ready to send. A phone's list has no header: a button above it selects all. */
export async function selectReady({ page, visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  await press(new RegExp(`${texts.companies.filter.ready}$`, "u"));
  const name = texts.companies.row.selectAll;
  const all = page.getByRole("button", { name, exact: true }).or(page.getByRole("checkbox", { name, exact: true }));
  await all.first().click();
  await page.locator(".selection-bar").waitFor();
}
