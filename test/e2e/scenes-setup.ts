import { never, on, refuse } from "./scene-answers.ts";
import { type Scene, screen } from "./scene.ts";

const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });

/** The wizard. */
export const setupScenes: Scene[] = [
  screen("wizard-1", "beginner", "/wizard"),
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
      await on(page, "POST", "**/api/settings/cv", never);
      await visit("/wizard");
      await page.locator("input[type=file]").setInputFiles(file("Mon CV.pdf"));
      await page.getByRole("progressbar").waitFor();
    },
  },
  {
    name: "wizard-1-refused",
    who: "beginner",
    expects: /status of 415/u,
    play: async ({ page, visit }) => {
      await on(page, "POST", "**/api/settings/cv", refuse(415, "cv_pdf_only"));
      await visit("/wizard");
      await page.locator("input[type=file]").setInputFiles(file("Mon CV.pdf"));
      await page.getByRole("alert").waitFor();
    },
  },
  screen("wizard-2", "writer", "/wizard"),
  {
    name: "wizard-2-writing",
    who: "writer",
    play: async ({ page, visit, press, texts }) => {
      await on(page, "POST", "**/api/settings/improve-message", never);
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
      await on(page, "POST", "**/api/settings/improve-message", refuse(502, "writer_failed"));
      await visit("/wizard");
      await press(texts.account.template.generate);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "wizard-loading",
    who: "writer",
    play: async ({ page, open }) => {
      await on(page, "GET", /\/api\/settings\/?$/u, never);
      await open("/wizard");
      await page.locator(".skeleton").waitFor();
    },
  },
  {
    name: "wizard-failed",
    who: "writer",
    expects: /status of 503/u,
    play: async ({ page, open, texts }) => {
      await on(page, "GET", /\/api\/settings\/?$/u, refuse(503, "unavailable"));
      await open("/wizard");
      await page.getByRole("button", { name: texts.common.retry }).waitFor();
    },
  },
];
