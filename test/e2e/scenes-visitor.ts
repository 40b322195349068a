import type { Page } from "playwright-core";
import { answer, cut, on, refuse } from "./scene-answers.ts";
import { type Scene, screen } from "./scene.ts";

const wrong = "[aria-invalid=true]";

const proof = (dns: string, file: string) => ({
  value: "candidature-objection=3q2-7vLr0Yx9mKQwZt5aVbN8sUcD1eFgHiJkLmNoPqR",
  dns: { name: "_candidature.lumen.example", result: dns },
  file: { url: "https://lumen.example/.well-known/candidature-objection.txt", result: file },
});

/** Somebody objects, and this is what they are told. */
const objection = (name: string, entry: string, told: Parameters<typeof on>[3]): Scene => ({
  name,
  who: "visitor",
  play: async ({ page, visit, press, texts }) => {
    await on(page, "POST", "**/api/objections", told);
    await visit("/objection");
    await page.getByLabel(texts.legal.objection.entry, { exact: true }).fill(entry);
    await press(texts.legal.objection.submit);
    await page.getByRole("alert").first().waitFor();
  },
});
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
    name: "login-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/login");
      await press(texts.account.login.submit);
      await page.locator(wrong).nth(1).waitFor();
    },
  },
  {
    name: "login-refused",
    who: "visitor",
    expects: /status of 401/u,
    play: async ({ page, visit, press, texts }) => {
      await visit("/login");
      await page.getByLabel(texts.account.email, { exact: true }).fill("nobody@mail.example");
      await page.getByLabel(texts.account.password, { exact: true }).fill("not this one");
      await press(texts.account.login.submit);
      await told(page);
    },
  },
  {
    name: "login-no-google",
    who: "visitor",
    expects: /ERR_CONNECTION/u,
    play: async ({ page, visit, press, texts }) => {
      await page.route("**/gsi/client*", cut);
      await visit("/login");
      await press(texts.account.google.button);
      await told(page);
    },
  },
  screen("signup", "visitor", "/signup"),
  {
    name: "signup-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
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
    name: "objection-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/objection");
      await press(texts.legal.objection.submit);
      await page.locator(wrong).waitFor();
    },
  },
  objection(
    "objection-listed",
    "rh@lumen.example",
    answer({ entry: "rh@lumen.example", listed: true, waits_for: null, proof: null }),
  ),
  objection(
    "objection-hour",
    "rh@lumen.example",
    answer({ entry: "rh@lumen.example", listed: false, waits_for: "hour", proof: null }),
  ),
  objection(
    "objection-operator",
    "rh@lumen.example",
    answer({ entry: "rh@lumen.example", listed: false, waits_for: "operator", proof: null }),
  ),
  {
    name: "objection-proof",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/objection");
      await page.getByLabel(texts.legal.objection.entry, { exact: true }).fill("lumen.example");
      await press(texts.legal.objection.submit);
      await page
        .getByRole("heading", { name: texts.legal.objection.proof.title.replace("{{domain}}", "lumen.example") })
        .waitFor();
    },
  },
  objection(
    "objection-unproven",
    "lumen.example",
    answer({ entry: "lumen.example", listed: false, waits_for: "proof", proof: proof("missing", "failed") }),
  ),
  objection(
    "objection-proven",
    "lumen.example",
    answer({ entry: "lumen.example", listed: false, waits_for: "hour", proof: proof("found", "postponed") }),
  ),
  { ...objection("objection-refused", "lumen.example", refuse(503, "unavailable")), expects: /status of 503/u },
  {
    // A screen whose script does not arrive.
    name: "crash",
    who: "visitor",
    expects: /terms-page|dynamically imported|ERR_CONNECTION/u,
    play: async ({ page, open, texts }) => {
      await page.route("**/assets/terms-page*", cut);
      await open("/terms");
      await page.getByRole("button", { name: texts.common.crash.reload }).waitFor();
    },
  },
];
