import { it } from "vitest";
import { z } from "zod";
import { makeCvPdf } from "../../harness/make-pdf.ts";
import { openContext } from "../support/browser.ts";
import { KeyboardUser } from "../support/keyboard-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

it.each([
  { width: 390, height: 700 },
  { width: 1280, height: 500 },
])(
  "shows whatever the keyboard reaches on the dashboard, bars notwithstanding, at $width px",
  async ({ width, height }) => {
    const { page, close } = await openContext(sharedServer.browser, "en-GB");
    await page.setViewportSize({ width, height });
    const { request } = page.context();
    const email = `camille.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    await request.post(`${sharedServer.server.url}/api/auth/register`, {
      data: { name: "Camille Martin", email, password: "un mot de passe", language: "en" },
    });
    await request.post(`${sharedServer.server.url}/api/settings/cv`, {
      multipart: {
        cv: { name: "CV.pdf", mimeType: "application/pdf", buffer: Buffer.from(makeCvPdf(["Camille Martin"])) },
      },
    });
    await request.post(`${sharedServer.server.url}/api/settings/wizard-complete`);
    const Started = z.object({ search_id: z.string() });
    const { search_id: id } = Started.parse(
      await (
        await request.post(`${sharedServer.server.url}/api/search/run`, {
          data: { business_types: ["custom_atelier"], cities: ["London (United Kingdom)"] },
        })
      ).json(),
    );
    const Status = z.object({ search: z.object({ status: z.string() }) });
    while (
      Status.parse(await (await request.get(`${sharedServer.server.url}/api/search/status/${id}`)).json()).search
        .status === "running"
    )
      await page.waitForTimeout(100);
    await request.post(`${sharedServer.server.url}/api/search/add-to-dashboard/${id}`);
    await page.goto(`${sharedServer.server.url}/dashboard`);
    await page.getByRole("row").getByRole("checkbox").nth(1).check();
    await page.locator(".selection-bar").waitFor();

    const keyboard = new KeyboardUser(page);
    await page.evaluate(() => document.getElementById("main")?.focus());
    for (const direction of ["Tab", "Shift+Tab"]) {
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press(direction);
        const element = page.locator(":focus");
        if ((await element.count()) === 1) await keyboard.waitUntilVisible(element);
      }
    }
    await close();
  },
);
