import type { Page } from "playwright-core";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";

const Answer = z.object({ status: z.number(), body: z.unknown() });
const Companies = z.object({
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      website: z.string(),
      email: z.string(),
      recipient: z.string().nullable(),
    }),
  ),
});
const Suggested = z.object({ categories: z.array(z.object({ gcid: z.string() })) });
const Run = z.object({ search_id: z.string() });
const Status = z.object({ search: z.object({ status: z.string() }) });

/** A user who acts through API calls, where a test is not about the screens. */
export class ApiUser {
  readonly page: Page;
  readonly url: string;
  readonly email = `ana.${crypto.randomUUID().slice(0, 8)}@mail.example`;
  readonly password = "un mot de passe";

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  /** Calls the API from the page. @throws unless the status is 200 */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, body: answer } = Answer.parse(
      await this.page.evaluate(
        async ([verb, address, json]) => {
          const response = await fetch(`/api${address}`, {
            method: verb ?? "GET",
            ...(json !== null && { headers: { "content-type": "application/json" }, body: json ?? "" }),
          });
          const answered: unknown = await response.json();
          return { status: response.status, body: answered };
        },
        [method, path, body === undefined ? null : JSON.stringify(body)] as const,
      ),
    );
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Creates an account with a CV and a template. Leaves the page on the dashboard. */
  async signUpWithSetup(
    language: "fr" | "en",
    cv = ["Ana Lopez", "Web developer since 2019, Lumen agency"],
  ): Promise<void> {
    const { page } = this;
    await page.goto(`${this.url}/terms`);
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await this.call("POST", "/auth/register", {
      name: "Ana Lopez",
      email: this.email,
      password: this.password,
      language,
    });
    const pdf = Buffer.from(makeCvPdf(cv)).toString("base64");
    await page.evaluate(async (base64) => {
      const form = new FormData();
      form.set(
        "cv",
        new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], "cv.pdf", { type: "application/pdf" }),
      );
      await fetch("/api/settings/cv", { method: "POST", body: form });
    }, pdf);
    await this.call("PATCH", "/settings/template-message", {
      message: "Hello,\n\nI am a web developer looking for a small team. I would be glad to talk.\n\nAna Lopez",
    });
    await this.call("POST", "/settings/wizard-complete");
    await page.goto(`${this.url}/dashboard`);
  }

  /** Adds the companies of a search to the dashboard, with the first categories suggested for a query. */
  async addCompanies(query: string, cities: string[]): Promise<void> {
    const { categories } = Suggested.parse(await this.call("POST", "/search/categories", { query }));
    const business_types = categories.slice(0, 2).map(({ gcid }) => gcid);
    const { search_id: id } = Run.parse(await this.call("POST", "/search/run", { business_types, cities }));
    for (;;) {
      const { search } = Status.parse(await this.call("GET", `/search/status/${id}`));
      if (search.status === "completed") break;
      if (search.status !== "running") throw new Error(`the search is ${search.status}`);
      await this.page.waitForTimeout(300);
    }
    await this.call("POST", `/search/add-to-dashboard/${id}`, {});
    await this.page.goto(`${this.url}/dashboard`);
    await this.page.getByRole("row").nth(1).waitFor();
  }

  /** The companies of the dashboard that have an address. */
  async listCompaniesWithEmail(query = ""): Promise<z.infer<typeof Companies>["companies"]> {
    const { companies } = Companies.parse(await this.call("GET", `/dashboard/companies${query}`));
    return companies.filter(({ email }) => email !== "");
  }

  /** The same, without those whose name another company of the dashboard has too. */
  async listUniqueCompaniesWithEmail(): Promise<z.infer<typeof Companies>["companies"]> {
    const { companies } = Companies.parse(await this.call("GET", "/dashboard/companies"));
    return companies.filter(
      ({ email, name }) => email !== "" && companies.filter((other) => other.name === name).length === 1,
    );
  }

  /** Deletes the session cookie, as if the session had expired. */
  async loseSession(): Promise<void> {
    await this.page.context().clearCookies();
  }

  /** Signs in on the login page. */
  async signInAgain(emailLabel: string, passwordLabel: string, submit: string): Promise<void> {
    const { page } = this;
    await page.getByLabel(emailLabel, { exact: true }).fill(this.email);
    await page.getByLabel(passwordLabel, { exact: true }).fill(this.password);
    await page.getByRole("button", { name: submit, exact: true }).click();
  }
}
