import { describe, expect, it } from "vitest";
import { listWaysToApply } from "../../../web/features/applications/model/application-ways";
import { writeCallScript, writeFollowUpScript } from "../../../web/features/applications/model/call-script";
import { type Candidate, findPapers } from "../../../web/features/applications/model/candidate";
import { createCompanyMatcher } from "../../../web/features/mail/model/do-not-contact-matcher";
import { makeFoundCompany } from "../support/found-company";

const LETTERS = {
  fr:
    "Madame, Monsieur,\n\nJe suis menuisière depuis 2019, à l’atelier Lumen. Votre travail du chêne m’a donné envie " +
    "de vous écrire. J’aime les petites équipes.\n\nCordialement,\nCamille Martin",
  en:
    "Dear Sir or Madam,\n\nI am a web developer with six years of experience. Your work for museums made me write to " +
    "you.\n\nKind regards,\nCamille Martin",
  de:
    "Guten Tag,\n\nich bin Tischlerin und arbeite seit 2019 in Lyon. Ihre Arbeit mit Eiche hat mich neugierig " +
    "gemacht.\n\nMit freundlichen Grüßen",
} as const;

describe("what to say on the telephone", () => {
  it.each([
    [
      "fr",
      "Bonjour, je m’appelle Camille Martin.\n" +
        "Je suis menuisière depuis 2019, à l’atelier Lumen.\n" +
        "Je vous appelle pour proposer ma candidature à Perrin.\n" +
        "Votre travail du chêne m’a donné envie de vous écrire.\n" +
        "À qui puis-je envoyer mon CV ?",
    ],
    [
      "en",
      "Hello, my name is Camille Martin.\n" +
        "I am a web developer with six years of experience.\n" +
        "I am calling to ask whether I might apply to Perrin.\n" +
        "Your work for museums made me write to you.\n" +
        "Who could I send my CV to?",
    ],
    [
      "de",
      "Guten Tag, mein Name ist Camille Martin.\n" +
        "Ich bin Tischlerin und arbeite seit 2019 in Lyon.\n" +
        "Ich möchte mich gern bei Perrin bewerben.\n" +
        "Ihre Arbeit mit Eiche hat mich neugierig gemacht.\n" +
        "An wen darf ich meinen Lebenslauf schicken?",
    ],
  ] as const)("names candidate, trade and reason (%s)", (language, script) => {
    const letter = LETTERS[language];
    expect(writeCallScript({ name: "Camille Martin", company: "Perrin", letter, language })).toBe(script);
  });

  it("says nothing that the letter does not say", () => {
    expect(
      writeCallScript({ name: "Camille", company: "Perrin", letter: "", language: "en" }).split("\n"),
    ).toHaveLength(3);
    const long = `I am a baker ${"and so on ".repeat(40)}.`;
    expect(writeCallScript({ name: "Camille", company: "Perrin", letter: long, language: "en" })).not.toContain(
      "baker",
    );
  });
});

describe("the ways to apply without e-mail", () => {
  const company = makeFoundCompany({ website: "https://www.firm.fr/", phone: "+33199001234;+33199005678" });
  const page = "https://www.firm.fr/nous-contacter";

  it("are every number, the form, and the page about jobs", () => {
    const contact_form = "https://www.firm.fr/ecrire";
    const careers_page = "https://www.firm.fr/recrutement";
    expect(listWaysToApply({ ...company, contact_form, careers_page })).toEqual([
      { way: "phone", target: "+33199001234" },
      { way: "phone", target: "+33199005678" },
      { way: "form", target: contact_form },
      { way: "careers", target: careers_page },
    ]);
  });

  it("are the contact page or the home page where no form was found, and a system that takes applications", () => {
    const seen = {
      kind: "phone" as const,
      value: "+33199001234",
      how: "link" as const,
      seen_at: "2026-11-01T10:00:00Z",
    };
    expect(listWaysToApply({ ...company, phone: "", contacts: [{ ...seen, page }] })).toEqual([
      { way: "form", target: page },
    ]);
    expect(listWaysToApply({ ...company, phone: "" })).toEqual([{ way: "form", target: company.website }]);
    const apply_elsewhere = { url: "https://jobs.lever.co/firm", reason: "ats" };
    expect(listWaysToApply({ ...company, phone: "", careers_page: page, apply_elsewhere }).at(-1)).toEqual({
      way: "careers",
      target: apply_elsewhere.url,
    });
  });

  it("never lead to anything but a web page or a telephone", () => {
    const bad = "javascript:alert(1)";
    const none = { ...company, phone: "", website: "", contact_form: bad, careers_page: "data:text/html,x" };
    expect(listWaysToApply({ ...none, apply_elsewhere: { url: bad, reason: "ats" } })).toEqual([]);
  });
});

