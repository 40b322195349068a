import { z } from "zod";
import { toPattern } from "../support/screen-texts.ts";
import { breakConnection, changeAnswer, routeCall, answerError } from "./mocked-answers.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const PAGE_PATH = /\/api\/dashboard\/companies\/[^/]+\/page$/u;
const NOTE_PATH = /\/api\/dashboard\/companies\/[^/]+\/note$/u;
const Companies = z.object({
  companies: z.array(
    z.object({
      id: z.string(),
      recipient: z.string().nullable(),
      message: z.string(),
      message_author: z.string().nullable(),
      email_sent: z.boolean(),
    }),
  ),
});
/** The answer of the page. */
const Opened = z.looseObject({ company: z.looseObject({}) });
const Note = z.object({ note: z.object({ version: z.number() }) });
type Listed = z.infer<typeof Companies>["companies"][number];

/** The page of the first company of a kind, which has tags. */
export async function openCompany(
  { page, visit }: ScreenshotPage,
  isWanted: (company: Listed) => boolean,
  list = "/api/dashboard/companies",
): Promise<void> {
  await visit("/settings");
  const origin = new URL(page.url()).origin;
  const { companies } = Companies.parse(await (await page.request.get(origin + list)).json());
  const found = companies.find(isWanted);
  if (!found) throw new Error("no such company");
  for (const tag of ["Londres", "Studio 22"])
    await page.request.post(`${origin}/api/dashboard/companies/${found.id}/tags`, { data: { tag } });
  await visit(`/companies/${found.id}`);
}

/** The page of a company that was applied to. */
export const openSentCompany = (stage: ScreenshotPage) => openCompany(stage, ({ email_sent: isSent }) => isSent);

const isEdited = ({ message_author: author, email_sent: isSent }: Listed) => author === "user" && !isSent;
const ABSENT_PATH = `/companies/${crypto.randomUUID()}`;

