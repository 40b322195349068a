import { z } from "zod";
import type { Scene, Stage } from "./picture-stage.ts";
import { pattern } from "./texts.ts";

type Play = (stage: Stage) => Promise<void>;

const Companies = z.object({ companies: z.array(z.object({ id: z.string(), email_sent: z.boolean() })) });
const Answer = z.object({ search: z.looseObject({ total_companies: z.number(), websites_count: z.number() }) });

const Found = z.object({ companies: z.array(z.looseObject({})) });

/** Shows the search that has ended as if it had come to something else. */
const searched = (other: (search: z.infer<typeof Answer>["search"]) => object, found = (companies: object[]): object[] => companies): Play => async ({ page, visit }) => {
  await page.route(/\/api\/search\/(current|status)/u, async (route) => {
    const response = await route.fetch();
    const { search } = Answer.parse(await response.json());
    await route.fulfill({ response, json: { search: { ...search, ...other(search) } } });
  });
  await page.route(/\/api\/search\/[^/]+\/companies/u, async (route) => {
    const response = await route.fetch();
    const { companies } = Found.parse(await response.json());
    await route.fulfill({ response, json: { companies: found(companies), next_cursor: null } });
  });
  await visit("/search");
};

const running = searched((search) => ({ status: "running", completed_at: null, scraped_websites_count: Math.floor(search.websites_count / 2) }));
const none = { total_companies: 0, new_companies: 0, duplicate_companies: 0, total_emails: 0, websites_count: 0, scraped_websites_count: 0, processed_contacts_count: 0 };

/** A list that does not come: its shape stands there. */
const loading: Play = async ({ page, visit, texts }) => {
  await visit("/settings");
  await page.route(/\/api\/dashboard\/companies\?/u, () => undefined);
  await page.getByRole("link", { name: texts.common.nav.dashboard }).last().click();
  await page.locator(".skeleton").waitFor();
};

const failed: Play = async ({ page, visit }) => {
  await page.route(/\/api\/dashboard\/companies\?/u, (route) => route.fulfill({ status: 500, json: { error: "Internal error", code: "internal" } }));
  await visit("/dashboard");
  await page.getByRole("alert").waitFor();
};

const writing: Play = async ({ page, visit }) => {
  await visit("/dashboard");
  const { companies } = Companies.parse(await (await page.request.get(new URL("/api/dashboard/companies", page.url()).href)).json());
  const states = ["done", "done", "running", "running", "queued", "queued", "queued", "queued"];
  const items = companies.filter(({ email_sent }) => !email_sent).slice(0, states.length).map(({ id }, i) => ({ company_id: id, state: states[i], error_code: null, fields: null }));
  const generation = { id: "g", status: "running", total: states.length, done: 2, failed: 0, cancelled: 0, created_at: new Date().toISOString(), finished_at: null, items };
  await page.route("**/api/dashboard/generations/current", (route) => route.fulfill({ json: { generation } }));
  await visit("/dashboard");
};

const offline: Play = async ({ page, visit }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  await visit("/dashboard");
};

const pressed = (path: string, button: (stage: Stage) => string | RegExp): Play => async (stage) => {
  await stage.visit(path);
  await stage.press(button(stage));
};

const leaving: Play = async (stage) => {
  const { page, texts, press } = stage;
  await pressed("/dashboard", () => pattern(texts.messages.cell.readFor))(stage);
  await page.getByLabel(texts.messages.dialog.subject, { exact: true }).fill("Camille Martin");
  await press(texts.common.cancel);
};

const as = (who: Scene["who"], plays: Record<string, Play>): Scene[] => Object.entries(plays).map(([name, play]) => ({ name, who, play }));

/** States that a walk through the product does not come by: what waits, what failed, what is asked before something is lost. */
export const STATES: Scene[] = [
  ...as("visitor", {
    "objection": ({ visit }) => visit("/objection"),
    "login-wrong": pressed("/login", ({ texts }) => texts.account.login.submit),
  }),
  ...as("fresh", {
    "settings-new": ({ visit }) => visit("/settings"),
    "settings-cv-text": pressed("/settings", ({ texts }) => texts.account.cv.look),
    "settings-delete": pressed("/settings", ({ texts }) => texts.account.settings.delete),
    "search-first": ({ visit }) => visit("/search"),
  }),
  ...as("regular", {
    "dashboard-selected": pressed("/dashboard", ({ texts }) => pattern(texts.companies.selection.ready_other)),
    "dashboard-ready": pressed("/dashboard", ({ texts }) => new RegExp(`${texts.companies.filter.ready}$`, "u")),
    "dashboard-nothing": async ({ page, visit, texts }) => {
      await visit("/dashboard");
      await page.getByLabel(texts.companies.filter.text).fill("zzz");
    },
    "dashboard-loading": loading,
    "dashboard-failed": failed,
    "dashboard-writing": writing,
    "dashboard-offline": offline,
    "message-sent": pressed("/dashboard", ({ texts }) => pattern(texts.messages.cell.sentFor)),
    "message-leave": leaving,
    "archive-delete": pressed("/archive", ({ texts }) => pattern(texts.companies.row.delete)),
    "settings-disconnect": pressed("/settings", ({ texts }) => texts.mail.gmail.disconnect),
    "search-cancel": async (stage) => {
      await running(stage);
      await stage.press(stage.texts.search.progress.cancel);
    },
    "search-4-failed": searched(() => ({ ...none, status: "failed", error: "The directory did not answer", error_code: "directory_unavailable" }), () => []),
    "search-4-duplicates": searched(({ total_companies }) => ({ new_companies: 0, duplicate_companies: total_companies }), (companies) => companies.map((company) => ({ ...company, duplicate: true }))),
    "search-4-nothing": searched(() => none, () => []),
    "search-4-cancelled": searched(() => ({ status: "cancelled" })),
    "crash": async ({ page, visit }) => {
      await page.route(/\/assets\/archive-page/u, (route) => route.abort());
      await visit("/archive");
    },
  }),
];
