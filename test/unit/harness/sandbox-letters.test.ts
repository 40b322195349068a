import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import phrases from "../../data/sandbox/phrases.json" with { type: "json" };
import { parsePrompt } from "../../sandbox/openai/parse-prompt.ts";
import { asksToMeet, readMaterial } from "../../sandbox/openai/read-material.ts";
import {
  joinLetter,
  leavesWishOut,
  writeFollowUp,
  writeLetter,
  type WrittenLetter,
} from "../../sandbox/openai/write-letter.ts";

const PEOPLE = {
  fr: {
    name: "Camille Martin",
    template: "Je cherche un poste de développeuse dans une petite équipe. J’aime rendre un outil simple.",
    jobs: [
      "Développeuse back-end, Lumen, Lyon, 2021 - 2024",
      "Développeuse web, Atelier Horizon, Grenoble, 2019 - 2021",
    ],
    tasks: ["Développement d’une API de facturation", "Encadrement de deux stagiaires"],
    rest: "Studies\n- Master informatique, Université Lyon 1, 2017 - 2019\nLanguages\n- Anglais, courant",
    sector: "Éditeur de logiciels",
    site: "{name} travaille à Lyon depuis 1991, avec une équipe de 14 personnes.",
  },
  en: {
    name: "Alex Taylor",
    template: "I am a shop assistant and I am looking for a small team. I like helping people.",
    jobs: ["Back-end developer, Lumen, London, 2021 - 2024", "Shop assistant, Corner Books, Leeds, 2018 - 2021"],
    tasks: ["Built an invoicing API", "Mentored two interns"],
    rest: "Studies\n- BSc Computer Science, University of Leeds, 2018\nLanguages\n- French, B1",
    sector: "Software company",
    site: "{name} has been at work in Leeds since 1991, with a team of 14 people.",
  },
  de: {
    name: "Jana Keller",
    template: "Ich suche eine Stelle als Verkäuferin in einem kleinen Team. Mir macht die Arbeit mit Menschen Freude.",
    jobs: ["Verkäuferin, Bäckerei Sommer, Köln, 2019 - 2022", "Kassiererin, Markt Nord, Bonn, 2016 - 2019"],
    tasks: ["Bedienung der Kasse", "Beratung der Kundschaft"],
    rest: "Studies\n- Ausbildung zur Verkäuferin, Berufskolleg Köln, 2013 - 2016\nLanguages\n- Englisch, gut",
    sector: "Bäckerei",
    site: "{name} arbeitet seit 1991 in Köln, mit einem Team von 14 Menschen.",
  },
};
const COMPANIES = ["Lemoine", "Whitfield", "Vogel", "Garnier", "Ashdown", "Brandt", "Perrin", "Harper"];
const BEGINNINGS = ["what the company does", "what the candidate has done", "what the candidate is looking for"];
type Language = keyof typeof PEOPLE;
const LANGUAGES: Language[] = ["fr", "en", "de"];

function makeLetters(language: Language, wish = "", template = PEOPLE[language].template) {
  const { name: candidate, jobs, tasks, rest, sector, site } = PEOPLE[language];
  const posts = jobs.flatMap((job) => [`- ${job}`, ...tasks.map((task) => `  - ${task}`)]);
  const cv = ["Jobs", ...posts, rest].join("\n");
  return COMPANIES.map((company, at) => {
    const about = at % 2 === 0 ? "" : site.replace("{name}", company);
    const prompt = parsePrompt(
      [
        `<candidate>\nname: ${candidate}\ncv_attached: yes\n</candidate>\n<template>\n${template}\n</template>`,
        `<cv>\n${cv}\n</cv>\n<language>\n${language}\n</language>`,
        `<company>\nname: ${company}\ncity: Lyon\nsector: ${sector}${about && `\nactivity: ${about}`}\n</company>`,
        `<angle>\nbegin_with: ${BEGINNINGS[at % 3] ?? ""}\nbuild_on: ${jobs[at % 2] ?? ""}\n</angle>`,
        ...(wish === "" ? [] : [`<wish>\n${wish}\n</wish>`]),
      ].join("\n"),
    );
    return { prompt, company, about, cv, letter: writeLetter(prompt) };
  });
}

