import { expect, it } from "vitest";
import { z } from "zod";
import lies from "../../data/sandbox/lies.json" with { type: "json" };
import { ApiUser } from "../support/api-user.ts";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { useServer } from "../support/use-server.ts";

// With the letter check and a writer that lies. message-versions.test.ts has the text written by hand that survives.

const sharedServer = useServer();

const { common, messages } = TEXTS.en;
const TRUE_AFTER_ALL = lies.relation.en;
const INVENTED = lies.motive.en;
/** The line above a letter without a doubt. */
const HAS_SOURCES = messages.check.supported_other.replace("{{count}}", "").trim();
const Facts = z.object({ facts: z.array(z.object({ text: z.string(), source: z.string() })) });

const callFaults = (method: "POST" | "DELETE", body?: object) =>
  fetch(`${sharedServer.server.url}/sandbox/faults`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
/** Makes the writer put this lie into every letter, whatever it is told. */
async function orderLie(kind: keyof typeof lies): Promise<void> {
  await callFaults("DELETE");
  const ordered = await callFaults("POST", { service: "openai", call: "write", kind: `lie_${kind}` });
  expect(ordered.status).toBe(200);
}

it("an invented sentence is marked, confirmed, and supports the next letter; another is rewritten away", async () => {
  const { page, close } = await openContext(sharedServer.browser, "en-GB");
  const ana = new ApiUser(page, sharedServer.server.url);
  await ana.signUpWithSetup("en");
  await ana.addCompanies("web developer", ["London (United Kingdom)"]);
  await ana.openDashboard();
  const named = (text: string, name: string) =>
    page.getByRole("button", { name: text.replace("{{name}}", name), exact: true }).first();
  const [first, second, third] = await ana.listUniqueCompaniesWithEmail();
  if (!first || !second || !third) throw new Error("three companies with an address are needed");
  const sentence = (words: string, status: "supported" | "unsupported") =>
    page.getByRole("button", { name: `${words} (${common.sentence[status]})` });
  const marks = page.locator(".field-marks .unsupported");
  const closeEditor = () => page.getByRole("button", { name: common.close, exact: true }).last().click();

  // Marked in the row and in the text.
  await orderLie("relation");
  await named(messages.cell.writeFor, first.name).click();
  await named(messages.cell.doubtfulFor, first.name).click();
  await marks.first().waitFor();
  await expect.poll(() => marks.allTextContents()).toEqual([TRUE_AFTER_ALL]);

  // Confirmed: the mark goes, in the row too.
  await page.getByRole("button", { name: messages.check.toSources }).click();
  await sentence(TRUE_AFTER_ALL, "unsupported").click();
  await page.getByRole("button", { name: messages.sentence.confirm }).click();
  await sentence(TRUE_AFTER_ALL, "supported").waitFor();
  await closeEditor();
  await named(messages.cell.readFor, first.name).waitFor();
  expect(Facts.parse(await ana.call("GET", "/settings/facts")).facts).toContainEqual(
    expect.objectContaining({ text: TRUE_AFTER_ALL, source: "confirmed" }),
  );

  // It supports the next letter, and is shown as its source.
  await named(messages.cell.writeFor, second.name).click();
  await named(messages.cell.readFor, second.name).click();
  await page.getByText(HAS_SOURCES).waitFor();
  await page.getByRole("button", { name: messages.check.toSources }).click();
  await sentence(TRUE_AFTER_ALL, "supported").click();
  await page.getByRole("link", { name: common.sentence.source.confirmed }).waitFor();
  await closeEditor();

  // Another one is rewritten away, although the writer says it again.
  await orderLie("motive");
  await named(messages.cell.writeFor, third.name).click();
  await named(messages.cell.doubtfulFor, third.name).click();
  await marks.first().waitFor();
  await expect.poll(() => marks.allTextContents()).toEqual([INVENTED]);
  await page.getByRole("button", { name: messages.check.toSources }).click();
  await sentence(INVENTED, "unsupported").click();
  await page.getByRole("button", { name: messages.sentence.rewrite }).click();
  await page.getByText(HAS_SOURCES).waitFor();
  expect(await ana.call("GET", `/dashboard/companies/${third.id}`)).toMatchObject({
    company: { message: expect.not.stringContaining(INVENTED) as string, message_warnings: [] },
  });
  await closeEditor();
  await named(messages.cell.readFor, third.name).waitFor();
  await callFaults("DELETE");
  await close();
});
