import type { Page } from "playwright-core";
import { answer, cut, on, refuse } from "./scene-answers.ts";
import { type Scene, screen } from "./scene.ts";

const wrong = "[aria-invalid=true]";

/** What failed is told where it happened and in a toast. */
async function told(page: Page): Promise<void> {
  await page.locator(".auth-sheet").getByRole("alert").waitFor();
  await page.locator(".Toastify__toast").waitFor();
}

/** What is seen before signing in, and what goes wrong there. */
export const visitorScenes: Scene[] = [
  screen("landing", "visitor", "/"),
  screen("login", "visitor", "/login"),
  {
    name: "login-wrong", who: "visitor", play: async ({ page, visit, press, texts }) => {
      await visit("/login");
      await press(texts.account.login.submit);
      await page.locator(wrong).nth(1).waitFor();
    },
  },
  {
    name: "login-refused", who: "visitor", expects: /status of 401/u, play: async ({ page, visit, press, texts }) => {
      await visit("/login");
      await page.getByLabel(texts.account.email, { exact: true }).fill("nobody@mail.example");
      await page.getByLabel(texts.account.password, { exact: true }).fill("not this one");
      await press(texts.account.login.submit);
      await told(page);
    },
  },
  {
    name: "login-no-google", who: "visitor", expects: /ERR_CONNECTION/u, play: async ({ page, visit, press, texts }) => {
      await page.route("**/gsi/client*", cut);
      await visit("/login");
      await press(texts.account.google.button);
      await told(page);
    },
  },
  screen("signup", "visitor", "/signup"),
  {
    name: "signup-wrong", who: "visitor", play: async ({ page, visit, press, texts }) => {
      await visit("/signup");
      await page.getByLabel(texts.account.password, { exact: true }).fill("short");
      await press(texts.account.signup.submit);
      await page.locator(wrong).nth(3).waitFor();
    },
  },
  screen("privacy", "visitor", "/privacy"),
  screen("terms", "visitor", "/terms"),
  screen("objection", "visitor", "/objection"),
  {
    name: "objection-wrong", who: "visitor", play: async ({ page, visit, press, texts }) => {
      await visit("/objection");
      await press(texts.legal.objection.submit);
      await page.locator(wrong).waitFor();
    },
  },
  {
    name: "objection-listed", who: "visitor", play: async ({ page, visit, press, texts }) => {
      await on(page, "POST", "**/api/objections", answer({ entry: "lumen.example", listed: true }));
      await visit("/objection");
      await page.getByLabel(texts.legal.objection.entry, { exact: true }).fill("lumen.example");
      await press(texts.legal.objection.submit);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "objection-refused", who: "visitor", expects: /status of 429/u, play: async ({ page, visit, press, texts }) => {
      await on(page, "POST", "**/api/objections", refuse(429, "too_many_requests"));
      await visit("/objection");
      await page.getByLabel(texts.legal.objection.entry, { exact: true }).fill("lumen.example");
      await press(texts.legal.objection.submit);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    // A screen whose script does not arrive.
    name: "crash", who: "visitor", expects: /terms-page|dynamically imported|ERR_CONNECTION/u, play: async ({ page, open, texts }) => {
      await page.route("**/assets/terms-page*", cut);
      await open("/terms");
      await page.getByRole("button", { name: texts.common.crash.reload }).waitFor();
    },
  },
];