interface Sources {
  language: Language;
  cv: string;
  template: string;
  company: string;
  city: string;
  about: string;
  sector: string;
  candidate: string;
}
/** The product's check finds no fault in a letter, and a source for each sentence that needs one. */
function expectHonest(
  letter: WrittenLetter,
  { language, cv, template, company, city, about, sector, candidate }: Sources,
) {
  const { reasons, sentences } = checkLetter({
    language,
    cv,
    template,
    company: { name: company, website: "https://firm.example/", city, country: "FR", about, sector },
    candidate: { name: candidate, email: "me@mail.example" },
    others: [],
    subject: letter.subject,
    text: joinLetter(letter),
    claims: letter.paragraphs.flat().map(({ text, claims }) => ({ sentence: text, claims })),
  });
  expect(reasons).toEqual([]);
  expect(sentences.filter(({ status }) => status === "unsupported").map(({ text }) => text)).toEqual([]);
}

type Case = Partial<Sources>;
const EXAMPLE: Sources = {
  language: "en",
  cv: "",
  template: "Hello.",
  company: "Harper",
  city: "Lyon",
  about: "",
  sector: "",
  candidate: "Alex Taylor",
};
function toPrompt(details: Case, begin = "") {
  const { language, cv, template, company, city, about, sector, candidate } = { ...EXAMPLE, ...details };
  return parsePrompt(
    [
      `<candidate>\nname: ${candidate}\n</candidate>\n<template>\n${template}\n</template>\n<cv>\n${cv}\n</cv>`,
      `<language>\n${language}\n</language>\n<angle>\nbegin_with: ${begin}\n</angle>`,
      `<company>\nname: ${company}\ncity: ${city}\nsector: ${sector}\nactivity: ${about}\n</company>`,
    ].join("\n"),
  );
}
/** The honest letters of all three beginnings, with their subjects. */
function writeAll(details: Case): string {
  const letters = BEGINNINGS.map((begin) => writeLetter(toPrompt(details, begin)));
  for (const letter of letters) expectHonest(letter, { ...EXAMPLE, ...details });
  return letters.map((letter) => `${letter.subject}\n${joinLetter(letter)}`).join("\n");
}
const listJobs = (...lines: string[]) =>
  ["Jobs", ...lines.map((line) => (line.startsWith(" ") ? line : `- ${line}`))].join("\n");

