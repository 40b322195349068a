import { z } from "zod";
import { toPattern } from "../support/screen-texts.ts";
import { answerError, breakConnection, neverAnswer, routeCall } from "./mocked-answers.ts";
import { type Scene, selectReady } from "./scene.ts";
import { sendOne, sendReady } from "./scenes-mail.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const CHECK_PATH = /\/check-message$/u;
const Body = z.object({ message: z.string().optional() });
const Company = z.object({ company: z.object({ message: z.string() }) });

const SOURCES = [
  { kind: "cv", quote: "Web developer since 2019, Lumen agency, London", url: null, cv_page: 1 },
  { kind: "template", quote: "I am a web developer looking for a small team.", url: null, cv_page: null },
  { kind: "company", quote: "We build sites that last.", url: "https://lumen-studio.example/about", cv_page: null },
  { kind: "confirmed", quote: "I have a car", url: null, cv_page: null },
] as const;

/** Every sentence of a text: each kind of source in turn, then one without source and one that contradicts the CV. */
function describeText(text: string) {
  const lines = text.split(/\n+/u).flatMap((line) => line.match(/[^.!?]+[.!?]+/gu) ?? []);
  return lines.map((line, position) => {
    const source = SOURCES[position % SOURCES.length];
    const status = position === 1 ? "unsupported" : position === 3 ? "contradicted" : "supported";
    return { text: line.trim(), status, sources: status === "unsupported" || !source ? [] : [source] };
  });
}

/** Answers the check of each message: with every kind of sentence, or with supported ones only. */
const mockSentences = ({ page }: ScreenshotPage, doubtful = true): Promise<unknown> =>
  routeCall(page, "POST", CHECK_PATH, async (route) => {
    const { message } = Body.parse(route.request().postDataJSON());
    const path = route.request().url().replace("/check-message", "");
    const text = message ?? Company.parse(await (await page.request.get(path)).json()).company.message;
    const sentences = describeText(text).filter(({ status }) => doubtful || status === "supported");
    await route.fulfill({ json: { sentences, reasons: [], warnings: [] } });
  });

async function openMessage({ page, visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  await press(toPattern(texts.messages.cell.readFor));
  await page.getByRole("dialog").waitFor();
}

async function openSources(stage: ScreenshotPage, status: "supported" | "unsupported" | "contradicted") {
  await mockSentences(stage);
  await openMessage(stage);
  await stage.press(stage.texts.messages.check.toSources);
  await stage.page.locator(`.sentence.${status}`).first().click();
  await stage.page.locator(".sentence-panel").waitFor();
}

async function openReview(stage: ScreenshotPage): Promise<void> {
  const { page, press, texts } = stage;
  await selectReady(stage);
  await press(texts.companies.selection.review);
  await page.locator(".letter:not(.skeleton)").waitFor();
}

const Companies = z.looseObject({ companies: z.array(z.looseObject({ message_warnings: z.array(z.string()) })) });

/** Where each sentence comes from: in the editor, before a send, in a batch, and one letter after the other. */
export const sourceScenes: Scene[] = [
  {
    name: "sources-editor",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage);
      await openMessage(stage);
      await stage.page.locator(".field-marks .unsupported").waitFor();
    },
  },
  { name: "sources-open", who: "regular", play: (stage) => openSources(stage, "supported") },
  { name: "sources-unsupported", who: "regular", play: (stage) => openSources(stage, "unsupported") },
  {
    name: "sources-not-confirmed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      await routeCall(stage.page, "POST", /\/settings\/facts$/u, answerError(503, "unavailable"));
      await openSources(stage, "unsupported");
      await stage.press(stage.texts.messages.sentence.confirm);
      await stage.page.locator(".sentence-panel [role=alert]").waitFor();
    },
  },
  { name: "sources-contradicted", who: "regular", play: (stage) => openSources(stage, "contradicted") },
  {
    name: "sources-loading",
    who: "regular",
    play: async (stage) => {
      await routeCall(stage.page, "POST", CHECK_PATH, neverAnswer);
      await openMessage(stage);
      await stage.page.getByText(stage.texts.messages.check.checking).waitFor();
    },
  },
  {
    name: "sources-failed",
    who: "regular",
    expects: /CONNECTION_FAILED/u,
    play: async (stage) => {
      await routeCall(stage.page, "POST", CHECK_PATH, breakConnection);
      await openMessage(stage);
      await stage.page.getByText(stage.texts.messages.check.error).waitFor();
    },
  },
  {
    name: "sources-send-one",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage);
      await sendOne(stage);
      await stage.page.locator(".sentence.unsupported").first().click();
    },
  },
  {
    name: "sources-batch",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage);
      let marked = 0;
      await routeCall(stage.page, "GET", /\/api\/dashboard\/companies(\?|$)/u, async (route) => {
        const response = await route.fetch();
        const page = Companies.parse(await response.json());
        for (const company of page.companies)
          if (company.message_warnings.length === 0 && marked++ < 40)
            company.message_warnings = ["unsupported_sentence"];
        page.companies.slice(0, 2).forEach((company) => (company.message_warnings = []));
        await route.fulfill({ response, json: page });
      });
      await sendReady(stage);
      await stage.page.locator(".recipients").last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "sources-review",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage);
      await openReview(stage);
      await stage.page.locator(".sentence.unsupported").waitFor();
    },
  },
  {
    name: "sources-review-clean",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage, false);
      await openReview(stage);
      await stage.page.locator(".sentence.supported").first().waitFor();
    },
  },
  {
    name: "sources-review-end",
    who: "regular",
    play: async (stage) => {
      await mockSentences(stage);
      await openReview(stage);
      const end = stage.page.getByRole("heading", { name: stage.texts.mail.review.done });
      while ((await end.count()) === 0) await stage.page.keyboard.press("j");
    },
  },
];
