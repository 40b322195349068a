import { z } from "zod";
import { toPattern } from "../support/screen-texts.ts";
import { answerWith, changeAnswer, neverAnswer, routeCall, answerError } from "./mocked-answers.ts";
import { mockProfiles } from "./mocked-profiles.ts";
import { failedScene, loadingScene, type Scene, screenScene, selectReady } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const LIST_PATH = /\/api\/dashboard\/companies(\?|$)/u;
const ARCHIVE_PATH = /\/api\/archive\/companies/u;
const Ids = z.object({ company_ids: z.array(z.string()) });
const Companies = z.object({
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      email_sent: z.boolean(),
      message: z.string(),
      message_version: z.number(),
      message_author: z.enum(["assistant", "user", "unknown"]).nullable(),
    }),
  ),
});

async function tickRows({ page, visit }: ScreenshotPage, path: string, count: number): Promise<void> {
  await visit(path);
  const boxes = page.getByRole("row").getByRole("checkbox");
  for (let row = 0; row < count; row++) await boxes.nth(row + 1).check();
  await page.locator(".selection-bar").waitFor();
  // Rows further down lie under the selection bar, so the screen is taken from its top.
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function openMessage({ page, visit, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  await press(toPattern(texts.messages.cell.readFor));
  await page.getByRole("dialog").waitFor();
}

/** Opens the list of versions of a message that was edited by hand. */
async function openVersions({ page, visit, open, press, texts }: ScreenshotPage): Promise<void> {
  await visit("/dashboard");
  const { companies } = Companies.parse(
    await (await page.request.get(new URL("/api/dashboard/companies", page.url()).href)).json(),
  );
  const edited = companies.find(({ message_author: author }) => author === "user");
  // Several companies may have its name.
  // Versions are asked for with the message, and one scene never answers that.
  await open(`/dashboard?message=${edited?.id}`);
  await press(texts.messages.versions.open);
  await page.getByRole("dialog").nth(1).waitFor();
}

/** Open companies that a series may be written for. */
async function listOpenCompanies({ page, visit }: ScreenshotPage) {
  await visit("/dashboard");
  const { companies } = Companies.parse(
    await (await page.request.get(new URL("/api/dashboard/companies", page.url()).href)).json(),
  );
  return companies.filter(({ email_sent }) => !email_sent);
}

const SERIES = { id: "g", status: "running", failed: 0, cancelled: 0, finished_at: null };

/** A generation half done: some rows wait, some are being written, some have a message. */
async function showGeneration(stage: ScreenshotPage): Promise<void> {
  const { page, visit } = stage;
  const items = (await listOpenCompanies(stage)).slice(0, 6).map(({ id, message_version }, turn) => ({
    company_id: id,
    message_version,
    state: turn < 2 ? "done" : turn < 4 ? "running" : "queued",
    error_code: null,
    fields: null,
  }));
  const generation = {
    ...SERIES,
    total: 6,
    done: 2,
    waits_until: null,
    can_hurry: false,
    created_at: new Date().toISOString(),
    items,
  };
  await page.route("**/api/dashboard/generations/current", answerWith({ generation }));
  await visit("/dashboard");
  await page.locator(".bulk-progress").waitFor();
}

/** A series that waits, in the list, or on the page of one of its companies. */
const showWaitingSeries =
  (place: "list" | "company") =>
  async (stage: ScreenshotPage): Promise<void> => {
    const { page, visit, texts } = stage;
    const waiting = (await listOpenCompanies(stage)).filter(({ message }) => message === "");
    const generation = {
      ...SERIES,
      total: waiting.length,
      done: 0,
      waits_until: new Date(Date.now() + 24 * 3_600_000).toISOString(),
      can_hurry: true,
      created_at: new Date().toISOString(),
      items: waiting.map(({ id, message_version }) => ({
        company_id: id,
        message_version,
        state: "queued",
        error_code: null,
        fields: null,
      })),
    };
    await page.route("**/api/dashboard/generations/current", answerWith({ generation }));
    await visit(place === "list" ? "/dashboard" : `/companies/${waiting[0]?.id}`);
    await page.getByRole("button", { name: texts.messages.series.now }).waitFor();
  };

const Settings = z.looseObject({ gmail: z.looseObject({}) });

/** The dashboard and the archive. */
export const companyScenes: Scene[] = [
  screenScene("dashboard-empty", "fresh", "/dashboard"),
  { ...screenScene("dashboard", "regular", "/dashboard"), beginsEarly: true },
  loadingScene("dashboard-loading", "/dashboard", LIST_PATH),
  failedScene("dashboard-failed", "/dashboard", LIST_PATH),
  {
    name: "dashboard-compact",
    who: "regular",
    beginsEarly: true,
    play: async ({ page, visit }) => {
      await page.addInitScript(() => localStorage.setItem("companyRows", "compact"));
      await visit("/dashboard");
    },
  },
  {
    name: "dashboard-tagged",
    who: "regular",
    beginsEarly: true,
    play: async ({ page, visit, texts }) => {
      await visit("/settings");
      const origin = new URL(page.url()).origin;
      const { companies } = Companies.parse(await (await page.request.get(`${origin}/api/dashboard/companies`)).json());
      await page.request.post(`${origin}/api/dashboard/companies/${companies[0]?.id}/tags`, {
        data: { tag: "Studio 22" },
      });
      await visit("/dashboard");
      await page.getByLabel(texts.companies.filter.tag, { exact: true }).selectOption("Studio 22");
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "dashboard-keys",
    who: "regular",
    play: async ({ page, visit }) => {
      await visit("/dashboard");
      // Its key works once the app runs; on a phone, which hides the heading, too.
      await page.locator(".page-head h1").waitFor({ state: "attached" });
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dashboard-offline",
    who: "regular",
    play: async ({ page, visit }) => {
      await visit("/dashboard");
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { get: () => false });
        window.dispatchEvent(new Event("offline"));
      });
    },
  },
  {
    name: "dashboard-ready",
    who: "regular",
    beginsEarly: true,
    play: async ({ visit, press, texts }) => {
      await visit("/dashboard");
      await press(new RegExp(`${texts.companies.filter.ready}$`, "u"));
    },
  },
  {
    name: "dashboard-filtered",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      await visit("/dashboard");
      await page.getByLabel(texts.companies.filter.text, { exact: true }).fill("no such company");
      await page.getByText(texts.companies.empty.filteredTitle).waitFor();
    },
  },
  {
    name: "dashboard-selected",
    who: "regular",
    beginsEarly: true,
    play: selectReady,
  },
  {
    name: "dashboard-toast",
    who: "regular",
    play: async (stage) => {
      await routeCall(stage.page, "POST", "**/api/dashboard/companies/bulk-archive", (route) =>
        route.fulfill({ json: Ids.parse(route.request().postDataJSON()) }),
      );
      await tickRows(stage, "/dashboard", 2);
      await stage.press(stage.texts.companies.selection.archive);
      // A toast stays while the pointer is over it.
      await stage.page.locator(".Toastify__toast").first().hover();
    },
  },
  { name: "dashboard-writing", who: "regular", beginsEarly: true, play: showGeneration },
  { name: "dashboard-series", who: "regular", play: showWaitingSeries("list") },
  { name: "company-series", who: "regular", play: showWaitingSeries("company") },
  {
    name: "dashboard-news",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      const saved = {
        id: "a",
        name: "Boulangeries à Lyon",
        business_types: ["shop_bakery"],
        cities: ["Lyon (France)"],
        places: [],
        last_run_at: "2026-11-01T10:00:00.000Z",
        news: 3,
      };
      await routeCall(page, "GET", "**/api/saved-searches", answerWith({ saved: [saved] }));
      await visit("/dashboard");
      await page.getByRole("link", { name: texts.companies.savedNews.see }).waitFor();
    },
  },
  {
    name: "dashboard-no-gmail",
    who: "regular",
    beginsEarly: true,
    play: async ({ page, visit }) => {
      await routeCall(
        page,
        "GET",
        /\/api\/settings\/?$/u,
        changeAnswer(Settings, (all) => ({ ...all, gmail: { ...all.gmail, connected: false, reconnect: true } })),
      );
      await visit("/dashboard");
      await page.locator(".next-step").waitFor();
    },
  },
  {
    name: "write-again",
    who: "regular",
    play: async (stage) => {
      const { page, press, texts } = stage;
      await selectReady(stage);
      await press(texts.messages.bulk.write);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "write-again-profiles",
    who: "regular",
    play: async (stage) => {
      const { page, press, texts } = stage;
      await mockProfiles(page);
      await selectReady(stage);
      await press(texts.messages.bulk.write);
      await page.getByRole("dialog").getByLabel(texts.common.profile.label, { exact: true }).waitFor();
    },
  },
  { name: "message", who: "regular", play: openMessage },
  {
    name: "message-profiles",
    who: "regular",
    play: async (stage) => {
      const { page, texts } = stage;
      await mockProfiles(page);
      await openMessage(stage);
      await page.getByRole("dialog").getByLabel(texts.common.profile.label, { exact: true }).waitFor();
    },
  },
  {
    name: "message-typed-email",
    who: "regular",
    expects: /status of 400/u,
    play: async (stage) => {
      const { page, press, texts } = stage;
      await openMessage(stage);
      await press(texts.messages.dialog.otherAddress);
      await page.locator("form.typed-email button[type=submit]").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "message-wrong",
    who: "regular",
    play: async (stage) => {
      await openMessage(stage);
      await stage.page.getByLabel(stage.texts.messages.dialog.subject, { exact: true }).fill("");
      await stage.press(stage.texts.messages.dialog.save);
      await stage.page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "message-leaving",
    who: "regular",
    play: async (stage) => {
      await openMessage(stage);
      await stage.page.getByLabel(stage.texts.messages.dialog.subject, { exact: true }).fill("Another subject");
      await stage.page.keyboard.press("Escape");
      await stage.page.getByText(stage.texts.common.unsaved.text).waitFor();
    },
  },
  {
    name: "message-refused",
    who: "regular",
    expects: /status of 409/u,
    play: async (stage) => {
      await routeCall(stage.page, "PATCH", /\/api\/dashboard\/companies\//u, answerError(409, "already_sent"));
      await openMessage(stage);
      await stage.page.getByLabel(stage.texts.messages.dialog.subject, { exact: true }).fill("Another subject");
      await stage.press(stage.texts.messages.dialog.save);
      await stage.page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    name: "message-writing",
    who: "regular",
    play: async (stage) => {
      await routeCall(stage.page, "POST", /\/generate-message$/u, neverAnswer);
      await openMessage(stage);
      await stage.press(stage.texts.messages.dialog.rewrite);
      await stage.page.getByRole("button", { name: stage.texts.messages.dialog.stop, exact: true }).waitFor();
    },
  },
  {
    name: "message-versions",
    who: "regular",
    play: async (stage) => {
      await openVersions(stage);
      const version = stage.page.getByRole("dialog").last().getByRole("listitem").nth(1);
      await version.getByRole("button").click();
      await version.getByRole("button", { name: stage.texts.messages.versions.restore }).waitFor();
    },
  },
  {
    name: "message-versions-loading",
    who: "regular",
    play: async (stage) => {
      await routeCall(stage.page, "GET", /\/message-versions$/u, neverAnswer);
      await openVersions(stage);
      await stage.page.locator(".skeleton").waitFor();
    },
  },
  {
    name: "message-versions-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      await routeCall(stage.page, "GET", /\/message-versions$/u, answerError(503, "unavailable"));
      await openVersions(stage);
      await stage.page.getByRole("dialog").last().getByRole("alert").waitFor();
    },
  },
  {
    name: "message-sent",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/dashboard");
      await press(toPattern(texts.messages.cell.sentFor));
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "contacts",
    who: "regular",
    play: async ({ visit, page, texts }) => {
      await visit("/dashboard");
      await page.getByTitle(toPattern(texts.common.contacts.origin)).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  screenScene("archive-empty", "fresh", "/archive"),
  { ...screenScene("archive", "regular", "/archive"), beginsEarly: true },
  loadingScene("archive-loading", "/archive", ARCHIVE_PATH),
  failedScene("archive-failed", "/archive", ARCHIVE_PATH),
  { name: "archive-selection", who: "regular", play: (stage) => tickRows(stage, "/archive", 2) },
  {
    name: "archive-delete",
    who: "regular",
    play: async (stage) => {
      await tickRows(stage, "/archive", 2);
      await stage.press(stage.texts.companies.selection.delete);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
];
