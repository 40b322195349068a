import type { FollowUp } from "../../../worker/contract/follow-ups.ts";
import type { MailPreview } from "../../../worker/contract/mail.ts";
import type { CheckedText, Sentence } from "../../../worker/contract/messages.ts";
import type { Outbox } from "../../../worker/contract/outbox.ts";
import { toPattern } from "../support/screen-texts.ts";
import { answerError, answerWith, routeCall } from "./mocked-answers.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import { openSentCompany } from "./scenes-company.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const LIST_PATH = /\/api\/follow-ups(?:\?.*)?$/u;
const ONE_PATH = /\/api\/dashboard\/companies\/[^/]+\/follow-up$/u;
const WRITE_PATH = /\/follow-up\/write$/u;
const CHECK_PATH = /\/follow-up\/check$/u;
const PREVIEW_PATH = /\/follow-up\/preview$/u;
const OUTBOX_PATH = /\/api\/outbox$/u;
const DAY_MS = 86_400_000;
const toTime = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const GREETING = "Dear Sir or Madam,";
const SENTENCES = [
  "I wrote to you on 10 November about work as a web developer at Lumen Workshop.",
  "At Lumen agency I cut the loading time of a site by 40%.",
  "We spoke briefly at the fair in Leeds.",
  "Could we talk for ten minutes, by phone or in person?",
];
const TEXT = `${GREETING}\n\n${SENTENCES.join(" ")}\n\nYours faithfully,\n\nCamille Martin`;

const makeFollowUp = (name: string, values: Partial<FollowUp> = {}): FollowUp => ({
  company_id: name.toLowerCase().replaceAll(" ", "-"),
  company_name: name,
  website: `https://${name.toLowerCase().replaceAll(" ", "-")}.example/`,
  city: "Manchester",
  phones: [{ number: "+441632960123", text: "+44 1632 960123" }],
  step: 1,
  block: null,
  applied_at: toTime(-8),
  last_contact_at: toTime(-8),
  due_at: toTime(-1),
  recipient: `jobs@${name.toLowerCase().replaceAll(" ", "-")}.example`,
  outcome_unknown: false,
  message: TEXT,
  version: 1,
  author: "assistant",
  language: "en",
  ...values,
});
const NOT_WRITTEN = { message: "", version: 0, author: null };
const READ = makeFollowUp("Lumen Workshop");

const listDue = (): FollowUp[] => [
  READ,
  makeFollowUp("Atelier Nord", { ...NOT_WRITTEN, phones: [] }),
  makeFollowUp("Blue Harbour Software and Consulting", { step: 2, author: "user" }),
  makeFollowUp("Kappa", { ...NOT_WRITTEN, city: "" }),
  makeFollowUp("Okto", { step: 2 }),
];

const QUEUED: Outbox = {
  mails: [
    {
      company_id: "okto",
      company_name: "Okto",
      step: 2,
      recipient: "jobs@okto.example",
      subject: "Re: Camille Martin",
      status: "waiting",
      waits_for: "office_hours",
      ended_by: null,
      leaves_at: toTime(1),
      send_at: null,
      office_closed: false,
      cv_profile_id: null,
      undo_until: toTime(-1),
      approved_at: toTime(-1),
      changed_at: toTime(-1),
    },
  ],
  stopped: null,
  undo_seconds: 10,
  office_hours: true,
  today: { sent: 3, limit: 10, resets_at: toTime(1) },
};

const toSentence = (text: string, values: Partial<Sentence> = {}): Sentence => ({
  text,
  status: "opinion",
  sources: [],
  ...values,
});
const NO_PAGE = { url: null, cv_page: null };
const CHECKED: CheckedText = {
  sentences: [
    toSentence(SENTENCES[0] ?? "", {
      status: "supported",
      sources: [{ kind: "sent", quote: "I sent my application to Lumen Workshop on 10 November 2026.", ...NO_PAGE }],
    }),
    toSentence(SENTENCES[1] ?? "", {
      status: "supported",
      sources: [{ kind: "cv", quote: "Cut the loading time of a site by 40%", ...NO_PAGE, cv_page: 1 }],
    }),
    toSentence(SENTENCES[2] ?? "", { status: "unsupported" }),
    toSentence(SENTENCES[3] ?? ""),
  ],
  reasons: [],
  warnings: [],
};
const PREVIEW: MailPreview = {
  from: { name: "Camille Martin", address: "camille.martin@mail.example" },
  to: READ.recipient ?? "",
  reply_to: null,
  subject: "Re: Web developer",
  text: TEXT,
  attachment: null,
  letter: null,
  fingerprint: "0".repeat(64),
  review: [],
  do_not_contact: false,
  undeliverable: false,
  already_contacted: false,
  contacted_company: null,
  applied: null,
  objection_pending: false,
  cv_language: false,
  free_at: null,
  letter_language: "en",
  profile: { id: "default", name: "", language: "en" },
  in_thread: true,
};

