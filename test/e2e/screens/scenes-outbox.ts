import { z } from "zod";
import type { Outbox, OutboxMail } from "../../../worker/contract/outbox.ts";
import { toPattern } from "../support/screen-texts.ts";
import { readMail } from "../support/ui-user.ts";
import { answerError, answerWith, routeCall } from "./mocked-answers.ts";
import { failedScene, loadingScene, type Scene } from "./scene.ts";
import { sendOne } from "./scenes-mail.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const OUTBOX_PATH = /\/api\/outbox$/u;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const toTime = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();

const makeMail = (name: string, values: Partial<OutboxMail>): OutboxMail => ({
  company_id: name.toLowerCase().replaceAll(" ", "-"),
  company_name: name,
  step: 0,
  recipient: `jobs@${name.toLowerCase().replaceAll(" ", "-")}.example`,
  subject: "Camille Martin",
  status: "waiting",
  waits_for: "turn",
  ended_by: null,
  leaves_at: null,
  send_at: null,
  office_closed: false,
  cv_profile_id: null,
  undo_until: toTime(-MINUTE_MS),
  approved_at: toTime(-2 * MINUTE_MS),
  changed_at: toTime(-MINUTE_MS),
  ...values,
});

const makeOutbox = (mails: OutboxMail[], values: Partial<Outbox> = {}): { outbox: Outbox } => ({
  outbox: {
    mails,
    stopped: null,
    undo_seconds: 10,
    office_hours: true,
    today: { sent: 3, limit: 10, resets_at: toTime(DAY_MS) },
    ...values,
  },
});

/** One mail for each reason to wait whose time is known. */
const listWaiting = (): OutboxMail[] => [
  makeMail("Atelier Nord", { status: "sending", waits_for: null }),
  makeMail("Lumen", { status: "held", waits_for: "undo", leaves_at: toTime(8_000) }),
  makeMail("Okto", { leaves_at: toTime(3 * MINUTE_MS) }),
  makeMail("Blue Harbour Software and Consulting", {
    waits_for: "gmail_rate_limited",
    leaves_at: toTime(5 * MINUTE_MS),
  }),
  makeMail("Kappa", { waits_for: "office_hours", leaves_at: toTime(DAY_MS) }),
  makeMail("Meridian", { waits_for: "ramp", leaves_at: toTime(DAY_MS + 3 * MINUTE_MS) }),
  makeMail("Quartz", { waits_for: "daily_limit", leaves_at: toTime(DAY_MS + 6 * MINUTE_MS) }),
  makeMail("Velum", { waits_for: "weekend", leaves_at: toTime(3 * DAY_MS) }),
  makeMail("Zenon", { waits_for: "holiday", leaves_at: toTime(4 * DAY_MS) }),
  makeMail("Sigma", { waits_for: "chosen_time", leaves_at: toTime(5 * DAY_MS), send_at: toTime(5 * DAY_MS) }),
  makeMail("Tau", { waits_for: "in_flight", leaves_at: null }),
];
const listEnded = (): OutboxMail[] => [
  makeMail("Alba", { status: "sent", waits_for: null }),
  makeMail("Boreal", { status: "failed", waits_for: null, ended_by: "provider_error" }),
  makeMail("Corvus", { status: "failed", waits_for: null, ended_by: "recipient_reserved" }),
  makeMail("Delta Labs", { status: "unknown", waits_for: null }),
  makeMail("Elara", { status: "withdrawn", waits_for: null, ended_by: "message_changed" }),
  makeMail("Ferrum", { status: "withdrawn", waits_for: null, ended_by: "do_not_contact" }),
  makeMail("Galena", { status: "withdrawn", waits_for: null, ended_by: "archived" }),
];

const showOutbox =
  (answer: () => { outbox: Outbox }) =>
  async ({ page, visit }: ScreenshotPage): Promise<void> => {
    await page.route(OUTBOX_PATH, answerWith(answer()));
    await visit("/outbox");
    await page.getByRole("main").getByRole("listitem").first().waitFor();
  };
const showWaiting = showOutbox(() => makeOutbox([...listWaiting(), ...listEnded()]));

const Companies = z.object({
  companies: z.array(
    z.object({ id: z.string(), name: z.string(), message_author: z.string().nullable(), email_sent: z.boolean() }),
  ),
});

/** An outbox in which the mail of a real company waits, another one having failed. */
async function queueEdited({ page, visit }: ScreenshotPage): Promise<{ id: string; name: string }> {
  await visit("/settings");
  const { companies } = Companies.parse(
    await (await page.request.get(new URL("/api/dashboard/companies", page.url()).href)).json(),
  );
  const queued = companies.find(({ message_author: author, email_sent: isSent }) => author === "user" && !isSent);
  if (!queued) throw new Error("no company has an edited message");
  const waiting = makeMail(queued.name, { company_id: queued.id, leaves_at: toTime(10 * MINUTE_MS) });
  await page.route(OUTBOX_PATH, answerWith(makeOutbox([waiting, ...listEnded()])));
  return queued;
}

