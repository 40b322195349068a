import { z } from "zod";
import type { Proposal } from "../../../worker/contract/applications.ts";
import { answerError, answerWith, changeAnswer, routeCall } from "./mocked-answers.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import { openCompany } from "./scenes-company.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const ANSWER_PATH = /\/api\/dashboard\/companies\/[^/]+\/answer$/u;
const PROPOSALS_PATH = /\/api\/dashboard\/proposals$/u;
const LIST_PATH = /\/api\/dashboard\/companies\?/u;

const PROPOSAL: Proposal = {
  id: "1",
  company_id: "1",
  company_name: "Studio 22",
  outcome: "interview",
  how: "forwarded",
  sender_proven: true,
  status: "proposed",
  created_at: "2026-11-20T09:00:00.000Z",
  decided_at: null,
  sender: "Maria Weber <weber@studio22.example>",
  subject: "Re: Application",
  excerpt: "Thank you for writing. Could you come to our studio next Tuesday at 10?",
  confidence: 0.9,
};

const DOUBTFUL: Proposal[] = [
  { ...PROPOSAL, id: "2", company_name: "Atelier Nord", sender_proven: false, excerpt: null, confidence: 0.5 },
  { ...PROPOSAL, id: "3", company_name: "Maison Vidal", outcome: "refused", excerpt: null, confidence: 0.4 },
];

async function openDialog(stage: ScreenshotPage): Promise<void> {
  await openCompany(stage, ({ email_sent: isSent }) => isSent);
  await stage.press(stage.texts.applications.answer.open);
  await stage.page.getByRole("dialog").waitFor();
}

const readAnswer = (answer: object) => async (stage: ScreenshotPage) => {
  await routeCall(stage.page, "POST", ANSWER_PATH, answerWith(answer));
  await openDialog(stage);
  await stage.page.getByRole("dialog").getByRole("textbox").fill("Hello");
  await stage.press(stage.texts.applications.answer.read);
  await stage.page.getByRole("dialog").getByRole("status").waitFor();
};

/** An interview is confirmed whose mail names a date. Nothing is really noted. */
async function readAppointment(stage: ScreenshotPage): Promise<void> {
  const { page, texts } = stage;
  await routeCall(page, "POST", /\/outcome$/u, async (route) => {
    const answer = await page.request.get(
      route
        .request()
        .url()
        .replace(/\/outcome$/u, ""),
    );
    const { company } = z.object({ company: z.unknown() }).parse(await answer.json());
    await route.fulfill({ json: { company, event_id: "1" } });
  });
  await readAnswer({ reading: "unclear", proposal: null, appointment: "2026-12-08T14:30" })(stage);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: texts.applications.outcome.names.interview, exact: true })
    .click();
  await page.getByText(texts.applications.answer.date).waitFor();
}

const Companies = z.looseObject({ companies: z.array(z.looseObject({})) });
const OUTCOMES = [null, null, "answered", "interview", "offer", "refused", "no_answer", "bounced"];

/** A board with cards in every column. */
async function fillBoard({ page, visit }: ScreenshotPage): Promise<void> {
  await routeCall(
    page,
    "GET",
    LIST_PATH,
    changeAnswer(Companies, (list) => ({
      ...list,
      companies: list.companies.map((company, at) =>
        at % 3 === 0
          ? company
          : {
              ...company,
              email_sent: true,
              send_status: "sent",
              sent_at: "2026-11-10T09:00:00.000Z",
              outcome: OUTCOMES[at % OUTCOMES.length] ?? null,
              outcome_at: "2026-11-20T09:00:00.000Z",
            },
      ),
    })),
  );
  await visit("/board");
  await page.locator(".board-card").first().waitFor({ state: "attached" });
}

async function showProposals({ page, visit }: ScreenshotPage): Promise<void> {
  await routeCall(page, "GET", PROPOSALS_PATH, answerWith({ proposals: [PROPOSAL, ...DOUBTFUL] }));
  await visit("/dashboard?proposals=all");
  await page.getByRole("dialog").waitFor();
}

export const answerScenes: Scene[] = [
  { name: "answer", who: "regular", play: openDialog },
  {
    name: "answer-missing",
    who: "regular",
    play: async (stage) => {
      await openDialog(stage);
      await stage.press(stage.texts.applications.answer.read);
      await stage.page.getByRole("alert").waitFor();
    },
  },
  {
    name: "answer-read",
    who: "regular",
    play: readAnswer({ reading: "outcome", proposal: PROPOSAL, appointment: null }),
  },
  {
    name: "answer-unsure",
    who: "regular",
    play: readAnswer({ reading: "outcome", proposal: DOUBTFUL[1], appointment: null }),
  },
  { name: "answer-appointment", who: "regular", play: readAppointment },
  {
    name: "answer-automatic",
    who: "regular",
    play: readAnswer({ reading: "automatic", proposal: null, appointment: null }),
  },
  {
    name: "answer-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      await routeCall(stage.page, "POST", ANSWER_PATH, answerError(503, "unavailable"));
      await openDialog(stage);
      await stage.page.getByRole("dialog").getByRole("textbox").fill("Hello");
      await stage.press(stage.texts.applications.answer.read);
      await stage.page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  { name: "answer-proposals", who: "regular", play: showProposals },
  { name: "answer-board", who: "regular", play: fillBoard },
  screenScene("answer-board-empty", "fresh", "/board"),
  loadingScene("answer-board-loading", "/board", LIST_PATH),
  failedScene("answer-board-failed", "/board", LIST_PATH),
];
