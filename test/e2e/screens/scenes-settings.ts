import { z } from "zod";
import { SETTINGS_SECTIONS } from "../../../web/lib/settings-sections.ts";
import type { Fact } from "../../../worker/contract/account.ts";
import type { Inbox, InboxAnswer } from "../../../worker/contract/inbox.ts";
import { answerWith, changeAnswer, routeCall, answerError } from "./mocked-answers.ts";
import { mockProfiles } from "./mocked-profiles.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const SETTINGS_PATH = /\/api\/settings\/?$/u;
const Settings = z.looseObject({ cv: z.looseObject({}), gmail: z.looseObject({}) });
const FACTS_PATH = "**/api/settings/facts";

const KNOWN_FACTS: readonly Fact[] = [
  {
    id: "1",
    kind: "job",
    source: "cv",
    text: "Web developer, Lumen agency, London, 2019 - 2024",
    details: ["Cut the loading time of a site by 40%", "Trained two juniors"],
    cv_page: 1,
  },
  { id: "2", kind: "skill", source: "cv", text: "TypeScript", details: [], cv_page: 2 },
  { id: "3", kind: "certificate", source: "cv", text: "Driving licence, B", details: [], cv_page: null },
  { id: "4", kind: "other", source: "confirmed", text: "Available from March", details: [], cv_page: null },
];

/** The settings, with the text of the CV changed. */
const showCvStatus =
  (status: string) =>
  async ({ page, visit }: ScreenshotPage): Promise<void> => {
    await routeCall(
      page,
      "GET",
      SETTINGS_PATH,
      changeAnswer(Settings, (all) => ({ ...all, cv: { ...all.cv, text_status: status } })),
    );
    await visit("/settings/cv");
  };

/** The settings of a user with two profiles, the second one in view. */
async function openSecondProfile(
  { page, visit, texts }: ScreenshotPage,
  section: "cv" | "template" = "cv",
): Promise<void> {
  await mockProfiles(page);
  await routeCall(page, "GET", "**/api/settings/facts?profile_id=1", answerWith({ status: "none", facts: [] }));
  await visit(`/settings/${section}`);
  await page.getByLabel(texts.common.profile.label, { exact: true }).selectOption("1");
}

/** The security of an account that signs in with Google only, on two devices. */
const GOOGLE_SECURITY = {
  has_password: false,
  has_google: true,
  sessions: ["", "Firefox, Linux"].map((device, at) => ({
    id: `${at}`,
    device,
    started_at: "2026-11-20T10:00:00.000Z",
    last_seen_at: "2026-11-20T10:00:00.000Z",
    current: at === 0,
  })),
};

const INBOX_PATH = "**/api/settings/inbox";

/** A forwarding address that Google has not confirmed yet. */
const NEW_INBOX: Inbox = {
  address: "r7k2m9x4q8w3t6v1n5p0d2f4@in.candidature.example",
  created_at: "2026-11-20T10:00:00.000Z",
  keep_excerpts: false,
  confirmation: null,
  filter: {
    texts: ['from:(mailer-daemon OR postmaster OR lumen.example OR rh@orange.fr) -"in.candidature.example"'],
    set_at: null,
    is_outdated: false,
  },
  last_mail_at: null,
  counts: [],
};
const CONFIRMED_INBOX: Inbox = {
  ...NEW_INBOX,
  confirmation: {
    code: "482915730",
    link: "https://mail-settings.google.com/mail/vf-0123456789abcdef",
    at: "2026-11-20T10:05:00.000Z",
  },
};
/** In use, with companies that its two filters leave out. */
const USED_INBOX: Inbox = {
  ...CONFIRMED_INBOX,
  keep_excerpts: true,
  filter: {
    texts: [...NEW_INBOX.filter.texts, 'from:(atelier-nord.example) -"in.candidature.example"'],
    set_at: "2026-11-20T10:10:00.000Z",
    is_outdated: true,
  },
  last_mail_at: "2026-11-21T08:30:00.000Z",
  counts: (["answer", "bounce", "unmatched", "forged", "not_forwarded"] as const).map((kind, at) => ({
    kind,
    count: at * at + 1,
    last_at: "2026-11-21T08:30:00.000Z",
  })),
};

/** The forwarding address in one of its states. */
async function showInbox({ page, visit }: ScreenshotPage, answer: InboxAnswer): Promise<void> {
  await routeCall(page, "GET", INBOX_PATH, answerWith(answer));
  await visit("/settings/answers");
}

