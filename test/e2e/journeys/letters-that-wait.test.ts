import { expect, it } from "vitest";
import { z } from "zod";
import { openContext } from "../support/browser.ts";
import { TEXTS, toPattern } from "../support/screen-texts.ts";
import {
  BATCH_TIMEOUT_MS,
  findButton,
  findNotice,
  openSeriesUser,
  orderForLater,
  readBatches,
  SERIES_SERVER,
} from "../support/series-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer(SERIES_SERVER);
const { common, companies, errors, messages } = TEXTS.en;

const Rows = z.object({ companies: z.array(z.object({ message: z.string(), message_version: z.number() })) });

it("one press writes at once what waits, by keyboard, and a press without a connection loses nothing", async () => {
  const { page, context, allow, close } = await openContext(sharedServer.browser, "en-GB");
  allow(/ERR_INTERNET_DISCONNECTED|LoadError/u);
  const { user, count } = await openSeriesUser(page, sharedServer.server.url);
  const { batches } = await readBatches(sharedServer.server.url);
  await orderForLater(page);
  await expect.poll(async () => (await readBatches(sharedServer.server.url)).batches.length).toBe(batches.length + 1);

  const now = findButton(page, messages.series.now);
  await context.setOffline(true);
  await now.click();
  await page.getByText(errors.offline).first().waitFor();
  await context.setOffline(false);
  await page.getByText(common.offline).waitFor({ state: "detached" });
  await now.focus();
  await page.keyboard.press("Enter");
  await page.getByText(toPattern(messages.series.soon_other)).waitFor();
  // The button is gone, and the focus is where it was.
  await expect
    .poll(() => findNotice(page).evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);
  expect(await now.count()).toBe(0);

  await findButton(page, toPattern(companies.next.review)).waitFor({ timeout: BATCH_TIMEOUT_MS });
  await expect
    .poll(async () => {
      const { companies: written } = Rows.parse(await user.call("GET", "/dashboard/companies"));
      return written.filter(({ message, message_version: version }) => message !== "" && version === 1).length;
    })
    .toBeGreaterThanOrEqual(count);
  await expect.poll(async () => (await readBatches(sharedServer.server.url)).batches[0]?.status).toBe("cancelled");
  await close();
}, 240_000);