/** The page of a company. */
export const singleCompanyScenes: Scene[] = [
  { name: "company", who: "regular", play: (stage) => openCompany(stage, isEdited) },
  { name: "company-sent", who: "regular", play: openSentCompany },
  {
    name: "company-to-write",
    who: "regular",
    play: (stage) => openCompany(stage, ({ message, recipient }) => message === "" && recipient !== null),
  },
  {
    name: "company-no-email",
    who: "regular",
    play: async (stage) => {
      await routeCall(
        stage.page,
        "GET",
        PAGE_PATH,
        changeAnswer(Opened, (page) => ({
          ...page,
          company: {
            ...page.company,
            contacts: [],
            email: "",
            recipient: null,
            careers_page: "https://firm.example/jobs",
          },
        })),
      );
      await openCompany(stage, ({ message }) => message === "");
    },
  },
  {
    name: "company-archived",
    who: "regular",
    play: (stage) => openCompany(stage, () => true, "/api/archive/companies"),
  },
  {
    name: "company-interview",
    who: "regular",
    play: async (stage) => {
      const { page, texts } = stage;
      // A calendar takes only a date to come.
      const at = new Date(Date.now() + 7 * 86_400_000).toISOString();
      await routeCall(
        page,
        "GET",
        PAGE_PATH,
        changeAnswer(Opened, (answer) => ({
          ...answer,
          company: { ...answer.company, outcome: "interview", outcome_at: at, next_date: { at, text: "Studio 22" } },
          outcomes: [
            {
              id: "1",
              outcome: "interview",
              how: "user",
              status: "confirmed",
              created_at: at,
              decided_at: at,
              sender: null,
              subject: null,
              excerpt: null,
              sender_proven: null,
            },
          ],
        })),
      );
      await openCompany(stage, ({ email_sent: isSent }) => isSent);
      await page.getByText(texts.company.nextDate.calendar).waitFor();
    },
  },
  {
    name: "company-next-date",
    who: "regular",
    play: async (stage) => {
      const { page, press, texts } = stage;
      await openCompany(stage, ({ email_sent: isSent }) => isSent);
      await press(texts.company.nextDate.add);
      await press(texts.company.nextDate.save);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "company-outcome-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      const { page, texts } = stage;
      await openCompany(stage, ({ email_sent: isSent }) => isSent);
      await routeCall(page, "POST", /\/outcome$/u, answerError(503, "unavailable"));
      await page.getByLabel(texts.applications.outcome.label, { exact: true }).selectOption("refused");
      await page.getByRole("alert").waitFor();
    },
  },
  loadingScene("company-loading", ABSENT_PATH, PAGE_PATH),
  failedScene("company-failed", ABSENT_PATH, PAGE_PATH),
  {
    name: "company-tag-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      const { page, texts } = stage;
      await openCompany(stage, isEdited);
      await routeCall(page, "POST", /\/tags$/u, answerError(503, "unavailable"));
      await page.getByLabel(texts.company.tags.label, { exact: true }).fill("Berlin");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "company-tags-full",
    who: "regular",
    play: async (stage) => {
      const tags = Array.from({ length: 10 }, (_, n) => `Studio ${"1".repeat(n + 1)}`);
      await routeCall(
        stage.page,
        "GET",
        PAGE_PATH,
        changeAnswer(Opened, (page) => ({ ...page, tags })),
      );
      await openCompany(stage, isEdited);
    },
  },
  {
    name: "company-apply",
    who: "regular",
    play: async (stage) => {
      await openCompany(stage, isEdited);
      await stage.press(stage.texts.applications.open);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "company-versions",
    who: "regular",
    play: async (stage) => {
      await openCompany(stage, isEdited);
      await stage.press(toPattern(stage.texts.company.message.versions_other));
      await stage.page.getByRole("dialog").getByRole("listitem").nth(1).waitFor();
    },
  },
  {
    name: "company-edit",
    who: "regular",
    play: async (stage) => {
      await openCompany(stage, isEdited);
      await stage.press(stage.texts.company.message.edit);
      await stage.page.getByRole("dialog").getByLabel(stage.texts.messages.dialog.body, { exact: true }).waitFor();
    },
  },
  {
    name: "company-send",
    who: "regular",
    play: async (stage) => {
      await openCompany(stage, isEdited);
      await stage.press(stage.texts.company.action.send);
      await stage.page.locator(".letter:not(.skeleton)").last().waitFor();
    },
  },
  {
    name: "company-offline",
    who: "regular",
    expects: /ERR_CONNECTION_FAILED/u,
    play: async ({ page, open }) => {
      await routeCall(page, "GET", PAGE_PATH, breakConnection);
      await open(ABSENT_PATH);
      await page.getByRole("alert").waitFor();
    },
  },
  { ...screenScene("company-missing", "regular", ABSENT_PATH), expects: /status of 404/u },
  {
    name: "company-note-changed",
    who: "regular",
    expects: /status of 409/u,
    play: async (stage) => {
      await openCompany(stage, isEdited);
      const { page, press, texts } = stage;
      const field = page.getByRole("textbox", { name: texts.company.note.label.replace("{{name}}", "") });
      await field.fill("Ms Weber, 14:00");
      // Another tab saves one, over whichever version it finds.
      const path = `${new URL(page.url()).origin}/api/dashboard${new URL(page.url()).pathname}`;
      const { note } = Note.parse(await (await page.request.get(`${path}/page`)).json());
      const data = { text: `Ms Weber, 15:00 (${note.version})`, version: note.version };
      await page.request.post(`${path}/note`, { data });
      await press(texts.company.note.save);
      await page.getByText(data.text).waitFor();
    },
  },
  {
    name: "company-note-failed",
    who: "regular",
    expects: /status of 503/u,
    play: async (stage) => {
      await openCompany(stage, isEdited);
      const { page, press, texts } = stage;
      await routeCall(page, "POST", NOTE_PATH, answerError(503, "unavailable"));
      await page.getByRole("textbox", { name: texts.company.note.label.replace("{{name}}", "") }).fill("Ms Weber");
      await press(texts.company.note.save);
      await page.getByRole("alert").waitFor();
    },
  },
];
