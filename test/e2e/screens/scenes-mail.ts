import { z } from "zod";
import { listBatchBoxes, toPattern } from "../support/screen-texts.ts";
import { answerError, answerWith, changeAnswer, neverAnswer, routeCall } from "./mocked-answers.ts";
import { selectReady } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

export const SENT_LOG_PATH = "**/api/settings/emails*";
const Companies = z.object({ companies: z.array(z.object({ id: z.string(), email_sent: z.boolean() })) });
const Preview = z.object({ preview: z.looseObject({}) });
const Log = z.looseObject({ emails: z.array(z.looseObject({ status: z.string() })) });

async function pressSendOne({ visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  await press(new RegExp(`${texts.companies.filter.ready}$`, "u"));
  await press(toPattern(texts.mail.one.title));
}

/** Opens the mail of the first company that is ready. */
export async function sendOne(stage: ScreenshotPage): Promise<void> {
  await pressSendOne(stage);
  await stage.page.locator(".letter:not(.skeleton)").waitFor();
}

/** The same mail, sent to oneself. Nothing is really sent. */
export async function testOne(stage: ScreenshotPage): Promise<void> {
  await routeCall(stage.page, "POST", /\/send-test$/u, answerWith({ to: "camille@mail.example" }));
  await sendOne(stage);
  await stage.press(stage.texts.mail.test.send);
  await stage.page.getByRole("dialog").getByRole("alert").waitFor();
}

/** The same mail while it is composed. */
export async function composeOne(stage: ScreenshotPage): Promise<void> {
  await routeCall(stage.page, "GET", /\/preview$/u, neverAnswer);
  await pressSendOne(stage);
  await stage.page.locator(".letter.skeleton").waitFor();
}

/** The same mail when it cannot be composed. */
export async function failOne(stage: ScreenshotPage): Promise<void> {
  await routeCall(stage.page, "GET", /\/preview$/u, answerError(503, "unavailable"));
  await pressSendOne(stage);
  await stage.page.getByRole("dialog").getByRole("alert").waitFor();
}

/** A batch that cannot be prepared. */
export async function failBatch(stage: ScreenshotPage): Promise<void> {
  await routeCall(stage.page, "POST", /\/bulk-preview$/u, answerError(503, "unavailable"));
  await selectReady(stage);
  await stage.press(toPattern(stage.texts.mail.bulk.send_other));
  await stage.page.getByRole("dialog").getByRole("alert").waitFor();
}

/** The same mail, with warnings to confirm. */
export async function sendWithDoubt(stage: ScreenshotPage): Promise<void> {
  const review = [
    { code: "unknown_figure", detail: "47 %" },
    { code: "placeholder", detail: "[votre nom]" },
  ];
  const contacted_company = { id: "x", name: "Lumen", website: "https://lumen-lyon.example/", same: "name" };
  await stage.page.route(
    /\/preview$/u,
    changeAnswer(Preview, ({ preview }) => ({
      preview: { ...preview, review, already_contacted: true, contacted_company, objection_pending: true },
    })),
  );
  await sendOne(stage);
}

/** The same mail to an address that mails of others came back from, with a reply address of its own. */
export async function sendToUndeliverable(stage: ScreenshotPage): Promise<void> {
  await stage.page.route(
    /\/preview$/u,
    changeAnswer(Preview, ({ preview }) => ({
      preview: { ...preview, undeliverable: true, reply_to: "camille.martin+c4f81c6d209ab@mail.example" },
    })),
  );
  await sendOne(stage);
}

export async function sendReady(stage: ScreenshotPage): Promise<void> {
  const { page, press, texts } = stage;
  await selectReady(stage);
  await press(toPattern(texts.mail.bulk.send_other));
  await page.locator(".recipients").waitFor();
  await page.getByText(texts.mail.bulk.preparing).waitFor({ state: "hidden" });
}

/** Opens one mail of a batch. */
export async function readMessagesInBatch(stage: ScreenshotPage): Promise<void> {
  await sendReady(stage);
  await stage.page.locator(".recipients button").first().click();
  await stage.page.locator(".letter:not(.skeleton)").waitFor();
}

/** A batch with one mail queued and the others refused, each for another reason. Nothing is really queued. */
export async function showBatchResult(stage: ScreenshotPage): Promise<void> {
  const { page, texts } = stage;
  const Order = z.object({ mails: z.array(z.object({ company_id: z.string() })) });
  const outbox = { mails: [], stopped: null, undo_seconds: 10, office_hours: true, today: null };
  await routeCall(page, "POST", /\/api\/outbox$/u, (route) => {
    const [queued = "", ...rest] = Order.parse(route.request().postDataJSON()).mails.map(({ company_id: id }) => id);
    const reasons = ["needs_review", "outcome_unknown", "outbox_full"];
    return route.fulfill({
      json: {
        queued_ids: [queued],
        failed: rest.map((id, index) => ({ id, reason: reasons[index % reasons.length] })),
        outbox,
      },
    });
  });
  await sendReady(stage);
  const dialog = page.getByRole("dialog");
  for (const box of listBatchBoxes(texts)) await dialog.getByRole("checkbox", { name: box }).check();
  await dialog.getByRole("button", { name: toPattern(texts.mail.bulk.send_other) }).click();
  await page.getByRole("heading", { name: texts.mail.bulk.resultTitle }).waitFor();
}

/** Two companies whose messages could not be written, with the reasons. */
export async function showNotWritten({ page, visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  const { companies } = Companies.parse(
    await (await page.request.get(new URL("/api/dashboard/companies", page.url()).href)).json(),
  );
  const ids = companies.filter(({ email_sent }) => !email_sent).map(({ id }) => id);
  const items = [
    {
      company_id: ids[0],
      message_version: 1,
      state: "failed",
      error_code: "message_refused",
      fields: { unknown_figure: "40 %", placeholder: "[date]" },
    },
    { company_id: ids[1], message_version: 1, state: "failed", error_code: "writer_unavailable", fields: null },
  ];
  const generation = {
    id: "g",
    status: "completed",
    total: 2,
    done: 0,
    failed: 2,
    cancelled: 0,
    waits_until: null,
    can_hurry: false,
    created_at: new Date().toISOString(),
    finished_at: new Date().toISOString(),
    items,
  };
  await page.route("**/api/dashboard/generations/current", (route) => route.fulfill({ json: { generation } }));
  await visit("/dashboard");
  await press(texts.messages.failure.why);
}

/** Settings with entries on the do-not-contact list. */
export async function fillSettings({ page, visit }: ScreenshotPage): Promise<void> {
  await visit("/settings/do-not-contact");
  const list = new URL("/api/settings/do-not-contact", page.url()).href;
  for (const entry of ["lumen.example", "rh@eclat.example"]) await page.request.post(list, { data: { entry } });
  await visit("/settings/do-not-contact");
}

/** The log, with a mail to oneself and one with an unknown outcome. */
export async function fillSentLog({ page, visit }: ScreenshotPage): Promise<void> {
  await page.route(
    SENT_LOG_PATH,
    changeAnswer(Log, ({ emails: [first, ...rest], ...page }) => ({
      ...page,
      emails: [{ ...first, status: "unknown" }, { ...first, id: "t", test: true }, ...rest],
    })),
  );
  await visit("/sent");
}

/** A mail of the log with an unknown outcome. */
export async function openSentLog(stage: ScreenshotPage): Promise<void> {
  await fillSentLog(stage);
  await stage.press(toPattern(stage.texts.mail.log.openFor));
}
