import { answerError, neverAnswer, routeCall } from "./mocked-answers.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";
import type { ScreenshotUsers } from "./screenshot-users.ts";

/** A screen, one of its states or a dialog, and how to reach it. */
export interface Scene {
  name: string;
  who: keyof ScreenshotUsers;
  play: (stage: ScreenshotPage) => Promise<void>;
  /** Matches the lines of `BrowserWatch` for errors made on purpose. */
  expects?: RegExp;
  /** Its list of companies begins early, whatever stands above it. */
  beginsEarly?: true;
}

export const screenScene = (name: string, who: keyof ScreenshotUsers, path: string): Scene => ({
  name,
  who,
  play: ({ visit }) => visit(path),
});

/** A screen whose call never answers. */
export const loadingScene = (name: string, path: string, call: string | RegExp): Scene => ({
  name,
  who: "regular",
  play: async ({ page, open }) => {
    await routeCall(page, "GET", call, neverAnswer);
    await open(path);
    await page.locator(".skeleton").first().waitFor();
  },
});

/** A screen whose call fails, and says so. */
export const failedScene = (name: string, path: string, call: string | RegExp): Scene => ({
  name,
  who: "regular",
  expects: /status of 503/u,
  play: async ({ page, open, texts }) => {
    await routeCall(page, "GET", call, answerError(503, "unavailable"));
    await open(path);
    await page.getByRole("main").getByRole("button", { name: texts.common.retry }).first().waitFor();
  },
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