async function giveConsent({ page, visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/settings/gmail");
  const opened = page.waitForEvent("popup");
  await press(texts.mail.gmail.connect);
  const popup = await opened;
  await popup.locator("button[value=allow]").waitFor();
  const address = popup.url();
  await popup.close();
  await page.goto(address);
}

/** The settings and the sandbox's Google screens, which are opened from there. */
export const settingsScenes: Scene[] = [
  screenScene("settings-fresh", "fresh", "/settings"),
  {
    name: "settings-cv-text",
    who: "fresh",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/cv");
      await press(texts.account.cv.look);
      await page.getByRole("dialog").waitFor();
    },
  },
  screenScene("settings", "regular", "/settings"),
  ...SETTINGS_SECTIONS.map((section) => screenScene(`settings-${section}`, "regular", `/settings/${section}`)),
  screenScene("settings-fresh-gmail", "fresh", "/settings/gmail"),
  {
    name: "settings-gmail-lost",
    who: "regular",
    play: async ({ page, visit }) => {
      await routeCall(
        page,
        "GET",
        SETTINGS_PATH,
        changeAnswer(Settings, (all) => ({ ...all, gmail: { ...all.gmail, connected: false, reconnect: true } })),
      );
      await visit("/settings/gmail");
    },
  },
  {
    name: "settings-answers-unavailable",
    who: "regular",
    play: (stage) => showInbox(stage, { available: false, inbox: null }),
  },
  {
    name: "settings-answers-new",
    who: "regular",
    play: (stage) => showInbox(stage, { available: true, inbox: NEW_INBOX }),
  },
  {
    name: "settings-answers-confirmed",
    who: "regular",
    play: (stage) => showInbox(stage, { available: true, inbox: CONFIRMED_INBOX }),
  },
  {
    name: "settings-answers-used",
    who: "regular",
    play: async (stage) => {
      await showInbox(stage, { available: true, inbox: USED_INBOX });
      await stage.page.locator("summary").click();
    },
  },
  {
    name: "settings-answers-close",
    who: "regular",
    play: async (stage) => {
      await showInbox(stage, { available: true, inbox: CONFIRMED_INBOX });
      await stage.press(stage.texts.inbox.close);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  loadingScene("settings-answers-loading", "/settings/answers", INBOX_PATH),
  failedScene("settings-answers-failed", "/settings/answers", INBOX_PATH),
  { name: "settings-profiles", who: "regular", play: (stage) => openSecondProfile(stage) },
  { name: "settings-profiles-template", who: "regular", play: (stage) => openSecondProfile(stage, "template") },
  {
    name: "settings-profile-edit",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      const { page, press, texts } = stage;
      await openSecondProfile(stage);
      await routeCall(page, "PATCH", /\/api\/settings\/profiles\//u, answerError(503, "unavailable"));
      await press(texts.account.profiles.edit);
      await page.getByRole("dialog").getByRole("textbox").fill("Vente");
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "settings-profile-delete",
    who: "regular",
    play: async (stage) => {
      await openSecondProfile(stage);
      await stage.press(stage.texts.account.profiles.delete);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-profile-new",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/cv");
      await press(texts.account.profiles.add);
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "settings-name",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/account");
      await press(texts.account.settings.nameChange);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-facts",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "GET", FACTS_PATH, answerWith({ status: "ready", facts: KNOWN_FACTS }));
      await visit("/settings/cv");
      await press(texts.account.facts.edit.replace("{{fact}}", KNOWN_FACTS[0]?.text ?? ""));
      await page.getByLabel(texts.account.facts.tasks, { exact: true }).waitFor();
    },
  },
  {
    name: "settings-facts-reading",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      await routeCall(page, "GET", FACTS_PATH, answerWith({ status: "pending", facts: KNOWN_FACTS.slice(3) }));
      await visit("/settings/cv");
      await page.getByText(texts.account.facts.reading).waitFor();
    },
  },
  {
    name: "settings-facts-unread",
    who: "fresh",
    expects: /status of 502/u,
    play: async ({ page, visit, texts }) => {
      await routeCall(page, "GET", FACTS_PATH, answerWith({ status: "none", facts: [] }));
      await routeCall(page, "POST", "**/api/settings/facts/extract", answerError(502, "writer_failed"));
      await visit("/settings/cv");
      await page.getByText(texts.account.facts.failed).waitFor();
    },
  },
  {
    name: "settings-facts-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async ({ page, visit, texts }) => {
      await routeCall(page, "GET", FACTS_PATH, answerError(503, "unavailable"));
      await visit("/settings/cv");
      await page.getByText(texts.account.facts.loadError).waitFor();
    },
  },
  {
    name: "settings-signature-wrong",
    who: "regular",
    expects: /status of 422/u,
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/template");
      await page.getByLabel(texts.account.signature.phone, { exact: true }).fill("call me");
      await press(texts.account.signature.save);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  loadingScene("settings-loading", "/settings/gmail", SETTINGS_PATH),
  failedScene("settings-failed", "/settings/gmail", SETTINGS_PATH),
  {
    name: "settings-profiles-failed",
    who: "fresh",
    expects: /status of 503/u,
    play: async ({ page, visit, press, texts }) => {
      await mockProfiles(page);
      await routeCall(page, "GET", "**/api/settings/profiles", answerError(503, "unavailable"));
      await visit("/settings/cv");
      await page.getByText(texts.account.settings.loadError).waitFor();
      await mockProfiles(page);
      await press(texts.common.retry);
      await page.getByLabel(texts.common.profile.label, { exact: true }).waitFor();
    },
  },
  failedScene("settings-never-failed", "/settings/do-not-contact", "**/api/settings/do-not-contact"),
  {
    name: "settings-cv-text-failed",
    who: "fresh",
    expects: /status of 503/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "GET", /\/api\/settings\/cv\/text/u, answerError(503, "unavailable"));
      await visit("/settings/cv");
      await press(texts.account.cv.look);
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "settings-security-google",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "GET", "**/api/settings/security", answerWith(GOOGLE_SECURITY));
      await visit("/settings/security");
      await press(texts.account.security.choose);
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "settings-scan", who: "regular", play: showCvStatus("no_text") },
  { name: "settings-damaged", who: "regular", play: showCvStatus("invalid") },
  {
    name: "settings-template-refused",
    who: "regular",
    expects: /status of (400|502)/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "PATCH", "**/api/settings/template-message", answerError(400, "template_too_long"));
      await routeCall(
        page,
        "POST",
        "**/api/settings/improve-message",
        answerError(502, "message_refused", { fields: { unknown_figure: "40 %", placeholder: "[date]" } }),
      );
      await visit("/settings/template");
      await page.getByLabel(texts.account.template.label, { exact: true }).fill("Another template");
      await press(texts.account.template.save);
      await press(texts.account.template.improve);
      await page.getByRole("alert").nth(1).waitFor();
    },
  },
  {
    name: "settings-gmail-refused",
    who: "fresh",
    expects: /status of 503/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "POST", "**/api/settings/gmail/authorization-url", answerError(503, "unavailable"));
      await visit("/settings/gmail");
      await press(texts.mail.gmail.connect);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "settings-disconnect",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/gmail");
      await press(texts.mail.gmail.disconnect);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-never-wrong",
    who: "regular",
    expects: /status of 400/u,
    play: async ({ page, visit, texts }) => {
      await visit("/settings/do-not-contact");
      await page.getByLabel(texts.mail.never.label, { exact: true }).fill("nobody at all");
      await page.getByRole("button", { name: texts.mail.never.add, exact: true }).click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "settings-security-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async ({ page, visit, texts }) => {
      await routeCall(page, "GET", "**/api/settings/security", answerError(503, "unavailable"));
      await visit("/settings/security");
      await page.getByText(texts.account.security.loadError).waitFor();
    },
  },
  {
    name: "settings-password",
    who: "regular",
    expects: /status of 400/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(
        page,
        "POST",
        "**/api/settings/password",
        answerError(400, "password_wrong", { fields: { current_password: "password_wrong" } }),
      );
      await visit("/settings/security");
      await press(texts.account.security.change);
      await page.getByLabel(texts.account.security.current, { exact: true }).fill("not this one");
      for (const label of [texts.account.security.new, texts.account.security.confirm])
        await page.getByLabel(label, { exact: true }).fill("motdepasse");
      await page.getByRole("dialog").getByText(texts.account.security.common).waitFor();
      await press(texts.account.security.save);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "settings-confirm",
    who: "regular",
    expects: /status of (400|403)/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "GET", "**/api/auth/recent-sign-in", answerError(403, "reauthentication_required"));
      await routeCall(
        page,
        "POST",
        "**/api/auth/reauthenticate",
        answerError(400, "password_wrong", { fields: { password: "password_wrong" } }),
      );
      await visit("/settings/data");
      await press(texts.account.settings.export);
      await page.getByLabel(texts.account.password, { exact: true }).fill("not this one");
      await press(texts.account.reauthentication.submit);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "settings-everywhere",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/security");
      await press(texts.account.security.everywhere);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-delete",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/settings/data");
      await press(texts.account.settings.delete);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings-delete-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async ({ page, visit, press, texts }) => {
      await routeCall(page, "DELETE", "**/api/settings/account", answerError(503, "unavailable"));
      const currentUserAnswer = page.waitForResponse("**/api/auth/me");
      await visit("/settings/data");
      const { user } = z
        .object({ user: z.object({ email: z.string() }) })
        .parse(await (await currentUserAnswer).json());
      await press(texts.account.settings.delete);
      await page.getByRole("dialog").getByRole("textbox").fill(user.email);
      await press(texts.account.settings.deleteConfirm);
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  { name: "sandbox-consent", who: "fresh", play: giveConsent },
  screenScene("sandbox-outbox", "regular", "/sandbox/outbox"),
  screenScene("sandbox-faults", "regular", "/sandbox/faults"),
];
