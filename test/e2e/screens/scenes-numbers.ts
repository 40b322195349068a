import type { Numbers, NumbersGroup } from "../../../worker/contract/numbers.ts";
import type { ReportSummary } from "../../../worker/contract/report.ts";
import { answerError, answerWith, routeCall } from "./mocked-answers.ts";
import { failedScene, loadingScene, type Scene, screenScene } from "./scene.ts";
import type { ScreenshotPage } from "./screenshot-page.ts";

const NUMBERS_PATH = /\/api\/applications\/numbers/u;
const SUMMARY_PATH = /\/api\/applications\/report\?/u;

const makeGroup = (key: string | null, applied: number, answered: number, interviews = 0): NumbersGroup => ({
  key,
  applied,
  answered,
  interviews,
  offers: 0,
  refused: answered - interviews,
  recent: 0,
});
const WEEK_MS = 7 * 86_400_000;
const toMonday = (weeksAgo: number) => new Date(Date.UTC(2026, 10, 23) - weeksAgo * WEEK_MS).toISOString();

const NUMBERS: Numbers = {
  total: { applied: 58, answered: 11, interviews: 3, offers: 1, refused: 6, recent: 9 },
  bounced: 2,
  activities: [
    makeGroup("office_it", 31, 7, 2),
    makeGroup("shop_bakery", 14, 3, 1),
    makeGroup("custom_studio de jeux", 7, 1),
    makeGroup("", 4, 0),
    makeGroup(null, 2, 0),
  ],
  places: [
    "Lyon",
    "Villeurbanne",
    "Bron",
    "Saint-Priest",
    "Oullins",
    "Caluire",
    "Vénissieux",
    "Rillieux",
    "Feyzin",
  ].map((place, n) => makeGroup(place, 20 - 2 * n, n < 3 ? 3 : 0, n === 0 ? 2 : 0)),
  profiles: [],
  weeks: [0, 1, 2, 3, 5].map((weeksAgo) => makeGroup(toMonday(weeksAgo), 9 + weeksAgo, weeksAgo)),
};
const FEW: Numbers = {
  ...NUMBERS,
  total: { applied: 4, answered: 1, interviews: 0, offers: 0, refused: 1, recent: 3 },
  bounced: 0,
  activities: [makeGroup("office_it", 4, 1)],
  places: [makeGroup("Lyon", 4, 1)],
  weeks: [makeGroup(toMonday(0), 4, 1)],
};
const SUMMARY: ReportSummary = {
  applications: 34,
  companies: 31,
  answered: 6,
  ways: { email: 28, phone: 4, form: 0, careers: 2 },
  unconfirmed: 1,
};

const showNumbers =
  (numbers: Numbers) =>
  async ({ page, visit }: ScreenshotPage): Promise<void> => {
    await routeCall(page, "GET", NUMBERS_PATH, answerWith(numbers));
    await visit("/stats");
    await page.locator(".numbers-table").first().waitFor();
  };

async function prepareReport({ page, visit }: ScreenshotPage): Promise<void> {
  await routeCall(page, "GET", SUMMARY_PATH, answerWith(SUMMARY));
  await visit("/report");
  await page.locator(".report-contents dl").waitFor();
}

/** Days chosen one by one, the last one too early. */
async function chooseWrongDays({ page, visit }: ScreenshotPage): Promise<void> {
  await visit("/report?span=days&from=2026-11-20&to=2026-11-02");
  await page.getByRole("alert").waitFor();
}

/** The download of more than one document may hold. */
async function failReport(stage: ScreenshotPage): Promise<void> {
  await routeCall(stage.page, "GET", /report\.pdf/u, answerError(422, "report_too_large"));
  await prepareReport(stage);
  await stage.press(stage.texts.numbers.report.pdf);
  await stage.page.getByRole("alert").waitFor();
}

export const numbersScenes: Scene[] = [
  { name: "stats", who: "regular", play: showNumbers(NUMBERS) },
  { name: "stats-few", who: "regular", play: showNumbers(FEW) },
  screenScene("stats-empty", "fresh", "/stats"),
  loadingScene("stats-loading", "/stats", NUMBERS_PATH),
  failedScene("stats-failed", "/stats", NUMBERS_PATH),
  { name: "report", who: "regular", play: prepareReport },
  screenScene("report-empty", "fresh", "/report"),
  { name: "report-wrong-days", who: "regular", play: chooseWrongDays },
  loadingScene("report-loading", "/report", SUMMARY_PATH),
  failedScene("report-failed", "/report", SUMMARY_PATH),
  { name: "report-refused", who: "regular", expects: /status of 422/u, play: failReport },
];
