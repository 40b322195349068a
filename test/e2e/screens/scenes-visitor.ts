import type { Page } from "playwright-core";
import { z } from "zod";
import { answerWith, breakConnection, changeAnswer, routeCall, answerError } from "./mocked-answers.ts";
import { type Scene, screenScene } from "./scene.ts";

const Health = z.looseObject({});
const INVALID_FIELD = "[aria-invalid=true]";

const makeProof = (dns: string, file: string) => ({
  value: "candidature-objection=3q2-7vLr0Yx9mKQwZt5aVbN8sUcD1eFgHiJkLmNoPqR",
  dns: { name: "_candidature.lumen.example", result: dns },
  file: { url: "https://lumen.example/.well-known/candidature-objection.txt", result: file },
});

/** Sends an objection and shows the answer. */
const objectionScene = (name: string, entry: string, told: Parameters<typeof routeCall>[3]): Scene => ({
  name,
  who: "visitor",
  play: async ({ page, visit, press, texts }) => {
    await routeCall(page, "POST", "**/api/objections", told);
    await visit("/objection");
    await page.getByLabel(texts.legal.objection.entry, { exact: true }).fill(entry);
    await press(texts.legal.objection.submit);
    await page.getByRole("alert").first().waitFor();
  },
});
const waitForAlert = (page: Page): Promise<void> => page.locator(".auth-sheet").getByRole("alert").waitFor();

/** The screens before signing in, and their errors. */
export const visitorScenes: Scene[] = [
  screenScene("landing", "visitor", "/"),
  screenScene("login", "visitor", "/login"),
  { ...screenScene("not-found", "visitor", "/no/such/page"), expects: /status of 404/u },
  {
    name: "login-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/login");
      await press(texts.account.login.submit);
      await page.locator(INVALID_FIELD).nth(1).waitFor();
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
      await waitForAlert(page);
    },
  },
  {
    name: "login-no-google",
    who: "visitor",
    expects: /ERR_CONNECTION/u,
    play: async ({ page, visit, press, texts }) => {
      await page.route("**/gsi/client*", breakConnection);
      await visit("/login");
      await press(texts.account.google.button);
      await waitForAlert(page);
    },
  },
  screenScene("signup", "visitor", "/signup"),
  {
    name: "signup-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/signup");
      await page.getByLabel(texts.account.password, { exact: true }).fill("short");
      await press(texts.account.signup.submit);
      await page.locator(INVALID_FIELD).nth(3).waitFor();
    },
  },
  screenScene("privacy", "visitor", "/privacy"),
  screenScene("terms", "visitor", "/terms"),
  screenScene("objection", "visitor", "/objection"),
  {
    name: "objection-wrong",
    who: "visitor",
    play: async ({ page, visit, press, texts }) => {
      await visit("/objection");
      await press(texts.legal.objection.submit);
      await page.locator(INVALID_FIELD).waitFor();
    },
  },
  objectionScene(
    "objection-listed",
    "rh@lumen.example",
    answerWith({ entry: "rh@lumen.example", listed: true, waits_for: null, proof: null }),
  ),
  objectionScene(
    "objection-hour",
    "rh@lumen.example",
    answerWith({ entry: "rh@lumen.example", listed: false, waits_for: "hour", proof: null }),
  ),
  objectionScene(
    "objection-operator",
    "rh@lumen.example",
    answerWith({ entry: "rh@lumen.example", listed: false, waits_for: "operator", proof: null }),
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
  objectionScene(
    "objection-unproven",
    "lumen.example",
    answerWith({ entry: "lumen.example", listed: false, waits_for: "proof", proof: makeProof("missing", "failed") }),
  ),
  objectionScene(
    "objection-proven",
    "lumen.example",
    answerWith({ entry: "lumen.example", listed: false, waits_for: "hour", proof: makeProof("found", "postponed") }),
  ),
  {
    ...objectionScene("objection-refused", "lumen.example", answerError(503, "unavailable")),
    expects: /status of 503/u,
  },
  ...["/privacy", "/terms", "/objection"].map((path): Scene => ({
    name: `operator${path.replace("/", "-")}`,
    who: "visitor",
    play: async ({ page, visit }) => {
      await page.route(
        "**/api/health",
        changeAnswer(Health, (health) => ({
          ...health,
          contact: "mailto:contact@lumen-studio-and-partners.example",
          operator: { name: "Lumen Studio SARL", address: "12 rue de la République, 69002 Lyon" },
        })),
      );
      await visit(path);
    },
  })),
  {
    // A screen whose script fails to load.
    name: "unloaded",
    who: "visitor",
    expects: /terms-page|dynamically imported|ERR_CONNECTION|LoadError/u,
    play: async ({ page, open, texts }) => {
      await page.route("**/assets/terms-page*", breakConnection);
      await open("/terms");
      await page.getByRole("heading", { name: texts.common.unloaded.title }).waitFor();
    },
  },
  {
    name: "crash",
    who: "visitor",
    expects: /broken on purpose/u,
    play: async ({ page, open, texts }) => {
      await page.route("**/assets/terms-page*.js", async (route) => {
        const broken = 'export{broken as $1};function broken(){throw new Error("broken on purpose")}';
        const code = await (await route.fetch()).text();
        await route.fulfill({
          contentType: "text/javascript",
          body: code.replace(/export\{[\w$]+ as ([\w$]+)\};?/u, broken),
        });
      });
      await open("/terms");
      await page.getByRole("button", { name: texts.common.crash.reload }).waitFor();
    },
  },
];
