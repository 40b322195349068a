import { z } from "zod";
import { answerWith, changeAnswer, breakConnection, routeCall, answerError } from "./mocked-answers.ts";
import { mockProfiles } from "./mocked-profiles.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

/** Opens the search at the given step, as if no search were waiting. */
async function walkSearch(
  { page, visit, press, texts }: ScreenshotPage,
  step: 1 | 2 | 3,
  query = "développeur",
): Promise<void> {
  await page.route("**/api/search/current", answerWith({ search: null }));
  await visit("/search");
  if (step === 1) return;
  await page.getByLabel(texts.search.query.label).fill(query);
  await press(texts.search.query.submit);
  const suggested = page.locator("fieldset").getByRole("checkbox");
  await suggested.first().check();
  await suggested.nth(1).check();
  if (step === 2) return;
  await press(texts.common.next);
  await page.locator("fieldset").getByRole("checkbox").first().check();
}

const Answer = z.object({
  search: z.looseObject({ total_companies: z.number(), websites_count: z.number(), new_companies: z.number() }),
});
type Found = z.infer<typeof Answer>["search"];

const List = z.object({ companies: z.array(z.looseObject({})) });

/** Shows the finished search with some of its fields changed. */
const changeSearch =
  (change: (search: Found) => object, found = (companies: object[]): object[] => companies) =>
  async ({ page, visit }: ScreenshotPage): Promise<void> => {
    await routeCall(
      page,
      "GET",
      /\/api\/search\/[^/]+\/companies/u,
      changeAnswer(List, ({ companies }) => ({ companies: found(companies), next_cursor: null })),
    );
    await routeCall(
      page,
      "GET",
      /\/api\/search\/(current|status)/u,
      changeAnswer(Answer, ({ search }) => ({ search: { ...search, ...change(search) } })),
    );
    await visit("/search");
  };
const NO_TOTALS = {
  total_companies: 0,
  new_companies: 0,
  duplicate_companies: 0,
  known_companies: 0,
  total_emails: 0,
  websites_count: 0,
  scraped_websites_count: 0,
  processed_contacts_count: 0,
};
/** Sites that have moved, a duplicate within the search, and a company that the user already has. */
const redirected = changeSearch(
  () => ({}),
  (companies) =>
    companies.map((company, n) => ({
      ...company,
      ...(n < 3 && { redirected_from: "ancien-nom-de-la-maison.example" }),
      duplicate: n === 1 || n === 4,
      known: n === 4,
    })),
);
const ASHFORDS = ["Kent", "Surrey"].map((region, at) => ({
  id: `GB:ashford:5${at}.1:0.8`,
  name: "Ashford",
  region,
  country: "GB",
  population: 1_000,
}));

/** A question about a saved search. */
async function askAboutSaved(
  { page, visit, press, texts }: ScreenshotPage,
  what: "renameOf" | "deleteOf",
): Promise<void> {
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
  await visit("/search");
  await press(texts.search.saved[what].replace("{{name}}", saved.name));
  await page.getByRole("dialog").waitFor();
}

const running = changeSearch(({ websites_count }) => ({
  status: "running",
  completed_at: null,
  scraped_websites_count: Math.floor(websites_count / 2),
}));

