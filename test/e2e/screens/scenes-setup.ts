import { neverAnswer, routeCall, answerError } from "./mocked-answers.ts";
import { type Scene, screenScene } from "./scene.ts";

const uploadFile = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });

export const setupScenes: Scene[] = [
  screenScene("wizard-1", "beginner", "/wizard"),
  {
    name: "wizard-1-wrong",
    who: "beginner",
    play: async ({ page, visit }) => {
      await visit("/wizard");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "Mon CV.docx", mimeType: "application/msword", buffer: Buffer.from("CV") });
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "wizard-1-uploading",
    who: "beginner",
    play: async ({ page, visit }) => {
      await routeCall(page, "POST", "**/api/settings/cv", neverAnswer);
      await visit("/wizard");
      await page.locator("input[type=file]").setInputFiles(uploadFile("Mon CV.pdf"));
      await page.getByRole("progressbar").waitFor();
    },
  },
  {
    name: "wizard-1-refused",
    who: "beginner",
    expects: /status of 415/u,
    play: async ({ page, visit }) => {
      await routeCall(page, "POST", "**/api/settings/cv", answerError(415, "cv_pdf_only"));
      await visit("/wizard");
      await page.locator("input[type=file]").setInputFiles(uploadFile("Mon CV.pdf"));
      await page.getByRole("alert").waitFor();
    },
  },
  screenScene("wizard-2", "writer", "/wizard"),
  {
    name: "wizard-2-facts",
    who: "writer",
    play: async ({ page, visit, texts }) => {
      await visit("/wizard");
      await page.getByText(texts.account.facts.wizardTitle).click();
      // To the end, so that the buttons at the foot of the window cover none of a fact by half.
      await page.getByLabel(texts.account.facts.add, { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "wizard-2-writing",
    who: "writer",
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "POST", "**/api/settings/improve-message", neverAnswer);
      await visit("/wizard");
      await press(texts.account.template.generate);
      await page.getByText(texts.account.template.writing).waitFor();
    },
  },
  {
    name: "wizard-2-refused",
    who: "writer",
    expects: /status of 502/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "POST", "**/api/settings/improve-message", answerError(502, "writer_failed"));
      await visit("/wizard");
      await press(texts.account.template.generate);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "wizard-loading",
    who: "writer",
    play: async ({ page, open }) => {
      await routeCall(page, "GET", /\/api\/settings\/?$/u, neverAnswer);
      await open("/wizard");
      await page.locator(".skeleton").waitFor();
    },
  },
  {
    name: "wizard-failed",
    who: "writer",
    expects: /status of 503/u,
    play: async ({ page, open, texts }) => {
      await routeCall(page, "GET", /\/api\/settings\/?$/u, answerError(503, "unavailable"));
      await open("/wizard");
      await page.getByRole("button", { name: texts.common.retry }).waitFor();
    },
  },
];
