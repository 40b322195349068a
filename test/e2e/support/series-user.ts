import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { ApiUser } from "./api-user.ts";
import { TEXTS, toPattern } from "./screen-texts.ts";

/*
 * A user of a server that writes long series in batches of the model's service, in English.
 */

const { companies, messages } = TEXTS.en;

/** For `useServer`. */
export const SERIES_SERVER = { settings: { OPENAI_BATCH_HOURS: "24" }, directory: ["london"] };

/** The sandbox ends a batch when it was looked at twice: half a minute each. */
export const BATCH_TIMEOUT_MS = 120_000;

const Batches = z.object({ batches: z.array(z.object({ status: z.string() })), files: z.array(z.unknown()) });

/** The batches of the model's service, the latest first. @param url of the server */
export const readBatches = async (url: string) => Batches.parse(await (await fetch(`${url}/sandbox/batches`)).json());

export const findButton = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
export const findFilter = (page: Page, name: string) => findButton(page, new RegExp(`^\\d+ ${name}$`, "u"));
export const findNotice = (page: Page) =>
  page.getByText(
    new RegExp(
      [messages.series.later_other, messages.series.soon_other].map((text) => toPattern(text).source).join("|"),
      "u",
    ),
  );

/** A user with companies that have no message. @returns how many can be written to */
export async function openSeriesUser(page: Page, url: string): Promise<{ user: ApiUser; count: number }> {
  const user = new ApiUser(page, url);
  await user.signUpWithSetup("en");
  await user.addCompanies("web developer", ["London (United Kingdom)"]);
  await user.linkGmail();
  await user.openDashboard();
  const count = Number((await findFilter(page, companies.filter.to_write).innerText()).replaceAll(/\D/gu, ""));
  expect(count).toBeGreaterThanOrEqual(10);
  return { user, count };
}

/** Orders all messages, and leaves the answer as it is proposed: later. */
export async function orderForLater(page: Page): Promise<void> {
  await findButton(page, toPattern(companies.next.writeAll_other)).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByLabel(messages.bulk.when).inputValue()).toBe("later");
  await dialog.getByText(messages.bulk.laterHint).waitFor();
  await findButton(page, toPattern(companies.next.writeAll_other)).last().click();
  await findNotice(page).waitFor();
}