describe("the letters of the sandbox", () => {
  it.each(LANGUAGES)("are honest and nobody's in doubt: %s", (language) => {
    const { name, template, sector } = PEOPLE[language];
    for (const { letter, company, about, cv } of makeLetters(language))
      expectHonest(letter, { language, cv, template, about, sector, company, city: "Lyon", candidate: name });
  });

  it("tell a task by its verb, and a job by its title", () => {
    const texts = makeLetters("en").map(({ letter }) => joinLetter(letter));
    for (const text of texts) {
      expect(text).toMatch(/I (?:built an invoicing API and mentored|mentored two interns and built)/u);
      expect(text).not.toMatch(/\bI worked\./u);
    }
    expect(texts.join("\n")).toContain("as a shop assistant");
  });

  it.each([
    ["fr", "Je serais heureuse de vous rencontrer."],
    ["en", "I would be glad to talk."],
    ["de", "Ich würde Sie gern kennenlernen."],
  ] as const)("ask for a meeting once, in the candidate's words: %s", (language, asked) => {
    expect(phrases[language].meeting.filter((phrase) => !asksToMeet(phrase))).toEqual([]);
    for (const { letter } of makeLetters(language, "", `${PEOPLE[language].template} ${asked}`)) {
      const said = letter.paragraphs.flat().map(({ text }) => text);
      expect(said.filter(asksToMeet)).toEqual([asked]);
    }
  });

  it.each(LANGUAGES)("tell more of the CV where the template says little: %s", (language) => {
    for (const { letter } of makeLetters(language, "", "Bonjour.")) {
      const text = joinLetter(letter);
      for (const job of PEOPLE[language].jobs) expect(text).toContain(job.split(", ")[1]);
    }
  });

  it("say when no source tells what the candidate asks for", () => {
    const isLeftOut = (wish: string) => makeLetters("fr", wish).map(({ prompt }) => leavesWishOut(prompt));
    expect(new Set(isLeftOut("parle de mon stage à la mairie"))).toEqual(new Set([true]));
    expect(new Set(isLeftOut("parle de mon Master informatique"))).toEqual(new Set([false]));
    expect(new Set(isLeftOut("plus court"))).toEqual(new Set([false]));
  });

  it.each([
    ["Hiermit bewerbe ich mich bei Ihnen.", ["Hiermit bewerbe ich mich bei Ihnen."]],
    ["Highly motivated people suit me.", ["Highly motivated people suit me."]],
    ["Hi there, I like to help people.", ["I like to help people."]],
    ["Dank meiner Erfahrung arbeite ich schnell.", ["Dank meiner Erfahrung arbeite ich schnell."]],
    ["Thanks to my training I work fast.", ["Thanks to my training I work fast."]],
    ["Vielen Dank für Ihre Zeit.", []],
    ["Ich danke Ihnen für Ihre Zeit.", []],
    ["Thank you for your time.", []],
  ])("read the wishes of a template: %s", (template, wishes) => {
    expect(readMaterial(toPrompt({ template })).wishes).toEqual(wishes);
  });

  it.each([
    "Je cherche un poste d’agent d’entretien.",
    "J’assure l’entretien des locaux.",
    "Une rencontre avec un chef m’a décidée.",
    "I enjoy serving customers in person.",
    "I would love to speak more languages.",
    "I teach interview techniques.",
    "I led a meeting every week.",
    "Ich führe gern ein gutes Gespräch mit Kunden.",
    "Ein gutes Gespräch mit Kunden liegt mir.",
  ])("take no other talk for a meeting: %s", (sentence) => {
    expect(asksToMeet(sentence)).toBe(false);
  });

  it.each([
    "Je reste disponible pour un entretien.",
    "Je serais ravie d’échanger lors d’un entretien.",
    "Je souhaite vous rencontrer !",
    "I am available for an interview.",
    "I would be happy to tell you more in an interview.",
    "I would welcome the chance to discuss my application.",
    "I look forward to meeting you.",
    "Über ein persönliches Gespräch würde ich mich freuen.",
    "Über eine Einladung zum Vorstellungsgespräch freue ich mich.",
    "Gern erzähle ich Ihnen in einem persönlichen Gespräch mehr.",
  ])("know when a candidate asks to meet: %s", (sentence) => {
    expect(asksToMeet(sentence)).toBe(true);
  });

  it.each<[Case, string]>([
    [{ language: "fr", template: "Je cherche un poste d’agent d’entretien." }, "agent d’entretien"],
    [{ language: "fr", template: "Je suis vendeuse.", cv: listJobs("Vendeuse, Zara, Lyon, 2019 - 2020") }, "vendeuse"],
    [{ language: "fr", template: "Bonjour, je suis passionnée de cuisine." }, ""],
    [{ language: "fr", template: "Je suis titulaire d’un CAP." }, ""],
    [{ language: "fr", template: "Je cherche un stage de deux mois." }, ""],
    [{ language: "en", template: "I am an honest person." }, ""],
    [{ language: "de", template: "Ich bin motiviert." }, ""],
  ])("apply for a post that is one: %j", (details, post) => {
    const { subject } = writeLetter(toPrompt(details));
    if (post === "")
      expect(phrases[details.language ?? "en"].subject.plain.map((text) => text.length)).toContain(
        subject.replace("Harper", "{name}").replace("Alex Taylor", "{candidate}").length,
      );
    else expect(subject).toContain(post);
  });

  it.each([
    ["HR manager", "an HR manager"],
    ["X-ray technician", "an X-ray technician"],
    ["Hourly worker", "an hourly worker"],
    ["European buyer", "a european buyer"],
    ["One-room teacher", "a one-room teacher"],
    ["UX designer", "a UX designer"],
    ["University clerk", "a university clerk"],
    ["Usher", "an usher"],
    ["Umpire", "an umpire"],
  ])("put the article that is said: %s", (title, told) => {
    expect(writeAll({ cv: listJobs(`${title}, Lumen, Leeds, 2019 - 2021`) })).toContain(`I worked as ${told} at Lumen`);
  });

  it.each<[Language, RegExp, string]>([
    ["fr", /\ben 2019\b/iu, "Vendeuse"],
    ["en", /\bIn 2019 I worked/u, "Shop assistant"],
    ["de", /\bim Jahr 2019\b/iu, "Verkäuferin"],
  ])("tell a job of a single year: %s", (language, year, title) => {
    const text = writeAll({ language, cv: listJobs(`${title}, Lumen, Leeds, 01/2019 - 09/2019`) });
    expect(text).toMatch(year);
    expect(text.match(/2019/gu)).toHaveLength(BEGINNINGS.length);
  });

  it.each([
    [["Advanced Excel and SQL user at work"], /: advanced Excel and SQL user at work\./u],
    [["Won the regional debating contest"], /I won the regional debating contest\./u],
    [["Trained nurse in a large hospital"], /: trained nurse in a large hospital\./u],
  ])("tell a line by its verb only where it has one: %j", (lines, told) => {
    expect(writeAll({ cv: `More\n${lines.map((line) => `- ${line}`).join("\n")}` })).toMatch(told);
  });

  it.each([
    [["Need for speed"], /: need for speed\./u],
    [["Embedded systems for trains"], /: embedded systems for trains\./u],
    [["Set up the stand", "Won two prizes"], /where I (?:set up the stand and won two prizes|won .* and set up .*)\./u],
    [["built a tool", "managing payroll"], /(?:, where I built a tool|: managing payroll)\./u],
  ])("tell tasks of one kind: %j", (tasks, told) => {
    const cv = listJobs("Clerk, Lumen, Leeds, 2019 - 2021", ...tasks.map((task) => `  - ${task}`));
    expect(writeAll({ cv })).toMatch(told);
  });

  it("tell a line once, and call no studies an experience", () => {
    for (const begin of BEGINNINGS) {
      const cv = "Studies\n- CAP Cuisine, 2013.\nLanguages\n- Anglais, courant";
      const prompt = toPrompt({ language: "fr", template: "Bonjour.", cv }, begin);
      const text = joinLetter(writeLetter(prompt));
      expect(text.match(/CAP Cuisine/gu)).toHaveLength(1);
      expect(text).not.toMatch(/expérience|cette voie/u);
    }
    const followUp = writeFollowUp(toPrompt({ language: "fr", template: "Bonjour." }));
    expect(joinLetter(followUp)).not.toMatch(/expérience|cette voie/u);
  });

  it.each<[Language, string, boolean]>([
    ["de", "Unser Team hat 14 Leute", false],
    ["de", "Wir haben 14 Leute in Köln", false],
    ["de", "Wir bilden jedes Jahr aus und übernehmen, wen wir können", true],
    ["fr", "Nous sommes une équipe de 14 personnes", false],
    ["fr", "Nous soignons chaque demande comme la première", true],
    ["en", "We are 14 people in Leeds", false],
    ["en", "We train an apprentice every year", true],
  ])("have a view only of how a company works: %s, %s", (language, sentence, isView) => {
    const text = writeAll({ language, template: "Hi.", about: `${sentence}.` });
    expect(text).toContain(sentence);
    expect(phrases[language].siteView.some((view) => text.includes(view))).toBe(isView);
  });

  it.each("Als Nach Derzeit Zurzeit Wenn Da Für Durch Was Wie Schon Mich Dank Hiermit".split(" "))(
    "go on small after the comma of the greeting: %s",
    (word) => {
      const template = `${word} und so weiter suche ich eine Stelle als Bäcker.`;
      const letter = writeLetter(toPrompt({ language: "de", template }, BEGINNINGS[2]));
      expect(letter.paragraphs[1]?.[0]?.text).toBe(`${word.toLowerCase()}${template.slice(word.length)}`);
    },
  );

  it("end a sentence with one stop", () => {
    const cv = listJobs("Clerk, Lumen, Leeds, 2019 - 2021");
    for (const company of ["Yahoo!", "Foo Inc."])
      for (const language of LANGUAGES) expect(writeAll({ language, cv, company, city: "" })).not.toMatch(/[.!?]\./u);
  });

  it.each([
    ["Car hire", "a company"],
    ["Nursery and childcare", "a company"],
    ["Architecture firm", "an architecture firm"],
    ["NGO office", "an NGO office"],
  ])("liken a company to what it is: %s", (sector, told) => {
    expect(writeAll({ sector })).toContain(`${told} like yours`);
  });
});