/** The four steps and every outcome of a search. */
export const searchScenes: Scene[] = [
  screenScene("search-first", "fresh", "/search"),
  { name: "search-1", who: "regular", play: (stage) => walkSearch(stage, 1) },
  {
    name: "search-1-wrong",
    who: "regular",
    expects: /status of 400/u,
    play: async (stage) => {
      await walkSearch(stage, 1);
      await stage.press(stage.texts.search.query.submit);
      await stage.page.locator("[aria-invalid=true]").waitFor();
    },
  },
  { name: "search-2", who: "regular", play: (stage) => walkSearch(stage, 2) },
  {
    name: "search-2-sectors",
    who: "regular",
    play: (stage) => walkSearch(stage, 2, "assistante administrative"),
  },
  {
    name: "search-2-wrong",
    who: "regular",
    play: async (stage) => {
      await walkSearch(stage, 2);
      await stage.press(stage.texts.search.categories.add);
      await stage.page.locator("[aria-invalid=true]").waitFor();
    },
  },
  { name: "search-3", who: "regular", play: (stage) => walkSearch(stage, 3) },
  {
    name: "search-3-refused",
    who: "regular",
    expects: /status of 429/u,
    play: async (stage) => {
      await routeCall(stage.page, "POST", "**/api/search/run", answerError(429, "search_limit"));
      await walkSearch(stage, 3);
      await stage.press(stage.texts.search.cities.submit);
      await stage.page.locator(".banner[role=alert]").waitFor();
    },
  },
  {
    name: "search-3-profiles",
    who: "regular",
    play: async (stage) => {
      await mockProfiles(stage.page);
      await walkSearch(stage, 3);
      await stage.page.getByLabel(stage.texts.common.profile.label, { exact: true }).selectOption("1");
    },
  },
  {
    name: "search-3-suggested",
    who: "regular",
    play: async (stage) => {
      const { page, texts } = stage;
      await routeCall(
        page,
        "GET",
        "**/api/search/places*",
        answerWith({ places: ASHFORDS.map((place) => ({ ...place, city: null })) }),
      );
      await walkSearch(stage, 3);
      await page.getByRole("combobox", { name: texts.search.cities.custom }).pressSequentially("Ashford");
      await page.getByRole("option").nth(1).waitFor();
    },
  },
  {
    name: "search-3-unclear",
    who: "regular",
    expects: /status of 422/u,
    play: async (stage) => {
      const { page, press, texts } = stage;
      await routeCall(
        page,
        "POST",
        "**/api/search/run",
        answerError(422, "city_ambiguous", { choices: [{ city: "Ashford", places: ASHFORDS }] }),
      );
      await walkSearch(stage, 3);
      await page.getByRole("combobox", { name: texts.search.cities.custom }).fill("Ashford");
      await press(texts.search.cities.submit);
      await page.locator(".ambiguous-places").waitFor();
    },
  },
  { name: "search-4-running", who: "regular", beginsEarly: true, play: running },
  {
    name: "search-4-waiting",
    who: "regular",
    play: changeSearch(
      () => ({
        status: "running",
        completed_at: null,
        waiting: { city: "Berlin (Germany)", place: 4, seconds: 23 },
        ...NO_TOTALS,
      }),
      () => [],
    ),
  },
  {
    name: "search-4-cancelling",
    who: "regular",
    play: async (stage) => {
      await running(stage);
      await stage.press(stage.texts.search.progress.cancel);
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search-4-lost",
    who: "regular",
    expects: /ERR_CONNECTION/u,
    play: async (stage) => {
      await running(stage);
      await routeCall(stage.page, "GET", "**/api/search/status/**", breakConnection);
      await stage.page.getByText(stage.texts.search.progress.lost).waitFor();
    },
  },
  { name: "search-4-stopping", who: "regular", play: changeSearch(() => ({ status: "stopping", completed_at: null })) },
  { ...screenScene("search-4-completed", "regular", "/search"), beginsEarly: true },
  {
    name: "search-4-map",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      await visit("/search");
      const open = page.getByRole("button", { name: texts.search.map.open });
      await open.or(page.getByRole("tab", { name: texts.search.map.tab })).click();
      await page.locator(".map-point").first().waitFor();
    },
  },
  {
    name: "search-4-apply",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      await visit("/search");
      await page.getByText(texts.applications.open, { exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search-4-seen",
    who: "regular",
    beginsEarly: true,
    play: changeSearch(
      ({ new_companies }) => ({ new_companies: 0, seen_companies: new_companies }),
      (companies) => companies.map((company) => ({ ...company, seen: true, size: "10-49", chain: "Maison" })),
    ),
  },
  {
    name: "search-4-map-failed",
    who: "regular",
    expects: /ERR_CONNECTION/u,
    play: async ({ page, visit, texts }) => {
      await page.route("**/sandbox/tiles/**", breakConnection);
      await visit("/search");
      const open = page.getByRole("button", { name: texts.search.map.open });
      await open.or(page.getByRole("tab", { name: texts.search.map.tab })).click();
      await page.getByText(texts.search.map.tilesFailed).waitFor();
    },
  },
  {
    name: "search-4-keys",
    who: "regular",
    play: async ({ page, visit }) => {
      await visit("/search");
      // Its key works once the app runs; on a phone, which hides the heading, too.
      await page.locator(".page-head h1").waitFor({ state: "attached" });
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search-4-leaving",
    who: "regular",
    play: async ({ page, visit, press, texts }) => {
      await visit("/search");
      await press(texts.search.outcome.fresh);
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search-4-filtered",
    who: "regular",
    play: async ({ page, visit, texts }) => {
      await visit("/search");
      const filters = page.locator(".found-filters");
      if ((await filters.getAttribute("open")) === null) await filters.locator("summary").click();
      await filters.getByLabel(texts.search.found.filter.sort, { exact: true }).selectOption("name");
      await filters.getByRole("switch", { name: texts.search.found.filter.withEmail }).check();
    },
  },
  { name: "search-saved", who: "regular", play: (stage) => askAboutSaved(stage, "renameOf") },
  { name: "search-saved-delete", who: "regular", play: (stage) => askAboutSaved(stage, "deleteOf") },
  {
    name: "search-saved-failed",
    who: "fresh",
    expects: /status of 503/u,
    play: async ({ page, visit, texts }) => {
      await routeCall(page, "GET", "**/api/saved-searches", answerError(503, "unavailable"));
      await visit("/search");
      await page.getByText(texts.errors.unavailable).first().waitFor();
    },
  },
  {
    name: "search-4-warned",
    who: "regular",
    play: changeSearch(() => ({
      warnings: [
        { code: "city_not_found", detail: "Atlantis" },
        { code: "directory_incomplete", detail: "Berlin (Germany)" },
      ],
    })),
  },
  {
    name: "search-4-added",
    who: "regular",
    beginsEarly: true,
    play: changeSearch(() => ({ added_to_dashboard: true })),
  },
  {
    name: "search-4-duplicates",
    who: "regular",
    play: changeSearch(
      ({ total_companies }) => ({
        new_companies: 0,
        duplicate_companies: total_companies,
        known_companies: total_companies,
      }),
      (companies) => companies.map((company) => ({ ...company, duplicate: true, known: true })),
    ),
  },
  { name: "search-4-redirected", who: "regular", play: redirected },
  {
    name: "search-4-redirected-contacts",
    who: "regular",
    play: async (stage) => {
      await redirected(stage);
      await stage.page.locator(".contact-button").first().click();
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search-4-nothing",
    who: "regular",
    play: changeSearch(
      () => NO_TOTALS,
      () => [],
    ),
  },
  { name: "search-4-cancelled", who: "regular", play: changeSearch(() => ({ status: "cancelled" })) },
  {
    name: "search-4-failed",
    who: "regular",
    play: changeSearch(
      () => ({ status: "failed", error: "…", error_code: "directory_unavailable", ...NO_TOTALS }),
      () => [],
    ),
  },
  loadingScene("search-loading", "/search", "**/api/search/current"),
  failedScene("search-failed", "/search", "**/api/search/current"),
];