it("a company is on the do-not-contact list by its site's domain and by any of its addresses", () => {
  const isListed = createCompanyMatcher([{ entry: "firm.fr" }, { entry: "a@mail.example" }]);
  expect(isListed({ website: "https://www.firm.fr/x", email: "" })).toBe(true);
  expect(isListed({ website: "https://jobs.firm.fr/", email: "" })).toBe(true);
  expect(isListed({ website: "", email: "b@mail.example;A@mail.example" })).toBe(true);
  expect(isListed({ website: "https://otherfirm.fr/", email: "b@mail.example" })).toBe(false);
});

describe("what a candidate applies with", () => {
  const profile = {
    name: "",
    is_default: false,
    language_read: true,
    letters: 0,
    cv: null,
    cv_names_user: null,
  } as const;
  const cv = { name: "cv.pdf", size: 1, uploaded_at: "2026-11-24T08:00:00.000Z", text_status: "ok" } as const;
  const candidate: Candidate = {
    name: "Camille Martin",
    language: "fr",
    profiles: [],
    template: "Bonjour ",
    hasCv: true,
  };
  const several: Candidate = {
    ...candidate,
    profiles: [
      { ...profile, id: "fr", language: "fr", template_message: "Bonjour", cv },
      { ...profile, id: "en", language: "en", template_message: "Hello" },
    ],
  };

  it("is the only CV and template of a user with one profile", () => {
    expect(findPapers(candidate, null)).toEqual({ profileId: null, template: "Bonjour", language: "fr", hasCv: true });
  });

  it("is the profile of the company or its search, and the default one where there is none", () => {
    expect(findPapers(several, "en")).toEqual({ profileId: "en", template: "Hello", language: "en", hasCv: false });
    for (const id of [null, "gone"]) expect(findPapers(several, id)).toMatchObject({ profileId: "fr", hasCv: true });
  });
});

describe("what to say on the telephone after an application without an answer", () => {
  const appliedAt = "2026-11-10T10:00:00.000Z";

  it.each([
    ["fr", "le 10 novembre"],
    ["en", "on 10 November"],
    ["de", "am 10. November"],
  ] as const)("names the day of the application, and stays short: %s", (language, day) => {
    const lines = writeFollowUpScript({ name: "Ana Martin", company: "Perrin", appliedAt, language }).split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain("Ana Martin");
    expect(lines[1]).toContain(day);
    expect(lines[1]).toContain("Perrin");
    expect(lines.slice(2).every((line) => line.endsWith("?"))).toBe(true);
  });

  it("says the first of a month as people do, and no day where none is known", () => {
    const first = { name: "Ana", company: "Perrin", appliedAt: "2026-12-01T10:00:00.000Z" };
    expect(writeFollowUpScript({ ...first, language: "fr" })).toContain("le 1er décembre");
    expect(writeFollowUpScript({ ...first, language: "en" })).toContain("on 1 December");
    expect(writeFollowUpScript({ ...first, language: "de" })).toContain("am 1. Dezember");
    expect(writeFollowUpScript({ ...first, appliedAt: null, language: "en" })).toContain("I wrote to you to apply");
  });
});