/** Answers all that the screen asks for. */
async function mockFollowUps({ page }: ScreenshotPage, one: FollowUp = READ, preview = PREVIEW): Promise<void> {
  const due = listDue();
  await page.route(LIST_PATH, answerWith({ follow_ups: due, total: due.length }));
  await page.route(OUTBOX_PATH, answerWith({ outbox: QUEUED }));
  await routeCall(page, "GET", ONE_PATH, answerWith({ follow_up: one }));
  await page.route(PREVIEW_PATH, answerWith({ preview }));
  await page.route(CHECK_PATH, answerWith(CHECKED));
}

async function showList(stage: ScreenshotPage): Promise<void> {
  await mockFollowUps(stage);
  await stage.visit("/follow-ups");
  await stage.page.getByRole("main").getByRole("listitem").first().waitFor();
}

/** Opens the dialog of a follow-up. */
const showOne =
  (one: FollowUp, preview = PREVIEW) =>
  async (stage: ScreenshotPage): Promise<void> => {
    await mockFollowUps(stage, one, preview);
    await stage.visit(`/follow-ups?read=${READ.company_id}`);
    await stage.page.getByRole("dialog").getByRole("heading").first().waitFor();
    await stage.page.waitForLoadState("networkidle");
  };

/** The screen of follow-ups, its dialogs, and where other screens lead to it. */
export const followUpScenes: Scene[] = [
  { name: "follow-ups", who: "regular", play: showList },
  {
    name: "follow-ups-chosen",
    who: "regular",
    play: async (stage) => {
      await showList(stage);
      await stage.page.getByRole("checkbox", { name: stage.texts.outbox.selectAll }).check();
      await stage.page.getByRole("group", { name: stage.texts.companies.selection.label }).waitFor();
    },
  },
  {
    name: "follow-ups-not-written",
    who: "regular",
    expects: /status of 422/u,
    play: async (stage) => {
      const fields = { unknown_figure: "twelve people" };
      await routeCall(stage.page, "POST", WRITE_PATH, answerError(422, "message_refused", { fields }));
      await showList(stage);
      await stage.page
        .getByRole("button", { name: toPattern(stage.texts.followUps.writeFor) })
        .first()
        .click();
      await stage.page.getByRole("alert").first().waitFor();
    },
  },
  screenScene("follow-ups-empty", "fresh", "/follow-ups"),
  loadingScene("follow-ups-loading", "/follow-ups", LIST_PATH),
  failedScene("follow-ups-failed", "/follow-ups", LIST_PATH),
  {
    name: "follow-ups-several",
    who: "regular",
    play: async (stage) => {
      await mockFollowUps(stage);
      const ids = [READ.company_id, "blue-harbour-software-and-consulting"].join(",");
      await stage.visit(`/follow-ups?read=${ids}`);
      await stage.page.locator(".sentence").first().waitFor();
    },
  },
  {
    name: "follow-up-read",
    who: "regular",
    play: async (stage) => {
      await showOne(READ)(stage);
      await stage.page.locator(".sentence").first().click();
    },
  },
  {
    name: "follow-up-early",
    who: "regular",
    play: showOne(makeFollowUp("Lumen Workshop", { block: "follow_up_too_early", due_at: toTime(3) }), {
      ...PREVIEW,
      in_thread: false,
    }),
  },
  {
    name: "follow-up-answered",
    who: "regular",
    play: showOne(makeFollowUp("Lumen Workshop", { block: "answer_unread" })),
  },
  { name: "follow-up-to-write", who: "regular", play: showOne(makeFollowUp("Lumen Workshop", NOT_WRITTEN)) },
  {
    name: "follow-up-edit",
    who: "regular",
    play: async (stage) => {
      await showOne(READ)(stage);
      await stage.press(stage.texts.followUps.text.edit);
      await stage.page.getByRole("textbox").press("End");
      await stage.page.getByRole("textbox").pressSequentially(".");
      await stage.page.waitForTimeout(1_000);
    },
  },
  {
    name: "follow-up-replace",
    who: "regular",
    play: async (stage) => {
      await showOne(makeFollowUp("Lumen Workshop", { author: "user" }))(stage);
      await stage.press(stage.texts.messages.dialog.rewrite);
      await stage.page.getByRole("dialog").nth(1).waitFor();
    },
  },
  {
    name: "follow-up-call",
    who: "regular",
    play: async (stage) => {
      await mockFollowUps(stage);
      await stage.visit(`/follow-ups?call=${READ.company_id}`);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "follow-up-next-step",
    who: "regular",
    play: async ({ page, visit }) => {
      await page.route(LIST_PATH, answerWith({ follow_ups: [READ], total: 4 }));
      await visit("/dashboard");
      await page.locator(".next-step a[href='/follow-ups']").waitFor();
    },
  },
  {
    name: "follow-up-company",
    who: "regular",
    play: async (stage) => {
      await routeCall(stage.page, "GET", ONE_PATH, answerWith({ follow_up: READ }));
      await openSentCompany(stage);
      await stage.page.locator("#company-follow-up").waitFor();
    },
  },
  {
    name: "follow-up-company-call",
    who: "regular",
    play: async (stage) => {
      const dead = makeFollowUp("Lumen Workshop", { block: "dead_address" });
      await routeCall(stage.page, "GET", ONE_PATH, answerWith({ follow_up: dead }));
      await openSentCompany(stage);
      await stage.page.locator("#company-follow-up").waitFor();
    },
  },
];
