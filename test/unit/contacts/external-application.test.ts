import { describe, expect, test } from "vitest";
import { extractContacts } from "../../../worker/contacts/extract-contacts";

const home = "https://www.atelier-nord.fr/";

describe("applications on an external site", () => {
  const findExternalApplication = (html: string) => extractContacts(html, { url: home, country: "FR" }).applyElsewhere;

  test.each([
    "https://www.welcometothejungle.com/fr/companies/atelier-nord/jobs",
    "https://jobs.lever.co/atelier",
    "https://boards.greenhouse.io/atelier",
    "https://atelier.wd3.myworkdayjobs.com/fr-FR/Careers",
    "https://careers.smartrecruiters.com/Atelier",
    "https://atelier.jobs.personio.de/",
    "https://atelier.teamtailor.com/jobs",
    "https://atelier.recruitee.com/",
    "https://jobs.ashbyhq.com/atelier",
    "https://atelier.taleo.net/careersection",
    "https://fr.indeed.com/cmp/Atelier-Nord/jobs",
    "https://apply.workable.com/atelier/",
    "https://atelier.softgarden.io/",
    "https://www.linkedin.com/company/atelier/jobs/",
  ])("recognises %s", (href) => {
    expect(findExternalApplication(`<p><a href="${href}">Nos offres</a></p>`)).toEqual({ url: href, reason: "ats" });
  });

  test.each([
    "Merci de noter : aucune candidature ne sera acceptée par e-mail.",
    "Nous n'acceptons pas. Les candidatures envoyées par mail ne seront pas traitées.",
    "Les candidatures se font uniquement via notre plateforme.",
    "Nous ne prenons pas de candidatures par courriel.",
    "Bewerbungen per E-Mail können leider nicht berücksichtigt werden.",
    "Bitte bewerben Sie sich ausschließlich über unser Online-Formular.",
    "Keine Bewerbungen per E-Mail!",
    "We do not accept job applications by email.",
    "Applications sent by email will not be considered.",
    "No email applications, please.",
    "Please apply only through our careers page.",
  ])("recognises: %s", (sentence) => {
    expect(findExternalApplication(`<p>${sentence}</p>`)).toEqual({ url: home, reason: "no_email" });
  });

  test("returns both the reason and the URL", () => {
    expect(
      findExternalApplication(
        `<p>Bewerbungen per <b>E-Mail</b> nehmen wir nicht an.</p><a href="https://x.jobs.personio.de/">Stellen</a>`,
      ),
    ).toEqual({ url: "https://x.jobs.personio.de/", reason: "no_email" });
  });

  test.each([
    `<a href="https://www.linkedin.com/company/atelier">LinkedIn</a>`,
    `<a href="https://www.indeed.com/legal">x</a>`,
    `<p>Envoyez votre candidature par e-mail à rh@atelier-nord.fr.</p>`,
    `<p>Bewerbungen gerne per E-Mail.</p>`,
    `<p>Send your application by email.</p>`,
    `<p>Please do not call.</p>`,
    `<a href="mailto:x@lever.co">x</a>`,
  ])("ignores %s", (html) => expect(findExternalApplication(html)).toBeUndefined());
});
