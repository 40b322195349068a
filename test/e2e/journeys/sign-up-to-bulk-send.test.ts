import { expect, it } from "vitest";
import { z } from "zod";
import { openContext } from "../support/browser.ts";
import { TEXTS } from "../support/screen-texts.ts";
import { UiUser } from "../support/ui-user.ts";
import { useServer } from "../support/use-server.ts";

const sharedServer = useServer();

const Outbox = z.array(
  z.object({
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    attachments: z.array(z.object({ filename: z.string(), mimeType: z.string() })),
  }),
);
const listOutbox = async () =>
  Outbox.parse(
    await (
      await fetch(`${sharedServer.server.url}/sandbox/outbox`, { headers: { accept: "application/json" } })
    ).json(),
  );

const CASES = [
  {
    language: "fr",
    locale: "fr-FR",
    query: "développeur web",
    cities: ["Paris (France)", "Lyon (France)"],
    greeting: /Bonjour|Madame/,
    cv: [
      "Camille Martin",
      "Développeuse web depuis 2019, agence Lumen à Lyon",
      "A réduit de 40 % le temps de chargement d'un site",
    ],
    template:
      "Bonjour,\n\nJe suis développeuse web et je cherche une petite équipe qui soigne ses sites. " +
      "Je serais heureuse d'en parler avec vous.\n\nCamille Martin",
  },
  {
    language: "de",
    locale: "de-DE",
    query: "Webentwicklerin",
    cities: ["Berlin (Deutschland)", "München (Deutschland)"],
    greeting: /Guten Tag|Sehr geehrte/,
    cv: [
      "Camille Martin",
      "Webentwicklerin seit 2019, Agentur Lumen in Hamburg",
      "Ladezeit einer Website um 40 % verringert",
    ],
    template:
      "Guten Tag,\n\nich bin Webentwicklerin und suche ein kleines Team, das seine Websites pflegt. " +
      "Über ein Gespräch würde ich mich freuen.\n\nCamille Martin",
  },
] as const;

// Other journeys are in English.
it.each(CASES)(
  "takes a newcomer from sign-up to messages in the outbox, CV attached, in $language",
  async ({ language, locale, query, cities, greeting, cv, template }) => {
    await fetch(`${sharedServer.server.url}/sandbox/outbox`, { method: "DELETE" });
    const { page, close } = await openContext(sharedServer.browser, locale);
    const newcomer = new UiUser(page, TEXTS[language]);
    await newcomer.signUp(sharedServer.server.url, language);
    await newcomer.finishWizard([...cv], template);
    await newcomer.findCompanies(query, 2, [...cities]);
    const from = await newcomer.linkGmail();
    const names = await newcomer.tick(2);
    await newcomer.writeMessages(2);
    expect(await listOutbox()).toEqual([]);
    await newcomer.sendTicked(2);

    const mails = await listOutbox();
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(2);
    for (const { from: sender, subject, text, attachments } of mails) {
      expect(sender).toContain(from);
      expect(subject).not.toBe("");
      expect(text).toMatch(greeting);
      expect(
        names.some((name) => text.includes(name)),
        `one of ${names.join(", ")} in\n${text}`,
      ).toBe(true);
      const filename = `${language === "de" ? "Lebenslauf" : "CV"}-Camille-Martin.pdf`;
      expect(attachments).toEqual([{ filename, mimeType: "application/pdf" }]);
    }
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
  },
);
