import type { Browser, BrowserContext, Page } from "playwright-core";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { ApiUser } from "../support/api-user.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { UiUser } from "../support/ui-user.ts";

/** Users: signed out, at either step of the wizard, before the first search, and with companies and mails. */
export type ScreenshotUsers = Record<"visitor" | "beginner" | "writer" | "fresh" | "regular", BrowserContext>;

const NAME = "Camille Martin";
const CV = [NAME, "Web developer since 2019, Lumen agency, London", "Cut the loading time of a site by 40%"];
const TEMPLATE =
  "Hello,\n\nI am a web developer looking for a small team that cares for its sites. " +
  "I would be glad to talk about what I could do for you.";

const Companies = z.object({
  companies: z.array(z.object({ id: z.string(), message: z.string(), email_sent: z.boolean() })),
});
const Searches = z.object({
  searches: z.array(z.object({ id: z.string(), status: z.string(), business_types: z.array(z.string()) })),
});

async function prepareUser(
  context: BrowserContext,
  url: string,
  upTo: "registered" | "cv" | "done",
): Promise<BrowserContext> {
  const { request } = context;
  const email = `camille.${crypto.randomUUID().slice(0, 8)}@mail.example`;
  await request.post(`${url}/api/auth/register`, {
    data: { name: NAME, email, password: "un mot de passe", language: "en" },
  });
  if (upTo === "registered") return context;
  const file = { name: "Mon CV.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(CV)) };
  await request.post(`${url}/api/settings/cv`, { multipart: { cv: file } });
  if (upTo === "done") await request.post(`${url}/api/settings/wizard-complete`);
  return context;
}

/** Brings every state to the dashboard: written, by hand too, sent, without address, archived. */
async function prepareRegularUser(page: Page, url: string): Promise<void> {
  const account = new ApiUser(page, url);
  await account.signUpWithSetup("en", { name: NAME, cv: CV, template: TEMPLATE });
  await account.addCompanies("web developer", ["London (United Kingdom)", "Manchester (United Kingdom)"]);
  await account.linkGmail("camille.martin@mail.example");
  await account.openDashboard();
  const newcomer = new UiUser(page, TEXTS.en);
  await newcomer.tick(9);
  await newcomer.writeMessages(9);
  const rows = page.getByRole("row").filter({ hasText: "@" });
  for (let row = 2; row < 9; row++) await rows.nth(row).getByRole("checkbox").uncheck();
  await newcomer.sendTicked(2);

  const { request } = page;
  const { companies } = Companies.parse(await (await request.get(`${url}/api/dashboard/companies`)).json());
  const ids = companies.map(({ id }) => id);
  const written = companies.find(({ message, email_sent: isSent }) => message !== "" && !isSent);
  await request.patch(`${url}/api/dashboard/companies/${written?.id}`, {
    data: { message: written?.message.replace("Camille Martin", "I can start in March.\n\nCamille Martin") },
  });
  for (const id of [ids[0], ids[3]])
    await request.patch(`${url}/api/dashboard/companies/${id}`, { data: { favorited: true } });
  await request.post(`${url}/api/dashboard/companies/bulk-archive`, { data: { company_ids: ids.slice(-3) } });
  const seedHistory = async () =>
    Searches.parse(await (await request.get(`${url}/api/search/history`)).json()).searches;
  const business_types = (await seedHistory())[0]?.business_types;
  await request.post(`${url}/api/search/run`, {
    data: { business_types, cities: ["Berlin (Germany)", "London (United Kingdom)"] },
  });
  while ((await seedHistory())[0]?.status !== "completed") await page.waitForTimeout(300);
}

/** Creates the users of all scenes, each with a browser profile. */
export async function prepareUsers(browser: Browser, url: string): Promise<ScreenshotUsers> {
  const newContext = () => browser.newContext({ locale: "en-GB", timezoneId: "Europe/Paris" });
  const [visitor, beginner, writer, fresh, full] = await Promise.all([
    newContext(),
    newContext(),
    newContext(),
    newContext(),
    newContext(),
  ]);
  await Promise.all([
    prepareUser(beginner, url, "registered"),
    prepareUser(writer, url, "cv"),
    prepareUser(fresh, url, "done"),
  ]);
  const page = await full.newPage();
  await prepareRegularUser(page, url);
  await page.close();
  return { visitor, beginner, writer, fresh, regular: full };
}
