import { expect, it } from "vitest";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const { objection } = TEXTS.fr.legal;
const { copy, label } = {
  copy: TEXTS.fr.common.copy,
  label: (action: string, what: string) =>
    TEXTS.fr.common.copy.label.replace("{{action}}", action).replace("{{label}}", what),
};

it(
  "a company objects for its domain, copies what it has to publish, loses its connection, " +
    "comes back another day, and is heard once the file is there",
  async () => {
    const { page, context, allow, close } = await openContext(sharedServer.browser, "fr-FR");
    allow(/ERR_INTERNET_DISCONNECTED/u);
    const { url } = sharedServer.server;
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    const domain = `opposante-${Date.now()}.example`;
    const submitObjection = async () => {
      await page.goto(`${url}/objection`);
      await page.getByLabel(objection.entry, { exact: true }).fill(domain);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: objection.proof.title.replace("{{domain}}", domain) }).waitFor();
    };
    const check = page.getByRole("button", { name: objection.proof.check });

    await submitObjection();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(domain);
    const file = page.getByRole("region", { name: objection.proof.file.title });
    const copyText = async (what: string) => {
      await file.getByRole("button", { name: label(copy.button, what) }).press("Enter");
      await file.getByRole("button", { name: label(copy.copied, what) }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const [address, text] = [
      await copyText(objection.proof.file.address),
      await copyText(objection.proof.file.content),
    ];
    expect(address).toBe(`https://${domain}/.well-known/candidature-objection.txt`);
    await expect.poll(() => file.locator("code").last().textContent()).toBe(text);

    await context.setOffline(true);
    await check.click();
    await page.getByRole("alert").getByText(TEXTS.fr.errors.offline).waitFor();
    await expect.poll(() => file.locator("code").last().textContent()).toBe(text);
    await context.setOffline(false);
    await check.click();
    await page.getByText(objection.proof.dns.missing).waitFor();

    await submitObjection();
    await expect.poll(() => file.locator("code").last().textContent()).toBe(text);
    const published = await fetch(`${url}/sandbox/published`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "file", at: address, text }),
    });
    expect(published.status).toBe(200);
    await check.click();
    await page.getByText(objection.listed.replace("{{entry}}", domain)).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("entry");
    await close();
  },
);

it("what cannot be copied is selected, so that a key can copy it", async () => {
  const { page, close } = await openContext(sharedServer.browser, "fr-FR");
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(`${sharedServer.server.url}/objection`);
  await page.getByLabel(objection.entry, { exact: true }).fill("choisie.example");
  await page.getByRole("button", { name: objection.submit }).click();
  await page.getByRole("button", { name: label(copy.button, objection.proof.dns.name) }).click();
  await page.getByText(copy.selected).first().waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("_candidature.choisie.example");
  await close();
});
