import { z } from "zod";
import { batchResult, logged, notWritten, readInBatch, sendDoubtful, sendOne, sendReady, settingsInUse } from "./picture-mail.ts";
import type { Look, Scene, Stage } from "./picture-stage.ts";
import { STATES } from "./picture-states.ts";
import { pattern } from "./texts.ts";

const screen = (name: string, who: Scene["who"], path: string): Scene => ({ name, who, play: ({ visit }) => visit(path) });

async function readMessage({ visit, press, texts }: Stage): Promise<void> {
  await visit("/dashboard");
  await press(pattern(texts.messages.cell.readFor));
}

/** Walks the search as far as the step given, as if none were waiting. */
async function search({ page, visit, press, texts }: Stage, step: 1 | 2 | 3): Promise<void> {
  await page.route("**/api/search/current", (route) => route.fulfill({ json: { search: null } }));
  await visit("/search");
  if (step === 1) return;
  await page.getByLabel(texts.search.query.label).fill("développeur");
  await press(texts.search.query.submit);
  const suggested = page.locator("fieldset").getByRole("checkbox");
  await suggested.first().check();
  await suggested.nth(1).check();
  if (step === 2) return;
  await press(texts.common.next);
  await page.locator("fieldset").getByRole("checkbox").first().check();
}

const Answer = z.object({ search: z.looseObject({ total_companies: z.number(), websites_count: z.number() }) });

/** The search that has ended, shown as it was half-way. */
async function running({ page, visit }: Stage): Promise<void> {
  await page.route(/\/api\/search\/(current|status)/u, async (route) => {
    const response = await route.fetch();
    const { search } = Answer.parse(await response.json());
    const half = { ...search, status: "running", completed_at: null, scraped_websites_count: Math.floor(search.websites_count / 2) };
    await route.fulfill({ response, json: { search: half } });
  });
  await visit("/search");
}

async function consent({ page, visit, press, texts }: Stage): Promise<void> {
  await visit("/settings");
  const opened = page.waitForEvent("popup");
  await press(texts.mail.gmail.connect);
  const popup = await opened;
  await popup.locator("button[value=allow]").waitFor();
  const address = popup.url();
  await popup.close();
  await page.goto(address);
}

/** What is seen of the product, one picture each. */
export const SCENES: Scene[] = [
  screen("landing", "visitor", "/"),
  screen("login", "visitor", "/login"),
  screen("signup", "visitor", "/signup"),
  screen("privacy", "visitor", "/privacy"),
  screen("terms", "visitor", "/terms"),
  screen("wizard-1", "beginner", "/wizard"),
  screen("wizard-2", "writer", "/wizard"),
  screen("dashboard-empty", "fresh", "/dashboard"),
  screen("archive-empty", "fresh", "/archive"),
  screen("dashboard", "regular", "/dashboard"),
  { name: "message", who: "regular", play: readMessage },
  {
    name: "contacts", who: "regular", play: async ({ visit, page, texts }) => {
      await visit("/dashboard");
      await page.getByTitle(pattern(texts.common.contacts.origin)).first().click();
    },
  },
  { name: "bulk-send", who: "regular", play: sendReady },
  { name: "mail-batch", who: "regular", play: readInBatch },
  { name: "mail-result", who: "regular", play: batchResult },
  { name: "mail-one", who: "regular", play: sendOne },
  { name: "mail-doubtful", who: "regular", play: sendDoubtful },
  { name: "mail-failures", who: "regular", play: notWritten },
  { name: "mail-logged", who: "regular", play: logged },
  { name: "search-1", who: "regular", play: (stage) => search(stage, 1) },
  { name: "search-2", who: "regular", play: (stage) => search(stage, 2) },
  { name: "search-3", who: "regular", play: (stage) => search(stage, 3) },
  { name: "search-4-running", who: "regular", play: running },
  screen("search-4-completed", "regular", "/search"),
  screen("archive", "regular", "/archive"),
  { name: "mail-settings", who: "regular", play: settingsInUse },
  { name: "sandbox-consent", who: "fresh", play: consent },
  screen("sandbox-outbox", "regular", "/sandbox/outbox"),
  ...STATES,
];

const light: Look = { language: "en", theme: "light", width: 1280 };
const dark: Look = { ...light, theme: "dark" };

/** The pictures of the README: the file, the scene and the look, taken of the window. */
export const README_PICTURES: readonly { file: string; scene: string; look: Look }[] = [
  { file: "landing", scene: "landing", look: light },
  { file: "dashboard", scene: "dashboard", look: light },
  { file: "search", scene: "search-4-running", look: light },
  { file: "contacts", scene: "contacts", look: light },
  { file: "message", scene: "message-sent", look: light },
  { file: "bulk-send", scene: "bulk-send", look: light },
  { file: "night", scene: "dashboard-selected", look: dark },
  { file: "phone", scene: "dashboard", look: { ...light, width: 390 } },
];
