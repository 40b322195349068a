import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const Proposals = z.object({
  proposals: z.array(z.object({ outcome: z.string(), how: z.string(), sender_proven: z.boolean() })),
});

/** What the user's Gmail and companies do, on the pages of the sandbox. */
async function playOutside(page: Page, play: (outside: Page) => Promise<void>): Promise<void> {
  const outside = await page.context().newPage();
  await play(outside);
  await outside.close();
}

it("takes the answers and bounces that Gmail forwards, once Google's code is confirmed", async () => {
  const { url } = sharedServer.server;
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const texts = TEXTS.en.inbox;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const ana = new ApiUser(page, url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  const mailbox = await ana.linkGmail();
  await ana.openDashboard();
  const newcomer = new UiUser(page, TEXTS.en);
  await newcomer.tick(2);
  await newcomer.writeMessages(2);
  await newcomer.sendTicked(2);

  await page.goto(`${url}/settings/answers`);
  await press(texts.open);
  const address = await page.locator("code", { hasText: "@in.candidature.example" }).first().innerText();
  await page.getByText(texts.steps.waiting).waitFor();
  await playOutside(page, async (gmail) => {
    await gmail.goto(`${url}/sandbox/gmail`);
    await gmail.getByLabel("Mailbox").fill(mailbox);
    await gmail.getByLabel("Forwarding address").fill(address);
    await gmail.getByRole("button", { name: "Add" }).click();
    await gmail.getByText("not confirmed yet").waitFor();
  });
  // The screen looks by itself too: the button may be busy, or gone.
  await page
    .getByRole("button", { name: texts.steps.check, exact: true })
    .evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()));
  const code = await page.locator("code", { hasText: /^\d{9}$/u }).innerText();
  await playOutside(page, async (gmail) => {
    await gmail.goto(`${url}/sandbox/gmail`);
    await gmail.getByLabel("code").fill(code);
    await gmail.getByRole("button", { name: "Confirm" }).click();
    await gmail.getByText("all mail is forwarded").waitFor();
  });
  await press(texts.steps.filterSet);
  await page.getByText(texts.steps.filterSince.replace("{{date}}.", "")).waitFor();

  await playOutside(page, async (outbox) => {
    for (const [mail, reaction] of [
      [0, "asks when"],
      [1, "is not found"],
    ] as const) {
      await outbox.goto(`${url}/sandbox/outbox`);
      await outbox.locator(".mails a").nth(mail).click();
      await outbox.getByRole("button", { name: reaction, exact: true }).click();
      await outbox.getByText("Forwarded:").waitFor();
    }
  });
  await page.reload();
  const received = page.getByRole("region", { name: texts.received.title });
  await expect
    .poll(() => received.locator(".inbox-counts > div").allInnerTexts())
    .toEqual([`${texts.received.kind.answer}\n1`, `${texts.received.kind.bounce}\n1`]);

  const { proposals } = Proposals.parse(await (await page.request.get(`${url}/api/dashboard/proposals`)).json());
  expect(proposals).toEqual([
    { outcome: "bounced", how: "forwarded", sender_proven: true },
    { outcome: "answered", how: "forwarded", sender_proven: true },
  ]);
  await close();
});