/** Queues the mail of the first company that is ready. Nothing is really queued. */
async function queueOne(stage: ScreenshotPage, leavesInMs: number): Promise<void> {
  const { page, texts } = stage;
  await routeCall(page, "POST", OUTBOX_PATH, (route) => {
    const { mails } = route.request().postDataJSON() as { mails: { company_id: string }[] };
    const queued = mails.map(({ company_id }) =>
      makeMail("Lumen", {
        company_id,
        status: "held",
        waits_for: "undo",
        leaves_at: toTime(leavesInMs),
        approved_at: toTime(0),
        // Long enough for slow checks.
        undo_until: toTime(10 * MINUTE_MS),
      }),
    );
    const answer = makeOutbox(queued);
    return page
      .route(OUTBOX_PATH, (look) => (look.request().method() === "GET" ? answerWith(answer)(look) : look.fallback()))
      .then(() =>
        route.fulfill({ json: { queued_ids: mails.map(({ company_id }) => company_id), failed: [], ...answer } }),
      );
  });
  await sendOne(stage);
  await readMail(page);
  await page.getByRole("dialog").getByRole("button", { name: texts.mail.one.send }).click();
  await page.locator(".undo-notice").waitFor();
}

/** The outbox: waiting, ended, stopped, empty, and what is said after sending. */
export const outboxScenes: Scene[] = [
  { name: "outbox", who: "regular", play: showWaiting },
  {
    name: "outbox-selected",
    who: "regular",
    play: async (stage) => {
      await showWaiting(stage);
      await stage.page.getByRole("checkbox", { name: stage.texts.outbox.selectAll }).check();
    },
  },
  {
    name: "outbox-schedule",
    who: "regular",
    play: async (stage) => {
      await showWaiting(stage);
      await stage.page.getByRole("checkbox", { name: stage.texts.outbox.selectAll }).check();
      await stage.press(stage.texts.outbox.schedule);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "outbox-stopped",
    who: "regular",
    play: showOutbox(() =>
      makeOutbox(
        ["Okto", "Kappa"].map((name) => makeMail(name, { waits_for: "stopped" })),
        { stopped: "outcome_unknown" },
      ),
    ),
  },
  {
    name: "outbox-disconnected",
    who: "regular",
    play: showOutbox(() => makeOutbox([makeMail("Okto", { waits_for: "gmail_disconnected" })])),
  },
  {
    name: "outbox-empty",
    who: "regular",
    play: async ({ page, visit }) => {
      await page.route(OUTBOX_PATH, answerWith(makeOutbox([], { today: null })));
      await visit("/outbox");
    },
  },
  loadingScene("outbox-loading", "/outbox", OUTBOX_PATH),
  failedScene("outbox-failed", "/outbox", OUTBOX_PATH),
  ...(["by_user", "mailbox_cannot_send"] as const).map((stopped): Scene => ({
    name: `outbox-stopped-${stopped}`,
    who: "regular",
    play: showOutbox(() => makeOutbox([makeMail("Okto", { waits_for: "stopped" })], { stopped })),
  })),
  { name: "outbox-ended", who: "regular", play: showOutbox(() => makeOutbox(listEnded(), { today: null })) },
  {
    name: "outbox-schedule-wrong",
    who: "regular",
    play: async (stage) => {
      const { page, press, texts } = stage;
      await showWaiting(stage);
      await page.getByRole("checkbox", { name: texts.outbox.selectAll }).check();
      await press(texts.outbox.schedule);
      await page.getByLabel(texts.outbox.time, { exact: true }).fill("2020-01-01T10:00");
      await press(texts.outbox.choose);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "outbox-unchanged",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      const { page, press, texts } = stage;
      await showWaiting(stage);
      await routeCall(page, "POST", "**/api/outbox/stop", answerError(503, "unavailable"));
      await press(texts.outbox.stop);
      // A toast stays while the pointer is over it.
      await page.locator(".Toastify__toast").first().hover();
    },
  },
  {
    name: "outbox-read",
    who: "regular",
    play: async (stage) => {
      const { name } = await queueEdited(stage);
      await stage.visit("/outbox");
      await stage.press(stage.texts.mail.preview.title.replace("{{name}}", name));
      await stage.page.locator(".letter:not(.skeleton)").waitFor();
    },
  },
  {
    name: "outbox-message",
    who: "regular",
    play: async (stage) => {
      const { id } = await queueEdited(stage);
      await stage.visit(`/dashboard?message=${id}`);
      await stage.page.getByRole("dialog").getByText(stage.texts.outbox.editNotice).waitFor();
    },
  },
  {
    name: "outbox-company",
    who: "regular",
    play: async (stage) => {
      const { id } = await queueEdited(stage);
      await stage.visit(`/companies/${id}`);
      await stage.page.getByText(stage.texts.outbox.editNotice).waitFor();
    },
  },
  { name: "outbox-undo", who: "regular", play: (stage) => queueOne(stage, 9_000) },
  {
    name: "outbox-undo-later",
    who: "regular",
    play: async (stage) => {
      await queueOne(stage, DAY_MS);
      await stage.press(new RegExp(`${stage.texts.companies.filter.queued}$`, "u"));
    },
  },
  {
    name: "outbox-undone",
    who: "regular",
    play: async (stage) => {
      const { page, press, texts } = stage;
      await queueOne(stage, DAY_MS);
      await routeCall(page, "POST", "**/api/outbox/take-out", (route) => {
        const { company_ids } = route.request().postDataJSON() as { company_ids: string[] };
        return route.fulfill({ json: { company_ids, approvals: [], ...makeOutbox([]) } });
      });
      await press(texts.outbox.undo.button);
      await page.locator(".undo-notice").getByText(toPattern(texts.outbox.undo.undone_one)).waitFor();
    },
  },
  {
    name: "outbox-undo-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      const { page, press, texts } = stage;
      await queueOne(stage, DAY_MS);
      await routeCall(page, "POST", "**/api/outbox/take-out", answerError(503, "unavailable"));
      await press(texts.outbox.undo.button);
      await page.locator(".undo-notice").getByText(texts.outbox.undo.failed).waitFor();
    },
  },
];
