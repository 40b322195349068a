import type { Page } from "playwright-core";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { linkGmail as linkMailbox } from "../../harness/user.ts";

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

const TEMPLATE = "Hello,\n\nI am a web developer looking for a small team. I would be glad to talk.";

interface SignUpDetails {
  name?: string;
  /** Lines of the CV. */
  cv?: string[];
  /** Without the name below it. */
  template?: string;
}

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

  /** Calls the API with the cookies of the page, which need not be open yet. @throws unless the status is 200 */
  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.page.request.fetch(`${this.url}/api${path}`, {
      method,
      ...(body !== undefined && { data: body }),
    });
    if (response.status() !== 200) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    const answer: unknown = await response.json();
    return answer;
  }

  /** Creates an account with a CV and a template, and opens no page: the first one shows the language. */
  async signUpWithSetup(language: "fr" | "en", details: SignUpDetails = {}): Promise<void> {
    const { name = "Ana Lopez", cv = [name, "Web developer since 2019, Lumen agency"], template = TEMPLATE } = details;
    const { email, password } = this;
    await this.call("POST", "/auth/register", { name, email, password, language });
    const file = { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(cv)) };
    const uploaded = await this.page.request.post(`${this.url}/api/settings/cv`, { multipart: { cv: file } });
    if (!uploaded.ok()) throw new Error(`the CV: ${uploaded.status()} ${await uploaded.text()}`);
    await this.call("PATCH", "/settings/template-message", { message: `${template}\n\n${name}` });
    await this.call("POST", "/settings/wizard-complete");
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
  }

  /** Links a mailbox. @returns its address */
  async linkGmail(email = this.email): Promise<string> {
    const { request } = this.page;
    const linked = await linkMailbox(async (method, path, sent) => {
      const form = sent instanceof URLSearchParams;
      const response = await request.fetch(this.url + path, {
        method,
        maxRedirects: 0,
        ...(form ? { form: Object.fromEntries(sent) } : sent !== undefined && { data: sent }),
      });
      const headers = response.headers();
      const body: unknown = headers["content-type"]?.includes("json") ? await response.json() : null;
      return { status: response.status(), body, location: headers["location"] ?? null };
    }, email);
    if (!linked) throw new Error("the mailbox was not linked");
    return email;
  }

  /** Opens the dashboard, which lists companies. */
  async openDashboard(): Promise<void> {
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
