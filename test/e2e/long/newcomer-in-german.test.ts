import { expect, it } from "vitest";
import { openContext } from "../support/browser.ts";
import { expectApplications } from "../support/expect-applications.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { listSentMails } from "../support/sent-mails.ts";
import { UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

it("takes a newcomer from sign-up to messages sent in bulk, CV attached, in German", async () => {
  const language = "de";
  const cv = [
    "Camille Martin",
    "Webentwicklerin seit 2019, Agentur Lumen in Hamburg",
    "Ladezeit einer Website um 40 % verringert",
  ];
  const template =
    "Guten Tag,\n\nich bin Webentwicklerin und suche ein kleines Team, das seine Websites pflegt. " +
    "Über ein Gespräch würde ich mich freuen.\n\nCamille Martin";
  await fetch(`${sharedServer.server.url}/sandbox/outbox`, { method: "DELETE" });
  const { page, close } = await openContext(sharedServer.browser, "de-DE");
  const newcomer = new UiUser(page, TEXTS[language]);
  await newcomer.signUp(sharedServer.server.url, language);
  await newcomer.finishWizard(cv, template);
  await newcomer.findCompanies("Webentwicklerin", 2, ["Berlin (Deutschland)", "München (Deutschland)"]);
  const from = await newcomer.linkGmail();
  const names = await newcomer.tick(2);
  await newcomer.writeMessages(2);
  expect(await listSentMails(sharedServer.server.url, from)).toEqual([]);
  await newcomer.sendTicked(2);

  expectApplications(await listSentMails(sharedServer.server.url, from), {
    from,
    names,
    greeting: /Guten Tag|Sehr geehrte/,
    cv: "Lebenslauf-Camille-Martin.pdf",
  });
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);

  // Page scripts can read all of this, so it must hold no secret.
  const storedTexts = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.cookie,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join("\n"),
  );
  const cookies = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  expect(cookies.map(({ name }) => name)).toContain("__Host-session");
  for (const secret of [newcomer.password, ...cookies.map(({ value }) => value)])
    expect(storedTexts).not.toContain(secret);
  expect(storedTexts).not.toMatch(/ya29\.|1\/\/0|scrypt/u);
  await close();
});
