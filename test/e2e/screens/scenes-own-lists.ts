import { answerError, answerWith, routeCall } from "./mocked-answers.ts";
import type { Scene } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const LINES = [
  // Headings that no screen text is the same as: a file keeps its own words in every language.
  "Exposant;Stand;Page internet;Courriel;Localité",
  "Boulangerie Martin;A1;boulangerie-martin.example;;Lyon",
  "Menuiserie Roy et Fils, depuis 1923;A2;https://www.menuiserie-roy-et-fils-depuis-1923.example/;rh@roy.example;Lille",
  "Piège;B1;http://169.254.169.254/latest/meta-data/;;",
  "Sans contact;B2;;;Nantes",
  "Café Noël;C1;;rh@@cafe;Orléans",
  '"Ouvert;C2;ouvert.example;;',
];

/** Opens the companies of one's own, as if no search were waiting. @param way to add them */
async function openOwnCompanies({ page, visit, texts }: ScreenshotPage, way: "paste" | "file" | "hand"): Promise<void> {
  await page.route("**/api/search/current", answerWith({ search: null }));
  await visit("/own-companies");
  await page.getByRole("radio", { name: texts.search.own.ways[way] }).check();
}

const chooseFile = (page: ScreenshotPage["page"], content: string | Uint8Array): Promise<void> =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name: "exposants.csv", mimeType: "text/csv", buffer: Buffer.from(content) });

/** Lists of one long file that wait, beside the first one. */
const makeList = (part: number, status: string) => ({
  id: `list-${part}`,
  status,
  list: { name: "exposants-du-salon-2026.csv", part, parts: 3, companies: part === 3 ? 112 : 500 },
  business_types: [],
  cities: [],
  total_companies: 0,
  new_companies: 480,
  duplicate_companies: 0,
  known_companies: 0,
  total_emails: 0,
  websites_count: 0,
  scraped_websites_count: 0,
  processed_contacts_count: 0,
  added_to_dashboard: part === 1,
  discarded: false,
  warnings: [],
  created_at: "2026-11-20T10:00:00.000Z",
  completed_at: part === 1 ? "2026-11-20T10:05:00.000Z" : null,
  error: null,
  error_code: null,
});

/** The ways to bring companies of one's own, and what can be wrong with them. */
export const ownListScenes: Scene[] = [
  {
    name: "own-paste",
    who: "regular",
    play: async (stage) => {
      const { page, texts } = stage;
      await openOwnCompanies(stage, "paste");
      await page
        .getByLabel(texts.search.own.paste.label, { exact: true })
        .fill("boulangerie-martin.example\nMenuiserie Roy https://roy.example\nhttp://localhost/");
      await stage.press(texts.search.own.paste.submit);
      await page.getByRole("table").first().waitFor();
    },
  },
  {
    name: "own-file",
    who: "regular",
    play: async (stage) => {
      await openOwnCompanies(stage, "file");
      await chooseFile(stage.page, LINES.join("\r\n"));
      await stage.page.getByRole("table").first().waitFor();
    },
  },
  {
    name: "own-file-refused",
    who: "regular",
    expects: /status of 415/u,
    play: async (stage) => {
      await openOwnCompanies(stage, "file");
      await chooseFile(stage.page, Uint8Array.from([0x50, 0x4b, 0x03, 0x04]));
      await stage.page.locator(".banner[role=alert]").waitFor();
    },
  },
  {
    name: "own-waiting",
    who: "regular",
    play: async (stage) => {
      const searches = [makeList(1, "completed"), makeList(2, "waiting"), makeList(3, "waiting")];
      await stage.page.route("**/api/search/history", answerWith({ searches }));
      await openOwnCompanies(stage, "file");
    },
  },
  { name: "own-hand", who: "regular", play: (stage) => openOwnCompanies(stage, "hand") },
  {
    name: "own-hand-wrong",
    who: "regular",
    expects: /status of 400/u,
    play: async (stage) => {
      const { page, texts } = stage;
      await openOwnCompanies(stage, "hand");
      await page.getByLabel(texts.search.own.hand.name, { exact: true }).fill("Roy");
      await routeCall(
        page,
        "POST",
        "**/api/search/lists/company",
        answerError(400, "website_forbidden", { fields: { website: "website_forbidden" } }),
      );
      await stage.press(texts.search.own.hand.submit);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
];
