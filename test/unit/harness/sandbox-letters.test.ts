import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import phrases from "../../data/sandbox/phrases.json" with { type: "json" };
import { parsePrompt } from "../../sandbox/openai/parse-prompt.ts";
import { asksToMeet } from "../../sandbox/openai/read-material.ts";
import { joinLetter, leavesWishOut, writeLetter } from "../../sandbox/openai/write-letter.ts";

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

describe("the letters of the sandbox", () => {
  it.each(LANGUAGES)("are honest and nobody's in doubt: %s", (language) => {
    const { name, template, sector } = PEOPLE[language];
    for (const { letter, company, about, cv } of makeLetters(language)) {
      const { reasons, sentences } = checkLetter({
        language,
        cv,
        template,
        company: { name: company, website: "https://firm.example/", city: "Lyon", country: "FR", about, sector },
        candidate: { name, email: "me@mail.example" },
        others: [],
        subject: letter.subject,
        text: joinLetter(letter),
        claims: letter.paragraphs.flat().map(({ text, claims }) => ({ sentence: text, claims })),
      });
      expect(reasons).toEqual([]);
      expect(sentences.filter(({ status }) => status === "unsupported").map(({ text }) => text)).toEqual([]);
    }
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
});
