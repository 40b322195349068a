import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import type { CheckedSentence } from "../../../worker/letter-check/findings.ts";
import { CheckInput } from "../../../worker/letter-check/input.ts";
import { readText } from "../../../worker/letter-check/sentences.ts";

const cv = [
  "Nora Keller",
  "2019 – 2023 : Aide-soignante, Clinique Arvel, Nantes",
  "- toilettes, aide aux repas",
  "- participation au projet jardin",
  "2015 – 2018 : Vendeuse, Boulangerie Morin, Rennes",
  "- caisse, conseil des clients",
  "Anglais A2",
].join("\n");

const toInput = (text: string): CheckInput =>
  CheckInput.parse({
    cv,
    template: "Je souhaite travailler de jour.",
    company: {
      name: "Maison Quell",
      website: "",
      city: "Vannes",
      country: "FR",
      about: "Nous accueillons 30 résidents.",
    },
    candidate: { name: "Nora Keller", email: "" },
    language: "fr",
    subject: "Candidature",
    text,
  });

const say = (sentence: string, more: Partial<CheckInput> = {}): CheckedSentence => {
  const [first] = checkLetter({ ...toInput(sentence), ...more }).sentences;
  if (!first) throw new Error("the letter has no sentence");
  return first;
};

function expectLieRefused(lie: string, truth: string, more: Partial<CheckInput>): void {
  expect(say(lie, more).status).toBe("contradicted");
  expect(say(truth, more).status).not.toBe("contradicted");
}

describe("a sentence of a letter", () => {
  it("is supported by the line of the CV that says so, word for word", () => {
    const { status, sources } = say("À la Clinique Arvel, j'ai assuré les toilettes et l'aide aux repas.");
    expect(status).toBe("supported");
    expect(sources.map(({ quote }) => quote)).toContain("- toilettes, aide aux repas");
  });

  it.each([
    ["fr", "Je gérais un hôtel de montagne avec mes parents."],
    ["de", "Ich wurde dort zur Betriebsrätin gewählt."],
    ["de", "Ich konnte den Umsatz des Ladens verdoppeln."],
  ] as const)("(%s) is no wish where only its accents are those of one: %s", (language, sentence) => {
    const modes = readText(sentence, language).sentences.flatMap(({ clauses }) => clauses.map(({ mode }) => mode));
    expect(modes).not.toContain("wish");
  });

  it("is refused where it names the company's town as an employer", () => {
    expect(say("J'ai travaillé chez Vannes.").status).toBe("contradicted");
  });

  it("is no closing formula for the word yours", () => {
    const lie = "I have been a loyal customer of yours for years, and so have my parents.";
    expect(say(lie, { language: "en" }).status).toBe("unsupported");
  });

  it("needs no source when it is a wish or a courtesy", () => {
    expect(say("Je vous prie d'agréer mes salutations distinguées.")).toMatchObject({ status: "opinion", sources: [] });
    expect(say("Je souhaiterais vous rencontrer.").status).not.toBe("unsupported");
  });

  it("is read in time where a leader of dots joins a date of the CV with its job", () => {
    const dotted = cv.replaceAll(" : ", ` ${".".repeat(60)} `);
    const { sources } = say("À la Clinique Arvel, j'ai assuré les toilettes et l'aide aux repas.", { cv: dotted });
    expect(sources.map(({ quote }) => quote)).toContain("- toilettes, aide aux repas");
  });

  it("stands in the answer as it stands in the letter", () => {
    const sentence = "J’ai tenu la caisse à la Boulangerie Morin.";
    expect(say(sentence).text).toBe(sentence);
  });

  it.each([
    ["a raised role", "J'ai piloté et lancé le projet jardin."],
    ["a tie to the company", "Je suis cliente chez vous et mes parents sont vos clients fidèles."],
    ["a life fact", "Je suis pompier volontaire et j'ai une voiture."],
    ["a story of one's own", "Ma grand-mère était infirmière et j'en rêve depuis mon enfance."],
  ])("is unsupported when it tells %s that no source has", (_, sentence) => {
    expect(["unsupported", "contradicted"]).toContain(say(sentence).status);
  });

  describe("that quotes the company's site", () => {
    const company = {
      name: "Maison Quell",
      website: "",
      city: "Vannes",
      country: "FR",
      about: "Nos résidents sont nos voisins, et nous tenons à ce qu’ils se plaisent.",
    };
    const quoted = "« Nos résidents sont nos voisins, et nous tenons à ce qu’ils se plaisent »";
    const introduced = `Votre site dit de votre travail : ${quoted}.`;

    it("is supported when the site says so", () => {
      expect(say(introduced, { company })).toMatchObject({ status: "supported", sources: [{ kind: "company" }] });
    });

    it("is not when the quotation is invented, or the sentence says something of the candidate", () => {
      expect(say(introduced).status).toBe("unsupported");
      const claim = `Je suis cliente chez vous depuis toujours, mes parents aussi : ${quoted}.`;
      expect(say(claim, { company }).status).toBe("unsupported");
    });
  });

  describe("with a quotation that the candidate remarked on", () => {
    const about = "La Maison Quell accueille ses résidents à Vannes depuis 1987, avec une équipe de 10 personnes.";
    const company = { name: "Maison Quell", website: "", city: "Vannes", country: "FR", about };
    const quote = (words: string) => `Une phrase de votre site a retenu mon attention : « ${words} ».`;

    it("shows the site's own words as its source", () => {
      expect(say(quote(about.slice(0, -1)), { company })).toMatchObject({
        status: "supported",
        sources: [{ kind: "company", quote: about }],
      });
    });

    it.each([
      ["the site has the figures, but not the claim", "Notre équipe de 10 personnes gagne des prix depuis 1987"],
      ["the site says nothing of the sort", "Chez nous, les familles dînent avec les résidents chaque dimanche"],
    ])("is unsupported where %s", (_, words) => {
      expect(say(quote(words), { company })).toMatchObject({ status: "unsupported", sources: [] });
    });
  });

  it("shows the line that holds its figure", () => {
    const { status, sources } = say("Mes années de vente, de 2015 à 2018, m'ont appris la patience.");
    expect(status).toBe("supported");
    expect(sources.map(({ quote }) => quote)).toContain("2015 – 2018 : Vendeuse, Boulangerie Morin, Rennes");
  });

  it("that wishes for something is an opinion, whatever single word of it a source has", () => {
    const template = "I would be glad to meet you and to tell you in person what I can bring to your team.";
    const wish = "A lasting position, a short contract or a trial day: I am open to whatever would suit you.";
    expect(say(wish, { template, language: "en" })).toMatchObject({ status: "opinion", sources: [] });
  });

  it("is supported once the candidate has confirmed it", () => {
    const confirmed = ["Je suis pompier volontaire.", "J'ai une voiture."];
    expect(say("Je suis pompier volontaire et j'ai une voiture.", { confirmed }).status).toBe("supported");
  });

  it.each([
    ["a figure", "J'ai aidé 45 patients à la Clinique Arvel.", "unknown_figure"],
    ["a figure joined to its unit", "À la Clinique Arvel, j'ai préparé 350ml de lait par jour.", "unknown_figure"],
    ["a level of a language", "Je parle anglais, niveau C1.", "language_level"],
    ["a language more in a list", "Je parle anglais, polonais et russe.", "language_level"],
    ["a period", "De 2012 à 2023, j'ai été aide-soignante.", "unknown_figure"],
  ])("contradicts the sources with %s", (_, sentence, code) => {
    expect(say(sentence).status).toBe("contradicted");
    const input = CheckInput.parse({
      cv,
      company: { name: "Maison Quell" },
      candidate: { name: "Nora Keller" },
      language: "fr",
      subject: "Candidature",
      text: sentence,
    });
    expect(checkLetter(input).reasons.map((reason) => reason.code)).toContain(code);
  });

  it.each(["420ms", "64GB", "30MW", "25kWh", "12M€", "12K€"])(
    "may join a figure of the CV to its unit: %s",
    (figure) => {
      const [, amount, unit] = /(\d+)(.+)/u.exec(figure) ?? [];
      const confirmed = [`I cut the backlog of one plant to ${amount} ${unit} in 2022.`];
      const tell = (said: string) => say(`In 2022 I cut it to ${said}.`, { confirmed, language: "en" }).status;
      expect([tell(figure), tell(figure.replace(/^\d/u, "9"))]).toEqual(["supported", "contradicted"]);
    },
  );

  it.each([
    ["1 200 000 €", "1,2 M€"],
    ["1,2 M€", "1 200 000 euros"],
    ["2 M€", "deux millions d'euros"],
    ["1 200 000 €", "1,2 million d'euros"],
    ["300 000 €", "300 k€"],
    ["300K€", "300 000 euros"],
    ["300 T€", "300 000 €"],
    ["£1.2m", "£1,200,000"],
    ["$2M", "two million dollars"],
    ["1.200.000 Euro", "1,2 Mio. Euro"],
    ["300 Tsd. Euro", "300 000 Euro"],
    ["850 TEUR", "850.000 Euro"],
    ["850 KEUR", "850 000 euros"],
    ["3 M EUR", "3 millions d'euros"],
    ["$1.1bn", "$1.1 billion"],
    ["1,5 Mrd. EUR", "1,5 Milliarden Euro"],
  ])("may write a large figure of the CV in another way: %s, %s", (held, said) => {
    const confirmed = [`In 2022 I ran a plant with a budget of ${held} a year.`];
    const tell = (figure: string) => say(`I ran a budget of ${figure} in 2022.`, { confirmed, language: "en" }).status;
    const other = said.startsWith("deux") ? said.replace("deux", "six") : said.replace(/two|\d/u, "9");
    expect([tell(said), tell(other)]).toEqual(["supported", "contradicted"]);
  });

  it("has no sum from the postcode of the CV", () => {
    const tell = (sentence: string, more: string) => say(sentence, { cv: `${cv}\n${more}` }).status;
    const sentence = "J'ai géré un budget de 38 000 €.";
    expect(tell(sentence, "38000 Grenoble")).toBe("contradicted");
    expect(tell(sentence, "2018 : budget de 38000 €")).not.toBe("contradicted");
    expect(tell(sentence, "2018 : budget de 38 000, Mairie")).not.toBe("contradicted");
  });

  it("may tell months of the CV in weeks", () => {
    const tell = (sentence: string) => say(sentence, { cv: `${cv}\n2021 : Stage (2 mois), Boulangerie Morin` }).status;
    expect(tell("En 2021, j'ai fait un stage de huit semaines à la boulangerie Morin.")).not.toBe("contradicted");
    expect(tell("En 2021, j'ai fait un stage de vingt semaines à la boulangerie Morin.")).toBe("contradicted");
  });

  it.each([
    [
      "a year in months",
      "fr",
      "Nora Keller\nContrat d'un an, Mairie de Rezé",
      ["Mon contrat a duré douze mois.", "Mon contrat a duré quarante mois."],
    ],
    [
      "years of jobs below a heading of tasks",
      "de",
      "Kenntnisse\nExcel\nTätigkeiten\n2012 – 2017 freiberuflich, Atelier in Erfurt\n2017 – 2021 Kartografin, Amt",
      ["Fünf Jahre lang war ich selbstständig.", "Dreißig Jahre lang war ich selbstständig."],
    ],
    [
      "a title that a list has after an assistant's",
      "en",
      "Nora Keller\n2017 – 2020 Wardrobe assistant, dresser, Halden Opera\n2015 – 2016 Usher, Bavaria Playhouse",
      ["I was a dresser at the Halden Opera.", "I was the director of the Halden Opera."],
    ],
    [
      "a name that the CV writes apart",
      "de",
      "Nora Keller\n2019 Saisonkraft bei MC DURAN, Lille",
      ["Eine Saison lang habe ich bei McDuran gearbeitet.", "Eine Saison lang habe ich bei McLorens gearbeitet."],
    ],
    [
      "another title than a deputy's",
      "de",
      "Nora Keller\n2019 – 2023 : Pflegerin, Klinik Arvel",
      ["An der Klinik Arvel war ich Pflegerin.", "An der Klinik Arvel war ich stellvertretende Stationsleiterin."],
    ],
    [
      "what was done at one employer in two jobs",
      "de",
      [
        "Nora Keller\n2021 bis heute: Pflegerin, Klinik Ostend, Jena\n- Station mit 42 Betten",
        "2018 bis 2021: Ausbildung zur Pflegerin, Klinik Ostend, Jena\n2017: Aushilfe, Hotel Arvel\n- 60 Zimmer",
      ].join("\n"),
      [
        "Die Ausbildung zur Pflegerin machte ich an der Klinik Ostend. Seither arbeite ich dort mit 42 Betten.",
        "Die Ausbildung zur Pflegerin machte ich an der Klinik Ostend. Seither arbeite ich dort mit 60 Betten.",
      ],
    ],
    [
      "of an employer whose line begins with dates",
      "de",
      "2019–heute Gärtnerei Lorbach, Erfurt: Gärtnerin\n- 40 Beete\n2016–2019 Lehre, Baumschule Ihring\n- 90 Linden",
      [
        "Gelernt habe ich bei der Baumschule Ihring, dann ging ich zur Gärtnerei Lorbach. Dort pflege ich 40 Beete.",
        "Gelernt habe ich bei der Baumschule Ihring. Dort pflegte ich 40 Beete.",
      ],
    ],
    [
      "numbers of a list of codes",
      "en",
      "Nora Keller\nTickets: CS30, CS31, CS38",
      ["I hold CS30, 31 and 38.", "I hold CS30, 31 and 52."],
    ],
    [
      "a year before a degree's letters",
      "en",
      "2015 – 2018 BN Adult Nursing, University of Leeds\n2010 – 2014 MD, Halden College",
      ["I finished my nursing studies in 2018.", "I finished my nursing studies in 2011."],
    ],
    [
      "a budget that ends a sentence",
      "en",
      "2019 Kitchen manager, budget £2m",
      ["In 2019 I ran a budget of £2 million. In the kitchen I led.", "I ran £3 million. In the kitchen I led."],
    ],
    [
      "codes, but no figure for a code",
      "en",
      "Tickets: CS30, CS31, CS38",
      ["I passed CS 30 and 31 in one go.", "I passed CS30 and led 38 people for 31 months."],
    ],
    [
      "metres and square metres",
      "fr",
      "2019 Vendeuse, magasin de 115 m2",
      ["Je mesure 1m80 et je porte des charges à 1m de distance.", "J'ai tenu un magasin de 300m2 en 2019."],
    ],
    [
      "thousands after a blank",
      "fr",
      "2019 Community manager, 300 k abonnés",
      ["En 2019, j'avais 300 000 abonnés.", "En 2019, j'avais 900 000 abonnés."],
    ],
    [
      "a sum that looks like a year",
      "de",
      "2021 Kasse, 2 T€ Umsatz am Tag",
      ["2021 machte ich 2.000 Euro Umsatz am Tag.", "2021 machte ich 5 TEUR Umsatz am Tag."],
    ],
    ["tonnes of lorries", "de", "2021 Fahrerin, 40 t Euro 6", ["2021 fuhr ich 40 Tonnen.", "2021 fuhr ich 70 Tonnen."]],
    [
      "tasks of the job they stand below",
      "de",
      [
        "Berufserfahrung\n2015 – 2019 Köchin, Hotel Arvel\nAufgaben\nMenüs für 80 Gäste",
        "2011 – 2015 Köchin, Gasthof Lorbach\nAufgaben\nService",
      ].join("\n"),
      ["Im Hotel Arvel kochte ich für 80 Gäste.", "Im Hotel Arvel kochte ich für 90 Gäste."],
    ],
    [
      "what was done at an employer called like a trade",
      "fr",
      "2018 – 2020 : cuisinière, Auberge Lorbach - 40 couverts\n2015 – 2017 : vendeuse, Magasin Boulanger - 12 rayons",
      ["Au magasin Boulanger, j'ai tenu 12 rayons.", "Au magasin Boulanger, j'ai servi 40 couverts."],
    ],
    [
      "the deputy of whom someone stood in for",
      "de",
      "2019 – 2023 Verkäuferin, Markt Arvel, Vertretung der Filialleitung",
      ["Im Markt Arvel war ich stellvertretende Filialleiterin.", "Im Markt Arvel war ich Filialleiterin."],
    ],
    [
      "an apprentice's trade",
      "fr",
      "2019 – 2021 : Boulanger, apprenti, Fournil Arvel",
      ["Au Fournil Arvel, j'étais apprenti boulanger.", "Au Fournil Arvel, j'étais boulanger."],
    ],
    [
      "a landscape, but no employer called like one",
      "fr",
      cv,
      ["J'ai vendu du pain sur les marchés de l'étang de Corvanne.", "J'ai vendu du pain chez Cap Corvanne."],
    ],
    [
      "no name of two words of a sentence",
      "en",
      "2019 Clerk, Halden Travel: booked air, bus and rail tickets",
      ["I booked tickets at Halden Travel in 2019.", "I worked at Airbus in 2019."],
    ],
    [
      "shifts, but no count of people like one",
      "fr",
      "2019 – 2021 : Opératrice, usine Arvel, 3x8",
      ["J'ai travaillé en 3×8 à l'usine Arvel.", "J'ai encadré 3 x 8 personnes à l'usine Arvel."],
    ],
  ] as const)("may tell %s, and nothing else", (_, language, sources, sentences) => {
    const tell = (text: string) => checkLetter({ ...toInput(text), cv: sources, language }).sentences;
    const isDenied = (text: string) => tell(text).some(({ status }) => status === "contradicted");
    expect(sentences.map(isDenied)).toEqual([false, true]);
  });

  it("may add up the years of several jobs", () => {
    expect(say("J'ai travaillé sept ans, en clinique puis en boulangerie.").status).not.toBe("contradicted");
  });
});

/** So few words hardly tell their language. */
const sparse =
  "Lea Roth\nBäckerin\n2019 – heute: Bäckerin, Backhaus Kern, Ulm\n- Teige, Verkauf\nSprachen: Englisch B2";

describe("a diploma", () => {
  const studies = `${cv}\n2012 – 2014 : Master en histoire de l'art, Université de Nantes`;
  const german = `${sparse}\n2015 – 2018: Bachelor in Chemie, Universität Ulm`;

  it.each([
    ["fr", studies, "J'ai un master en biologie moléculaire."],
    ["fr", studies, "J'ai obtenu mon master à l'université de Bordeaux."],
    ["de", german, "Ich habe einen Master in Chemie."],
    ["de", german, "Ich habe einen Bachelor in Molekularbiologie."],
    ["de", german, "Ich habe den Bachelor an der Universität Heidelberg gemacht."],
  ] as const)(
    "(%s) is refused where the sources have another grade, subject or school",
    (language, source, sentence) => {
      expect(say(sentence, { cv: source, language }).status).toBe("contradicted");
    },
  );

  it.each([
    ["fr", studies, "J'ai un master en histoire de l'art."],
    ["fr", studies, "Mon master, je l'ai obtenu à l'Université de Nantes."],
    ["de", german, "Ich habe einen Bachelor in Chemie."],
    ["de", studies, "Ich habe einen Master in Kunstgeschichte."],
  ] as const)("(%s) is held where they say so, in another language or shortened too", (language, source, sentence) => {
    expect(say(sentence, { cv: source, language }).status).toBe("supported");
  });

  it("is not refused where the sources have the first letters of its subject", () => {
    const { status } = say("J'ai un master en comptabilité, contrôle et audit.", {
      cv: `${cv}\n2014 : Master CCA, IAE de Rennes`,
    });
    expect(status).not.toBe("contradicted");
  });

  const today = "2026-11-30";
  it.each([
    ["fr", "06/2016   Matura, Tourismusschule Zams", "Je suis bachelier.", "Je suis docteure en chimie."],
    [
      "en",
      "Licence pro Assurance, banque - Université Lyon 3 - 2014",
      "I hold a bachelor's in insurance.",
      "I hold a doctorate in insurance.",
    ],
  ] as const)("(%s) may be told as another country calls it: %s", (language, line, truth, lie) => {
    expect(say(truth, { cv: `${cv}\n${line}`, language, today }).status).not.toBe("contradicted");
    expect(say(lie, { cv: `${cv}\n${line}`, language, today }).status).toBe("contradicted");
  });

  it.each([
    [
      "de",
      "2019 Lehrgang Diätetik begonnen, wegen Corona nicht abgeschlossen",
      "Der Lehrgang Diätetik blieb wegen Corona unvollendet.",
      "Den Lehrgang Diätetik habe ich abgeschlossen.",
    ],
    [
      "fr",
      "- Rempotage, préparation de commandes",
      "Mon BTSA en poche, j'ai préparé des commandes.",
      "Mon doctorat en poche, j'ai préparé des commandes.",
    ],
  ] as const)(
    "(%s) is not begun where the line says another thing, or may be told so: %s",
    (language, line, truth, lie) => {
      const held = `${cv}\n2015 : BTSA Production horticole\n${line}`;
      expect(say(truth, { cv: held, language, today }).status).not.toBe("contradicted");
      expect(say(lie, { cv: held, language, today }).status).toBe("contradicted");
    },
  );
});

/** Letters were written on that day. */
const today = "2026-11-30";

describe("how long a job lasts", () => {
  const readVerdicts = (language: CheckInput["language"], held: string, ...said: string[]) =>
    said.map((sentence) => say(sentence, { cv: `Nora Keller\n${held}`, language, today }).status);
  const isRight = ["supported", "contradicted"];

  it.each([
    ["with its dates in a line of their own", "fr", "Expérience\nVendeuse, Bazar Morin\n2019 - 2024\n- caisse"],
    [
      "above employer and title",
      "fr",
      "Expérience\n2019 - 2024\nVendeuse, Bazar Morin\n2015 - 2018\nCaissière, Leroux",
    ],
    ["by months without spaces", "fr", "Expérience\nBazar Morin – vendeuse, 01/2019-12/2023"],
    ["by years of two digits", "fr", "Expérience\nBazar Morin – vendeuse, 01/19 – 12/23"],
    ["by months and years of two digits", "fr", "Expérience\nBazar Morin – vendeuse, janv. 19 - déc. 23"],
  ] as const)("is read off the CV %s", (_, language, held) => {
    const sentences = ["cinq", "douze"].map((years) => `J'ai été vendeuse chez Bazar Morin pendant ${years} ans.`);
    expect(readVerdicts(language, held, ...sentences)).toEqual(isRight);
  });

  it.each([
    [
      "by the day, not by a licence that ends later",
      "Experience\nPorter, Halden Hotel, 2021 – present\nSIA licence (exp. 03/2029)",
    ],
    ["below a heading of two words", "Hotel Experience\nPorter, Halden Hotel, Sept 2021 – present"],
    ["without any heading", "Porter, Halden Hotel, Leeds, 2021 – present"],
    ["by a year of two digits", "Experience\nPorter, Halden Hotel, Sept '21 to present"],
    ["until today in other words", "Experience\nPorter, Halden Hotel, June 2021 - till date"],
    ["at a company with abbreviations", "2021 – today Porter, Halden Ltd. & Co. KG, Leeds"],
  ])("that goes on is read off the CV %s", (_, held) => {
    const sentences = ["five", "nine"].map((years) => `I have been a porter at Halden for ${years} years.`);
    expect(readVerdicts("en", held, ...sentences)).toEqual(isRight);
  });

  it("is read below a name or a title that begins like a heading", () => {
    const held = "Horst Kern\nSoftwareentwickler\n2009 – heute Fahrer, Halden Logistik\n2001–2009 Lagerist, Metz";
    const sentences = [17, 33].map((years) => `Seit ${years} Jahren fahre ich für Halden.`);
    expect(readVerdicts("de", held, ...sentences)).toEqual(isRight);
  });

  it.each([
    ["by a first year of two digits", "fr", "Expérience\n89/2003 Vendeuse, Bazar Morin\n2003/2005 Caissière, Leroux"],
    ["by a last year of two digits", "fr", "Expérience\n1989 à 03 Vendeuse, Bazar Morin\n2003 à 05 Caissière, Leroux"],
  ] as const)("in another century is read off the CV %s", (_, language, held) => {
    const sentences = ["quatorze", "vingt-deux"].map((years) => `J'ai été vendeuse chez Bazar Morin ${years} ans.`);
    expect(readVerdicts(language, held, ...sentences)[0]).not.toBe("contradicted");
  });

  it("is that of no job where all dates stand in a column of their own", () => {
    const held = "Experience\n2019 - today\n2014 - 2018\n2010 - 2014\nPorter, Halden Hotel, Leeds\nWaiter, Morley Inn";
    const beside = "Experience\n2019 - today Waiter, Morley Inn\n2014 - 2018 Porter, Halden Hotel, Leeds";
    const sentence = "For seven years I have been a porter at the Halden Hotel in Leeds.";
    expect(readVerdicts("en", held, sentence)).not.toContain("contradicted");
    expect(readVerdicts("en", beside, sentence)).toEqual(["contradicted"]);
  });

  it("is that of no job to which one came after it", () => {
    const held = "Experience\n2012 - 2014 Porter, Halden Hotel, Leeds\n2009 - 2012 Parental leave";
    const sentences = [
      "After three years of parental leave I came back, at the Halden Hotel in Leeds.",
      "After nine years at the Halden Hotel in Leeds I am looking for something new.",
    ];
    const [honest, lie] = readVerdicts("en", held, ...sentences);
    expect(honest).not.toBe("contradicted");
    expect(lie).toBe("contradicted");
  });

  it("may be a part of what the CV tells where it is about no job", () => {
    const held = "Experience\n2012 - 2024 Porter, Halden Hotel, Leeds";
    const [part, lie] = readVerdicts("en", held, "I sang for four years.", "I sang for thirty years.");
    expect(part).not.toBe("contradicted");
    expect(lie).toBe("contradicted");
  });

  it.each([
    ["en", "Born 14/02/2008\nWork\nAug 2024 - now Counter hand, Halden Fryer", "Since I was 16, I have worked there."],
    ["de", "19. Oktober 1983, Stendal\n2015-2024 Verkäuferin, Drogerie Rosenau", "Ich bin 43 und suche eine Stelle."],
    ["de", "2015-2024 Verkäuferin, Drogerie Rosenau", "Ich bin 43 und suche eine Stelle."],
  ] as const)(
    "(%s) is an age that a birthday makes so, or that the CV is silent about: %s",
    (language, held, honest) => {
      expect(readVerdicts(language, held, honest)).not.toContain("contradicted");
    },
  );

  it.each([
    ["en", "Born 14/02/2008\nWork\nAug 2024 - now Counter hand, Halden Fryer", "I am 24, and I work there."],
    ["de", "19. Oktober 1983, Stendal\n2015-2024 Verkäuferin, Drogerie Rosenau", "Ich bin 35 und suche eine Stelle."],
  ] as const)("(%s) is no age that a birthday denies: %s", (language, held, lie) => {
    expect(readVerdicts(language, held, lie)).toEqual(["contradicted"]);
  });

  it("that has initials with full stops is that of a diploma all the same", () => {
    const held = "DIPLÔMES\n1990 | B.T.S. Comptabilité | Lycée Saint-Cricq, Pau";
    const [honest, lie] = readVerdicts("fr", held, "J'ai un BTS de comptabilité.", "J'ai un DCG de comptabilité.");
    expect(honest).not.toBe("contradicted");
    expect(lie).toBe("contradicted");
  });

  it("is not needed for years of school, which have their own", () => {
    const held = "Berufserfahrung\n2025 – heute Köchin, Hotel Halden\nStudium\n1999–2004 Maschinenbau, FH Würzburg";
    const sentences = ["fünf", "neun"].map((years) => `Mein Studium dauerte ${years} Jahre.`);
    expect(readVerdicts("de", held, ...sentences)[1]).toBe("contradicted");
    expect(readVerdicts("de", held, ...sentences)[0]).not.toBe("contradicted");
  });

  it("that is no job is read off its line, for what the line says", () => {
    const held = "Experience\n2019 – 2023 Porter, Halden Hotel, Leeds\nOther\nDriving licence since 2010";
    const sentences = [
      "I have held a driving licence for sixteen years.",
      "I have held a driving licence for twenty-six years.",
      "I have been a porter for sixteen years.",
    ];
    const [honest, ...lies] = readVerdicts("en", held, ...sentences);
    expect(honest).not.toBe("contradicted");
    expect(lies).toEqual(["contradicted", "contradicted"]);
  });

  it("leaves a certificate to its holder, wherever the CV has it", () => {
    const held =
      "2002 - 2015 Monteur, Stangl Haustechnik\n2015 - 2024 Techniker, Thermoteam Inntal\nKälteschein (2019)";
    const sentence = "Seit 2019 besitze ich den Kälteschein und war Monteur bei Stangl.";
    expect(readVerdicts("de", held, sentence)).not.toContain("contradicted");
  });
});

it.each([
  ["BTech Mechanical", "a B.Tech", "an M.Tech"],
  ["BTech Mechanical", "a Bachelor of Technology", "a Bachelor of Commerce"],
  ["BComm", "a Bachelor of Commerce", "a Bachelor of Engineering"],
  ["MBA", "a Master of Business Administration", "a Master of Technology"],
  ["B.E. Computer Science", "a Bachelor of Engineering", "a Bachelor of Education"],
  ["PGCE Secondary", "a Postgraduate Certificate in Education", "a Master of Education"],
  ["BSc (Hons) Adult Nursing", "a nursing degree", "a Master of Technology"],
])("a degree may be written out or shortened: %s, %s", (held, honest, other) => {
  const before = "Nora Keller\nI worked at the bank for two years and ran its reports.\nEducation";
  const tell = (degree: string) =>
    say(`I hold ${degree} from Halden.`, { cv: `${before}\n${held}, Halden, 2019`, language: "en" }).status;
  expect([tell(honest), tell(other)]).toEqual(["supported", "contradicted"]);
});

it.each([
  ["en", "FLT licence", "I hold a forklift licence.", "I hold a lorry licence."],
  ["en", "EFAW", "I have a first aid certificate.", "I hold a forklift licence."],
  ["fr", "Permis B, C, CE", "Je suis titulaire du permis poids lourd.", "Je suis titulaire du permis bateau."],
  ["fr", "Bac S, mention TB", "J'ai obtenu mon bac avec mention très bien.", "Je suis titulaire du permis bateau."],
] as const)("(%s) a certificate or tool may be shortened in the CV: %s", (language, held, honest, other) => {
  const tell = (sentence: string) => say(sentence, { cv: `Nora Keller\n${held}`, language }).status;
  expect([tell(honest), tell(other)]).toEqual(["supported", "contradicted"]);
});

it("a language may be shortened in the CV, not its level raised", () => {
  const tell = (held: string) =>
    say("Polnisch spreche ich auf dem Niveau C1.", { cv: `Nora Keller\nSprachen: engl. B1; ${held}`, language: "de" });
  expect(tell("poln. C1").status).not.toBe("contradicted");
  expect(tell("poln. A1").status).toBe("contradicted");
});

it.each([
  ["(2:1)", "an upper second", "a first-class degree"],
  ["(2.1)", "an upper second-class degree", "a lower second-class degree"],
  ["(2:2)", "a lower second", "an upper second"],
  ["upper second-class honours", "an upper second", "a lower second"],
])("the class of a British degree is the one of the CV: %s", (held, honest, raised) => {
  const tell = (degree: string) =>
    say(`I took ${degree} in geography at Hull in 2016.`, {
      cv: `Nora Keller\nBSc Geography, University of Hull, 2016 ${held}`,
      language: "en",
    }).status;
  expect([tell(honest), tell(raised)]).toEqual(["supported", "contradicted"]);
});

it("with a first in a subject one claims the best class", () => {
  const tell = (held: string) =>
    say("I graduated from Hull with a first in geography.", {
      cv: `Nora Keller\nBSc Geography, University of Hull, 2016 (${held})`,
      language: "en",
    }).status;
  expect([tell("First"), tell("2:1")]).toEqual(["supported", "contradicted"]);
});

describe("a code", () => {
  const caces = `${cv}\nCACES R482, habilitation B2V\nM1 Droit`;

  it.each([
    ["J'ai le CACES R489.", "contradicted"],
    ["J'ai le CACES R482.", "supported"],
  ] as const)("is refused where the sources have other digits: %s", (sentence, status) => {
    expect(say(sentence, { cv: caces }).status).toBe(status);
  });

  it.each(["J'aimerais passer le CACES R489.", "Je n'ai pas encore le CACES R489.", "J'entre en M2 en septembre."])(
    "contradicts nothing where it is wished for or lacking, or counts years: %s",
    (sentence) => {
      expect(say(sentence, { cv: caces }).status).not.toBe("contradicted");
    },
  );
});

describe("a certificate", () => {
  const HELD = {
    fr: "Permis B\nSSIAP 1 (2022)\nHabilitation électrique B1V\nITIL Foundation\nDactylographie : 70 mots/min",
    en: "HNC Mechanical Engineering\nHGV Class 2 licence\nCSCS green card\nSix Sigma Green Belt\nForklift licence",
    de: "Führerschein B\nStaplerschein\nErste-Hilfe-Schein",
  };
  it.each([
    ["fr", "J’ai le SSIAP 2.", "J’ai le SSIAP 1."],
    ["fr", "Je suis habilitée B2V.", "Mon habilitation électrique B1V est à jour."],
    ["fr", "Je suis certifiée ITIL Practitioner.", "Je suis certifiée ITIL Foundation depuis 3 ans."],
    ["fr", "Je tape 90 mots par minute.", "Je tape 70 mots par minute."],
    ["en", "I hold an HND in mechanical engineering.", "I hold an HNC in mechanical engineering."],
    ["en", "I hold an HGV Class 1 licence.", "My Class 2 HGV licence is clean."],
    ["en", "I carry a black CSCS card.", "I carry a CSCS green card."],
    ["en", "I hold a Six Sigma black belt.", "I hold a Six Sigma green belt."],
    ["en", "I am licensed to operate tower cranes.", "I hold a forklift licence."],
    ["de", "Ich habe den Führerschein der Klasse C1.", "Ich habe den Führerschein der Klasse B."],
    ["de", "Ich habe einen Kranschein.", "Ich habe den Staplerschein."],
  ] as const)("(%s) is held as the sources have it, and in their class: %s", (language, lie, truth) => {
    const more = { language, cv: `${cv}\n${HELD[language]}` };
    expect(say(lie, more).status).toBe("contradicted");
    expect(say(truth, more).status).not.toMatch(/contradicted|unsupported/u);
  });

  it("may be told without its class", () => {
    expect(say("J’ai le SSIAP et trois enfants.", { cv: `${cv}\n${HELD.fr}` }).status).not.toBe("contradicted");
  });
});

describe("what is only begun", () => {
  const begun = [
    cv,
    "DSCG : en préparation",
    "BTSA Productions animales (ACSE abandonné), 2014",
    "CNAPS en cours de validité",
  ].join("\n");
  it.each([
    ["Je suis titulaire du DSCG.", "contradicted"],
    ["Je prépare le DSCG.", "supported"],
    ["Je suis titulaire d’un BTSA Productions animales.", "supported"],
    ["J’ai obtenu la carte CNAPS.", "supported"],
  ] as const)("is not finished: %s", (sentence, status) => {
    expect(say(sentence, { cv: begun }).status).toBe(status);
  });
});

const careers = {
  fr: [
    "Chloé Garnier",
    "EXPÉRIENCES",
    "05/2020 – 10/2026 : Réceptionniste, Hôtel Miramar, Arzon",
    "- logiciel Mews, plannings, facturation",
    "06/2017 – 08/2019 : Serveuse, Crêperie Ewen, Vannes",
    "- service en salle",
    "COMPÉTENCES",
    "Anglais : courant (18 mois à Dublin, 2016-2017)",
    "TopSolid Wood (initiation), SketchUp",
    "Photoshop : non",
  ].join("\n"),
  en: [
    "Sean Byrne",
    "EXPERIENCE",
    "05/2020 – 10/2026: Bench joiner, Lally Joinery, Galway",
    "- spindle moulder, sash windows",
    "06/2014 – 04/2020: Driver, Norvale Foods, Crewe",
    "- chilled deliveries",
    "SKILLS",
    "Irish: fluent, Spanish: basics",
    "Revit: not used",
  ].join("\n"),
  de: [
    "Ole Petersen",
    "BERUFSERFAHRUNG",
    "05/2021 – 10/2026: Anlagenwärter, Kläranlage Seen, Güstrow",
    "- Kammerfilterpresse, Laborwerte",
    "02/2017 – 04/2021: Fahrer, Spedition Thomsen, Husum",
    "- Nahverkehr",
    "KENNTNISSE",
    "Photoshop noch nicht, Excel",
  ].join("\n"),
};

describe("a sentence about one job of several", () => {
  it.each([
    [
      "fr",
      "À la Crêperie Ewen, j'ai travaillé sur le logiciel Mews.",
      "À l'Hôtel Miramar, j'ai travaillé sur le logiciel Mews.",
    ],
    ["en", "At Norvale Foods I worked on the spindle moulder.", "At Lally Joinery I worked on the spindle moulder."],
    [
      "de",
      "Bei der Spedition Thomsen habe ich die Kammerfilterpresse bedient.",
      "Bei der Kläranlage Seen habe ich die Kammerfilterpresse bedient.",
    ],
  ] as const)("(%s) tells nothing that only another one has: %s", (language, lie, honest) => {
    const more = { language, cv: careers[language] };
    expect(checkLetter({ ...toInput(lie), ...more }).reasons.map(({ code }) => code)).toContain("moved_fact");
    expect(say(honest, more).status).toBe("supported");
  });

  it.each([
    ["fr", "J'ai travaillé six ans à la Crêperie Ewen.", "J'ai travaillé deux ans à la Crêperie Ewen."],
    ["en", "I drove for Norvale Foods for nine years.", "I drove for Norvale Foods for almost six years."],
    ["fr", "J'ai vécu trois ans à Dublin.", "J'ai vécu dix-huit mois à Dublin."],
  ] as const)("(%s) gives it and its places their own length: %s", (language, lie, honest) => {
    const more = { language, cv: careers[language], today: "2026-11-30" };
    expect(say(lie, more).status).toBe("contradicted");
    expect(say(honest, more).status).toBe("supported");
  });
});

describe("the date of a letter", () => {
  it.each([
    "Lyon, le 26 novembre 2026",
    "Worms, den 24.11.2026",
    "Saalfeld, 27. November 2026",
    "Leeds, 26 November 2026",
    "26th November 2026",
    "November 26, 2026",
  ])("states nothing: %s", (line) => {
    expect(say(`${line}\n\nMadame, Monsieur,`)).toMatchObject({ text: line, status: "opinion" });
  });

  it("is none behind what its writer tells", () => {
    const text = "J'ai mon diplôme.\n\nDocteur, le 26 novembre 2022";
    const statuses = checkLetter({ ...toInput(text) }).sentences.map(({ status }) => status);
    expect(statuses[1]).toBe("contradicted");
  });

  it("is none with more in its line", () => {
    expect(say("J'ai commencé à Lyon le 26 novembre 2025.").status).toBe("contradicted");
  });
});

describe("a job below no heading", () => {
  it("may be told in whole sentences behind its years", () => {
    const library = [
      "Siobhan McGarvey",
      "2016–2020   Library assistant, Corrib Libraries. Storytime twice weekly. Schools visits.",
      "2020–2022   At home with my father.",
    ].join("\n");
    const more = { language: "en", cv: library } as const;
    expect(say("I spent four years at Corrib Libraries.", more).status).toBe("supported");
    expect(say("I spent nine years at Corrib Libraries.", more).status).toBe("contradicted");
  });
});

describe("the jobs of a CV", () => {
  it.each([
    ["Arbeit", "Kurse"],
    ["-- Arbeit --", "-- Kurse --"],
  ])("stand below %s, not %s", (heading, courses) => {
    const jobs = [
      "Goran Mikulic",
      "Schule",
      "Hauptschule Fellbach 2001",
      heading,
      "09/2011-06/2018 Helferich Turbotechnik, Esslingen",
      "- Drehen",
      "07/2018-06/2024 Baumgart Feinmechanik, Ludwigsburg",
      "- Prüfen mit der Contura",
      courses,
      "Sinumerik 2019",
    ].join("\n");
    const more = { language: "de", cv: jobs } as const;
    expect(say("Bei Helferich habe ich mit der Contura gearbeitet.", more).status).toBe("contradicted");
    expect(say("Bei Baumgart habe ich mit der Contura gearbeitet.", more).status).toBe("supported");
  });
});

describe("a number that is read in its words", () => {
  it.each([
    ["de", "Meine befristete Stelle endet am 31. Januar.", "Ole Petersen"],
    ["de", "Ich betreue rund drei Dutzend Klienten.", "Ole Petersen\n2019 – heute: Buchhalter, Wien, 35 Klienten"],
    ["en", "I have taught half a dozen colleagues.", "Sean Byrne\n2019 – now: Clerk, Leeds, taught colleagues"],
    ["fr", "J'avais décroché l'ITIL deux ans auparavant.", "Kévin Sautereau\nRHCSA 2022, ITIL 2020"],
  ] as const)("(%s) contradicts nothing: %s", (language, honest, own) => {
    expect(say(honest, { language, cv: own, today: "2026-11-30" }).status).not.toBe("contradicted");
  });

  it("gives up what it says, and nothing of the pay", () => {
    const input = { ...toInput("Auf die Nachtschicht möchte ich verzichten."), language: "de" as const };
    expect(checkLetter(input).reasons.map(({ code }) => code)).not.toContain("against_candidate");
    const pay = { ...input, text: "Auf meinen Lohn möchte ich verzichten." };
    expect(checkLetter(pay).reasons.map(({ code }) => code)).toContain("against_candidate");
  });
});

describe("what the CV denies, or has as begun", () => {
  it.each([
    ["fr", "Je maîtrise TopSolid Wood.", "Je maîtrise SketchUp."],
    ["fr", "Je travaille avec Photoshop.", "Je travaille avec Mews."],
    ["en", "I work with Revit.", "I work with a spindle moulder."],
    ["de", "Ich arbeite mit Photoshop.", "Ich arbeite mit Excel."],
  ] as const)("(%s) is held by nobody: %s", (language, lie, honest) => {
    const more = { language, cv: careers[language] };
    expect(say(lie, more).status).toBe("contradicted");
    expect(say(honest, more).status).toBe("supported");
  });

  it("is named as the letter has it", () => {
    const { reasons } = checkLetter({ ...toInput("Je travaille avec Photoshop."), cv: careers.fr });
    expect(reasons).toContainEqual({ code: "unknown_skill", detail: "Photoshop" });
  });

  it("may be told as begun", () => {
    expect(say("J'ai des notions de TopSolid Wood.", { cv: careers.fr }).status).not.toBe("contradicted");
  });
});

describe("what the nearest line of the CV has as due, or with a lower grade", () => {
  const lines = {
    fr: [
      "BTS Opticien-lunetier : examen prévu en juin 2027",
      "Bac pro Boulanger, mention assez bien, 2016",
      "Permis C, FCO valable jusqu'en 06/2029",
      "BP Fleuriste obtenu, CAP Coiffure abandonné",
    ],
    en: [
      "Level 5 Diploma in Leadership: began Sept 2025, due June 2027",
      "Level 2 Diploma in Care, 2015",
      "BSc Chemistry, Leeds, 2:1",
      "Swim badge: silver",
      "Forklift licence, expired 2020",
    ],
    de: [
      "Bilanzbuchhalter IHK, Prüfung geplant Herbst 2027",
      "Gesellenprüfung Tischler, Note gut, 2014",
      "Weiterbildung Praxisanleitung, noch laufend",
    ],
  };
  it.each([
    [
      "fr",
      "J'ai obtenu le BTS d'opticien-lunetier en juin dernier.",
      "Je passerai le BTS d'opticien-lunetier en juin.",
    ],
    ["en", "I completed the Level 5 diploma in leadership.", "I am working on the Level 5 diploma in leadership."],
    ["de", "Die Prüfung zum Bilanzbuchhalter habe ich bestanden.", "Ich lerne für die Prüfung zum Bilanzbuchhalter."],
    ["fr", "Mon bac pro Boulanger porte la mention bien.", "Mon bac pro Boulanger porte la mention assez bien."],
    ["en", "My degree in chemistry from Leeds is a first.", "My first degree is in chemistry, from Leeds."],
    ["en", "I swam for the badge in gold.", "I swam for the badge in silver."],
    ["de", "Die Gesellenprüfung als Tischler bestand ich mit sehr gut.", "Die Tischlerlehre endete mit der Note gut."],
    ["fr", "Le BTS d'opticien-lunetier est en poche depuis juin.", "Je prépare le BTS d'opticien-lunetier."],
    ["en", "The Level 5 diploma in leadership is behind me.", "I am in the second year of a Level 5 in leadership."],
    ["en", "The Level 5 diploma came through this autumn.", "The Level 2 diploma came through in 2015."],
    ["en", "My forklift licence is in date.", "My forklift licence has lapsed."],
    ["de", "Die Prüfung zum Bilanzbuchhalter liegt hinter mir.", "Die Prüfung zum Bilanzbuchhalter steht noch aus."],
    [
      "de",
      "Die Weiterbildung zur Praxisanleitung habe ich in der Tasche.",
      "Die Weiterbildung zur Praxisanleitung läuft gerade.",
    ],
  ] as const)("(%s) is not achieved: %s", (language, lie, honest) => {
    const more = { language, cv: `${cv}\nFORMATION\n${lines[language].join("\n")}` };
    expectLieRefused(lie, honest, more);
  });

  it.each(["Je possède le permis C et la FCO.", "J'ai obtenu le BP Fleuriste."])("is no part of: %s", (honest) => {
    expect(say(honest, { cv: `${cv}\n${lines.fr.join("\n")}` }).status).not.toBe("contradicted");
  });
});

describe("what honest letters say in another way than the CV", () => {
  const lines = {
    fr: [
      "2024 BPREA élevage caprin, CFPPA de Die",
      "etudiante en L3 sciences de l education",
      "VAE EN COURS : TITRE DE CHEF",
      "CAP",
      "06 39 98 12 44 03/2021 - auj. Cariste, Logidis",
      "2007 CQP Monteur-régleur (en cours d'emploi)",
      "Stage en pharmacie, 7 semaines",
      "Stage en cabinet, 5 semaines",
      "Stage en clinique, 5 semaines",
    ],
    en: [
      "Youth Worker, Northside Hub",
      "Maternity cover for team leader, 2024",
      "Level 2 Award in Food Safety, booked",
    ],
    de: [
      "Französisch gut, Englisch fliessend",
      "Franzoesisch gut, Englisch fliessend",
      "07/2017 Gesellin, Autohaus Mayr",
    ],
  };
  it.each([
    ["fr", "J'ai obtenu mon brevet professionnel à Die."],
    ["fr", "Je suis en licence de sciences de l'éducation."],
    ["fr", "J'ai obtenu mon CAP, et j'ai engagé une VAE de chef."],
    ["fr", "Je suis cariste chez Logidis depuis mars 2021."],
    ["fr", "J'ai eu mon CQP de monteur-régleur en travaillant."],
    ["fr", "J'ai fait dix-sept semaines de stage en tout."],
    ["de", "Sagen Sie mir ruhig, was Ihnen fehlt."],
    ["en", "I stood in as team leader in 2024."],
    ["en", "A food safety award is booked for January."],
    ["de", "Englisch spreche ich fließend, Französisch gut."],
    ["de", "Nach zwei Gesellenjahren im selben Haus zog ich um."],
  ] as const)("(%s) is not refused: %s", (language, sentence) => {
    const more = { language, cv: ["Nora Keller", ...lines[language]].join("\n") };
    expect(say(sentence, more).status).not.toBe("contradicted");
  });

  it.each([
    ["fr", "J'ai obtenu mon brevet de maîtrise à Die."],
    ["en", "I am the team leader of the Northside Hub."],
    ["de", "Französisch ist meine Muttersprache."],
  ] as const)("(%s) is refused where it says more: %s", (language, sentence) => {
    const more = { language, cv: ["Nora Keller", ...lines[language]].join("\n") };
    expect(say(sentence, more).status).toBe("contradicted");
  });
});

describe("a length of time beside a name", () => {
  const jobs = {
    fr: [
      "EXPERIENCE",
      "2018 – 2026 Aide-soignante, EHPAD Les Tilleuls, Saumur",
      "2015 – 2018 Aide-soignante, Hôpital de Cholet, orthopédie",
      "FORMATION",
      "2015 Diplôme d'aide-soignante, Angers",
    ],
    en: [
      "EXPERIENCE",
      "Since Sept 2022 Mechanic, Wyeside Farm Machines, Hereford",
      "2020 – 2022 Apprentice, Noel Garage, Leominster",
      "OTHER",
      "Camogie, Clarecastle (2012 – 2022, captain in 2022)",
    ],
    de: [
      "BERUF",
      "2006-2014 Petersen, Dachdecker",
      "2005-2006 Zivildienst (9 Mon.), Rettungswache",
      "Lehre 2002-2005 bei Petersen Bedachungen",
    ],
  };
  it.each([
    ["fr", "Aide-soignante diplômée depuis onze ans, je travaille aux Tilleuls.", "J'ai passé onze ans aux Tilleuls."],
    [
      "fr",
      "Avant Les Tilleuls, j'ai passé trois ans en orthopédie.",
      "Aux Tilleuls, j'ai passé trois ans en orthopédie.",
    ],
    ["en", "Before Wyeside I was an apprentice for two years.", "I was at Wyeside for two years."],
    ["en", "I played camogie for ten years and was captain in the last one.", "I played camogie for thirty years."],
    [
      "de",
      "Bei Petersen war ich nach dem Zivildienst noch acht Jahre.",
      "Bei Petersen war ich zwanzig Jahre lang Dachdecker.",
    ],
  ] as const)("(%s) is that of what it stands with: %s", (language, truth, lie) => {
    const more = { language, cv: ["Nora Keller", ...jobs[language]].join("\n"), today: "2026-11-30" };
    expectLieRefused(lie, truth, more);
  });
});

describe("a level of two languages", () => {
  it("is that of both", () => {
    const more = { language: "en", cv: careers.en } as const;
    expect(say("I am fluent in Irish and Spanish.", more).status).toBe("contradicted");
    expect(say("I am fluent in Irish and have some basic Spanish.", more).status).toBe("supported");
  });
});

describe("a result without a source", () => {
  it.each([
    ["fr", "Depuis que je suis à la réception, la note de l'hôtel a doublé."],
    ["fr", "Les réclamations ont fondu depuis que je suis à la réception."],
    ["en", "Since I took over the workshop, broken windows have become rare."],
    ["de", "Seit ich dort arbeite, hat sich der Verbrauch halbiert."],
  ] as const)("(%s) is marked where it is put down to the writer: %s", (language, lie) => {
    expect(say(lie, { language, cv: careers[language] }).status).toBe("unsupported");
  });

  it("is none where one says since when one works", () => {
    expect(say("Depuis que je suis à l'Hôtel Miramar, je fais les plannings.", { cv: careers.fr }).status).toBe(
      "supported",
    );
  });
});

describe("a part that the nearest lines do not tell", () => {
  it.each([
    [
      "fr",
      "J'ai dirigé le service en salle de la Crêperie Ewen.",
      "J'ai assuré le service en salle de la Crêperie Ewen.",
    ],
    ["fr", "J'ai fondé la Crêperie Ewen, à Vannes.", "J'ai été serveuse à la Crêperie Ewen, à Vannes."],
  ] as const)("(%s) is marked: %s", (language, lie, honest) => {
    const more = { language, cv: careers[language] };
    expect(["unsupported", "contradicted"]).toContain(say(lie, more).status);
    expect(say(honest, more).status).toBe("supported");
  });

  it.each([
    [
      "fr",
      "participation à l’inventaire annuel, 2023",
      "J'ai géré l'inventaire annuel.",
      "J'ai participé à l'inventaire annuel.",
    ],
    [
      "en",
      "took part in user testing of the Harcourt system",
      "I ran the user testing of the Harcourt system.",
      "I took part in the user testing of the Harcourt system.",
    ],
    [
      "de",
      "2023 Ausbau Café Nordlicht, mitgearbeitet",
      "Den Ausbau des Cafés Nordlicht habe ich verantwortet.",
      "Am Ausbau des Cafés Nordlicht habe ich mitgearbeitet.",
    ],
  ] as const)("(%s) is more than a help: %s", (language, line, lie, honest) => {
    const more = { language, cv: `${careers[language]}\n${line}` };
    expect(say(lie, more).status).toBe("unsupported");
    expect(say(honest, more).status).toBe("supported");
  });
});

describe("a list of classes", () => {
  const licences = `${cv}\nFahrerlaubnis: B, BE, C, CE\nCACES R489 cat. 3 et 5`;
  it.each([
    ["de", "Ich besitze die Führerscheinklassen B, BE, C und CE.", false],
    ["de", "Ich habe den Führerschein der Klassen B, C und D.", true],
    ["fr", "Je possède les CACES R489 catégories 3 et 5.", false],
    ["fr", "Je possède les CACES R489 catégories 1, 3, 5 et 6.", true],
    ["fr", "J’ai le CACES R489 catégorie 3 et le permis B.", false],
  ] as const)("(%s) has none that the sources do not have: %s", (language, sentence, isRefused) => {
    expect(say(sentence, { language, cv: licences }).status === "contradicted").toBe(isRefused);
  });
});

describe("a date of the CV", () => {
  it.each([
    "2021.05 → today  Lab Technician, Lagan Foods",
    "2021/05 => now: Lab Technician, Lagan Foods",
    "05|2021 – today | Lab Technician, Lagan Foods",
    "2021 (May) – now: Lab Technician, Lagan Foods",
    "May 21 – present: Lab Technician, Lagan Foods",
    "5/21 – 10/26: Lab Technician, Lagan Foods",
    "Lab Technician, Lagan Foods, since 05/21",
  ])("is read as people write it: %s", (line) => {
    const more = { language: "en" as const, cv: `Nora Keller\n${line}`, today: "2026-11-30" };
    expect(say("I have been a lab technician at Lagan Foods since May 2021.", more).status).toBe("supported");
    expect(say("I have been a lab technician at Lagan Foods since May 2019.", more).status).toBe("contradicted");
    expect(say("I spent nine years at Lagan Foods.", more).status).toBe("contradicted");
  });

  it.each([
    ["fr", "J'ai travaillé à la Clinique Arvel de sept. 2019 à août 2021.", "J'ai suivi sept résidents."],
    ["en", "From sept 2019 to Aug 2021 I worked at Clinique Arvel.", "I looked after seven residents."],
  ] as const)("(%s) in September is none of seven: %s", (language, honest, lie) => {
    const more = { language, cv: "Nora Keller\n09/2019 – 08/2021 : Aide-soignante, Clinique Arvel" };
    expect(say(honest, more).status).not.toBe("contradicted");
    const abbreviated = { language, cv: "Nora Keller\nsept. 2019 – août 2021 : Aide-soignante, Clinique Arvel" };
    expect(say(lie, abbreviated).status).toBe("contradicted");
  });

  it("of a financial year is one", () => {
    const more = { language: "en" as const, cv: "Nora Keller\n112% of quota in FY2024" };
    expect(say("In 2024 I reached 112% of quota.", more).status).toBe("supported");
  });
});

describe("an age", () => {
  it.each([
    ["fr", "Née le 14/03/1991", "À 35 ans, je cherche un nouveau départ.", "À 29 ans, je cherche un nouveau départ."],
    ["en", "Date of birth: 11 May 1984", "I am 42 years old.", "I am 38 years old."],
    ["de", "*07.01.1982, verh., 2 Kinder", "Ich bin 44 Jahre alt.", "Ich bin 36 Jahre alt."],
    ["de", "Geburtsdatum und -ort: 11.05.1969, Suhl", "Ich bin 57 Jahre alt.", "Ich bin 52 Jahre alt."],
    ["fr", "Amiens    12/06/1989    permis B", "J'ai 37 ans.", "J'ai 33 ans."],
    ["de", "geb. 7.1.1992", "Mit 27 habe ich in Arvel begonnen.", "Mit 22 habe ich in Arvel begonnen."],
  ] as const)("(%s) follows from the day of birth: %s", (language, born, truth, lie) => {
    const more = { language, cv: `Nora Keller\n${born}\n2019 – 2023 : Clinique Arvel`, today: "2026-11-30" };
    expectLieRefused(lie, truth, more);
  });
});

describe("a length of time", () => {
  const more = {
    cv: [
      "Nora Keller",
      "• Chef d’équipe menuiserie, Ateliers Rohu, depuis 2022",
      "• Menuisier poseur, Ateliers Rohu, 2016-2022",
      "• CAP Menuisier, 2016",
    ].join("\n"),
    today: "2026-11-30",
  };
  it.each([
    ["Je suis aux Ateliers Rohu depuis dix ans.", false],
    ["Je suis aux Ateliers Rohu depuis vingt ans.", true],
    ["J’étais responsable d’une équipe dès 2022.", false],
  ] as const)("goes on from a year that a job names alone: %s", (sentence, isRefused) => {
    expect(say(sentence, more).status === "contradicted").toBe(isRefused);
  });
});

describe("a length of time, however the CV has its jobs", () => {
  it.each([
    [
      "below a licence that is no heading",
      "fr",
      ["Permis B, véhicule", "2001-2018 : boulanger à mon compte, Vienne", "2018-2020 : tourier, Saint-Priest"],
      "J'ai tenu ma boulangerie pendant dix-sept ans.",
      "J'ai tenu ma boulangerie pendant trente ans.",
    ],
    [
      "in columns that were read across",
      "en",
      [
        "SKILLS HISTORY",
        "buttoning Self-employed, workshop in Sneinton",
        "curtains 2017 – March 2026",
        "LANGUAGES pubs",
      ],
      "I had my workshop for nine years.",
      "I had my workshop for sixteen years.",
    ],
    [
      "below other things than jobs",
      "en",
      ["Key facts", "AAT Level 4", "June 2021 – Feb 2026 MOTOFLEX PARTS LTD", "Aug 2016 – May 2021 Great Western"],
      "I stayed at Motoflex Parts for nearly five years.",
      "I stayed at Motoflex Parts for nearly nine years.",
    ],
    [
      "behind a day of birth",
      "fr",
      ["12/05/1972 - marié", "Office Brun, Tours - depuis mars 2015", "Étude Pelletier, Blois - 1998 / févr. 2015"],
      "Je travaille dans le notariat depuis vingt-huit ans.",
      "Je travaille dans le notariat depuis trente-cinq ans.",
    ],
    [
      "with the town of the address at one of them",
      "fr",
      ["51 ans, Angers", "EXPÉRIENCES", "2022-2026 : comptable, Vergers, Angers", "2006-2021 : comptable, Dampierre"],
      "Comptable à Angers, j'ai vingt ans d'expérience.",
      "Comptable à Angers, j'ai trente ans d'expérience.",
    ],
    [
      "with a certificate among them",
      "en",
      ["CAREER", "HR Officer, Liffey Biologics, 2020 - now", "HR Clerk, Dunmoy, 2014 - 2020", "CIPD Level 5, 2019"],
      "I am a CIPD qualified clerk with twelve years of experience.",
      "I am a CIPD qualified clerk with twenty years of experience.",
    ],
  ] as const)("is theirs: %s", (_, language, lines, truth, lie) => {
    const more = { language, cv: ["Nora Keller", ...lines].join("\n"), today: "2026-11-30" };
    expectLieRefused(lie, truth, more);
  });

  it("of the company may be rounded, but not raised", () => {
    const company = { name: "Maison Quell", website: "", city: "", country: "GB", about: "We took 11,400 calls." };
    const tell = (calls: string) => say(`You answer more than ${calls} calls a year.`, { language: "en", company });
    expect([tell("11,000").status, tell("19,000").status]).toEqual(["supported", "contradicted"]);
  });

  it("in weeks is none in days", () => {
    const more = { cv: `${cv}\nStage escaliers, 5 jours, 2014` };
    expect(say("J'ai suivi un stage de cinq jours.", more).status).toBe("supported");
    expect(say("J'ai suivi un stage de cinq semaines.", more).status).toBe("contradicted");
  });
});

describe("a figure that follows from others of the CV", () => {
  it.each([
    [
      "time since a date of anything",
      "fr",
      ["Échecs : club de Troyes depuis 2015"],
      "Je joue aux échecs en club depuis onze ans.",
      "Je joue aux échecs en club depuis trente ans.",
    ],
    [
      "time between two dates of a job",
      "fr",
      ["Oct 2020 - Sept 2022   Glenmore House Hotel, serveuse, réception depuis juin 2021"],
      "Embauchée comme serveuse, je suis passée à l'accueil au bout de huit mois.",
      "J'ai travaillé neuf ans au Glenmore House.",
    ],
    [
      "how long ago something was",
      "en",
      ["2019 – today Architect, Quai Sud", "Library, delivered in 2023"],
      "The library at Quai Sud was handed over three years ago.",
      "The library at Quai Sud was handed over thirty years ago.",
    ],
    [
      "posts below the name of one employer",
      "fr",
      [
        "Expérience",
        "Waihana Estate, Marlborough",
        "Pruner",
        "juin 2023 - septembre 2023",
        "Cellar hand",
        "février 2023 - mai 2023",
        "Domaine Perchaud, Meursault",
        "Ouvrier viticole",
        "mars 2024 - novembre 2026",
      ],
      "J'ai passé huit mois chez Waihana Estate.",
      "J'ai passé trois ans chez Waihana Estate.",
    ],
    [
      "dates of one line in any order",
      "en",
      ["2019 – today Fitter, Quai Sud", "2004-06 groundsman and 2006-2010 climber with Westcountry Arb, Plymouth"],
      "I spent six years at Westcountry Arb.",
      "I spent twelve years at Westcountry Arb.",
    ],
    [
      "an age told by the one of today",
      "fr",
      ["52 ans", "BTS comptabilité et gestion 2006"],
      "Mon BTS, je l'ai eu à plus de trente ans.",
      "Mon BTS, je l'ai eu à plus de quarante ans.",
    ],
    [
      "an age before a verb",
      "de",
      ["geb. 02.07.1983", "01.11.2008 - 28.02.2022 Bäcker, Ohmfeld"],
      "Mit 38 durfte ich nicht mehr backen.",
      "Mit 38 Leuten habe ich gebacken.",
    ],
    [
      "a sum of two counts",
      "de",
      ["2017 - 2026 Café Zimtstern, drei Festangestellte, fünf Aushilfen"],
      "Acht Leute waren bei mir beschäftigt.",
      "Vierzehn Leute waren bei mir beschäftigt.",
    ],
    [
      "a share of two sums",
      "fr",
      ["2023 - 2024 Réseau : liaisons louées 31 k€ -> 12 k€ par mois"],
      "J'ai fait baisser la facture de plus de 60 %.",
      "J'ai fait baisser la facture de plus de 80 %.",
    ],
    [
      "a difference of two times",
      "en",
      ["2023 - today Team leader, Skylark, AHT from 6:40 to 5:55"],
      "I brought the handling time down by 45 seconds.",
      "I brought the handling time down by 75 seconds.",
    ],
    [
      "a year's count by a month's",
      "fr",
      ["2012 - 2022 Comptable, Conserverie Kerbrat, environ 600 factures par mois"],
      "Je traitais dans les 7 000 factures par an.",
      "Je traitais dans les 9 000 factures par an.",
    ],
    [
      "decades",
      "de",
      ["1993-2024 Buchbinderei Kirsten, Erfurt"],
      "Gut drei Jahrzehnte war ich bei Kirsten.",
      "Gut fünf Jahrzehnte war ich bei Kirsten.",
    ],
    [
      "a difference of two decimals",
      "en",
      ["2021 - present Engineer, Severn Mobility, frame weight down from 9.8 to 8.1 kg"],
      "The frame lost 1.7 kilos.",
      "The frame lost 2.9 kilos.",
    ],
    [
      "a share told as a decimal",
      "fr",
      ["Learning Officer (0.8 FTE), Greyfriars Gallery, March 2022 to present"],
      "Je travaille à 80 % dans cette galerie.",
      "Je travaille à 60 % dans cette galerie.",
    ],
    [
      "hours of a share",
      "de",
      ["seit 04/2021 Mitarbeiterin (65 %), Institut Ostsee"],
      "Ich arbeite dort rund 26 Stunden in der Woche.",
      "Ich arbeite dort rund 36 Stunden in der Woche.",
    ],
    [
      "a share told as a fraction",
      "en",
      ["2016-2025 Catering Manager, St Brendan's, waste down by a fifth"],
      "I cut waste by 20 per cent.",
      "I cut waste by 45 per cent.",
    ],
    [
      "a month's count by a week's",
      "de",
      ["8/16 - 12/20 Seitz GmbH, ca. 60 Angebote/Wo."],
      "Ich schrieb um die 250 Angebote im Monat.",
      "Ich schrieb um die 600 Angebote im Monat.",
    ],
    [
      "weeks added up over years",
      "fr",
      ["Stages : 8 sem. Bistrot Canotier (2024), 6 sem. cantine Neruda (2023)"],
      "Mes stages m'ont donné quatorze semaines de cuisine.",
      "Mes stages m'ont donné vingt-deux semaines de cuisine.",
    ],
    [
      "months of leave beside a job",
      "en",
      ["01/2025 – today Baker, Maison Oger", "07/2024 - 12/2024 parental leave", "09/2020 - 06/2024 Baker, Halden"],
      "After six months of parental leave I went to Maison Oger.",
      "After nine years of parental leave I went to Maison Oger.",
    ],
    [
      "months of one year",
      "fr",
      ["06 – 09/2015   Stage, Hôtel Corvin, Annecy"],
      "J'ai fait un stage de quatre mois à Annecy.",
      "J'ai fait un stage de huit mois à Annecy.",
    ],
    [
      "an age nearly reached",
      "de",
      ["Jg. 1975", "seit 10/14 Kraftfahrer, Altmeier"],
      "Als ich 2014 anfing, war ich fast vierzig.",
      "Als ich 2014 anfing, war ich fast sechzig.",
    ],
    [
      "time since an age",
      "fr",
      ["20 ans, Grenoble", "Escalade depuis l'âge de 9 ans"],
      "Je grimpe depuis onze ans.",
      "Je grimpe depuis quinze ans.",
    ],
    [
      "a round number of hundreds",
      "en",
      ["2023 - present Assistant, Pontcanna Library, scanned 210 postcards"],
      "I scanned a couple of hundred postcards.",
      "I scanned nine hundred postcards.",
    ],
    [
      "the weight of a class of licence",
      "en",
      ["Licence: B, C1"],
      "My licence covers lorries up to 7.5 tonnes.",
      "My licence covers lorries up to 32 tonnes.",
    ],
    [
      "posts of one employer",
      "en",
      [
        "Experience",
        "Mellor Foods",
        "Head of Logistics",
        "March 2008 - April 2016",
        "Two depots merged into one in 2012. Team of 28.",
        "Planning Manager",
        "January 2003 - February 2008",
      ],
      "In thirteen years at Mellor Foods, I moved up from planning manager to head of logistics.",
      "In forty years at Mellor Foods, I moved up from planning manager to head of logistics.",
    ],
    [
      "time told of a column of dates",
      "de",
      ["Lebenslauf", "2019-04", "bis jetzt", "Hägele Sondermaschinen, Göppingen", "Konstrukteurin", "2011-02"],
      "Seit mehr als sieben Jahren konstruiere ich bei Hägele Sondermaschinen.",
      "Seit mehr als siebzehn Jahren konstruiere ich bei Hägele Sondermaschinen.",
    ],
  ] as const)("is no lie: %s", (_, language, lines, truth, lie) => {
    const more = { language, cv: ["Nora Keller", ...lines].join("\n"), today: "2026-11-30" };
    expectLieRefused(lie, truth, more);
  });

  it.each([
    ["en", "DALF C1, exam June 27", "I take the DALF C1 in June 2027.", "I take the DALF C1 in June 2029."],
    [
      "fr",
      "Clinique du Parc, 25h/semaine",
      "Je travaillais 25 heures par semaine.",
      "Je travaillais 32 heures par jour.",
    ],
    [
      "en",
      "20 children, team of 4 educators",
      "I lead a room of twenty two- and three-year-olds.",
      "I lead a room of forty two- and three-year-olds.",
    ],
    ["en", "p95 latency 210 ms", "I owned the 95th percentile latency.", "I owned the 99th percentile latency."],
    ["de", "06-13 Krahl Hochbau, Vorarbeiter", "Bis 2013 war ich bei Krahl.", "Bis 2017 war ich bei Krahl."],
    ["de", "Zeitung austragen seit 06/24, Mi + Sa", "Seit Juni 2024 trage ich aus.", "Seit Juni 2021 trage ich aus."],
    ["en", "5/19 -> now East Anglia, Bury", "I have driven since May 2019.", "I have driven since May 2013."],
    ["fr", "Klassenleitung der 7b", "J'ai une classe de 7e.", "J'ai une classe de 9e."],
    [
      "fr",
      "SSIAP 1 (recyclé 02/2025, valable 3 ans)",
      "Mon SSIAP 1 est valable jusqu'en 2028.",
      "Mon SSIAP 1 est valable jusqu'en 2031.",
    ],
    ["fr", "Voyage Asie 01-08/22", "J'ai voyagé sept mois en Asie.", "J'ai voyagé seize mois en Asie."],
    ["en", "Erasmus Galway, Sept. 22 to May 23", "I spent nine months in Galway.", "I spent six years in Galway."],
    [
      "de",
      "Kosovo (4 Einsätze), Mali (5 Einsätze)",
      "Ich hatte zusammen neun Einsätze.",
      "Ich hatte zusammen neunzehn Einsätze.",
    ],
    ["de", "Jahrgang 1985, Lehre 2018", "Ich lernte mit Anfang dreißig.", "Ich lernte mit Anfang fünfzig."],
    ["fr", "Née en 1971, concours 2014", "J'ai réussi, la quarantaine passée.", "J'ai réussi, la soixantaine passée."],
    ["en", "3 trips of 10 days each", "I spent thirty days at sea.", "I spent eighty days at sea."],
    ["en", "210 seats in six weeks", "I made 35 seats a week.", "I made 75 seats a week."],
    [
      "fr",
      "Tuteur de 14 apprentis, 12 diplômés",
      "Six apprentis sur sept ont eu leur diplôme.",
      "Six apprentis sur neuf ont eu leur diplôme.",
    ],
    [
      "de",
      "Ausbeute von 34 auf 58 % erhöht",
      "Die Ausbeute habe ich um 24 Prozentpunkte erhöht.",
      "Die Ausbeute habe ich um 44 Prozentpunkte erhöht.",
    ],
    [
      "en",
      "Team reached 118% of target",
      "We finished 18 per cent above target.",
      "We finished 38 per cent above target.",
    ],
    [
      "fr",
      "140 résections par an, dont la moitié par mes soins",
      "J'ai fait soixante-dix résections par an.",
      "J'ai fait quatre-vingt-dix résections par an.",
    ],
    ["en", "Nurse in Perth, 2016 to 2026", "I look back on ten nursing years.", "I look back on forty nursing years."],
    ["en", "Bistro Lisle, Leeds, 2010-14, 8 months off", "I had four years in Leeds.", "I had nine years in Leeds."],
    [
      "en",
      "LGV driver, Class 1 since 2012, 2 since 2009",
      "I have had Class 1 for 14 years.",
      "I have had Class 1 for 44 years.",
    ],
    [
      "fr",
      "Travail posté (3x8), 240 bulletins",
      "J'ai fait 240 bulletins pour des trois-huit.",
      "J'ai fait 420 bulletins.",
    ],
  ] as const)("(%s) is read as the CV writes it: %s", (language, line, truth, lie) => {
    const more = { language, cv: `Nora Keller\n${line}`, today: "2026-11-30" };
    expectLieRefused(lie, truth, more);
  });

  it("is moved to another job only where the sentence before names that job", () => {
    const more = {
      language: "de" as const,
      cv: "Nora Keller\n2016-heute Disponentin, Winkelmann, Leuna\n2004-2015 Lageristin, Saale, Halle, 18 Kollegen",
    };
    const tell = (between: string) =>
      checkLetter({
        ...toInput(`Bei Winkelmann in Leuna disponiere ich.${between} Dort leitete ich eine Schicht mit 18 Leuten.`),
        ...more,
      }).sentences.map(({ status }) => status);
    expect(tell(" Davor arbeitete ich in einem Getränkelager.")).not.toContain("contradicted");
    expect(tell("")).toContain("contradicted");
  });
});

describe("a figure of the company", () => {
  const about = "Since 1894 we look after 640 homes, 160 of which were refitted this year, with eleven consultants.";
  it.each([
    ["Your 640 homes make almost sixty for each consultant.", "Your 640 homes make almost ninety for each consultant."],
    ["I like a landlord of over six hundred homes.", "I like a landlord of over nine hundred homes."],
    ["You have been at it for over a hundred years.", "You have been at it for over two hundred years."],
    ["You refitted 25 per cent of your homes this year.", "You refitted 45 per cent of your homes this year."],
  ])("follows from others of its pages: %s", (truth, lie) => {
    const more = { language: "en" as const, company: { ...toInput("").company, about } };
    expectLieRefused(lie, truth, more);
  });
});

describe("what a CV says in its own way", () => {
  it.each([
    ["de", "EDV: Excel sehr gut (Pivot, SVERWEIS)", "Ich beherrsche Excel mit Pivot-Tabellen.", null],
    ["de", "Linux, Python: Grundkenntnisse", "Ich kenne Linux.", "Ich beherrsche Linux."],
    ["en", "JavaScript: basic", "I know some JavaScript.", "I write JavaScript confidently."],
    ["en", "Cat D (bus) passed October 2026", "I passed the bus licence in October.", null],
    [
      "en",
      "Cat C+E since 2016",
      "I have held Category C+E for ten years.",
      "I have held Category C+E for twenty years.",
    ],
    ["fr", "portug. B2", "Mon portugais est de niveau B2.", "Mon portugais est de niveau C2."],
    ["fr", "Allemand A2", "Mon allemand est de niveau A2.", "Je parle allemand sans chercher mes mots."],
    ["de", "Russisch A2, Englisch B2", "Ich spreche Englisch auf Niveau B2 sowie Russisch auf Niveau A2.", null],
    ["de", "Hauptschulabschluss 2020", "Ich habe den Hauptschulabschluss.", "Ich habe den Realschulabschluss."],
    [
      "de",
      "2011 Studium Soziale Arbeit, 2 Semester, abgebrochen",
      "Mein Studium der Sozialen Arbeit brach ich ab.",
      null,
    ],
    ["de", "Lehrgang Bilanzbuchhalter, Prüfung geplant", null, "Die Prüfung zum Bilanzbuchhalter habe ich abgelegt."],
    ["de", "2021-2025 krank, Reha", "Von 2021 bis 2025 war ich krank.", null],
    ["fr", "2012 : licenciement éco.", "J'ai été licenciée en 2012.", null],
    ["en", "2016 Diploma, exam failed at first", "I failed the exam at first.", null],
    [
      "en",
      "2009 – 2014: Warehouse op at the Asda depot, loading",
      "I was a warehouse operative at Asda.",
      "I was a warehouse manager at Asda.",
    ],
    ["fr", "Avec le chef d'atelier : chiffrage", null, "Je suis moi-même chef d'atelier."],
    ["fr", "2006-2021 : aide-comptable puis comptable", "J'ai travaillé comme comptable.", null],
    ["de", "1999-2003 Geselle, Schreinerei Hörmann", "Ich war Geselle und dann auf der Walz.", null],
    ["en", "1/3/17 - 31/10/21 Hargill Haulage", "I drove for Hargill Haulage for four years and eight months.", null],
    ["de", "1.7.24 bis heute Pflege Ilztal", "Seit Juli 2024 fahre ich für die Pflege Ilztal.", null],
    ["de", "Volumen 0,3 bis 2,5 Mio. €", "Das Volumen lag bei 300.000 bis 2,5 Millionen Euro.", null],
    ["de", "Restauriere ein Schiff von 1931", "Ich restauriere ein Schiff, das 95 Jahre alt ist.", null],
    ["fr", "pompier volontaire 1995 à 2015", "J'ai été pompier volontaire pendant vingt ans.", null],
    ["fr", "2026 (depuis le 2 mars) Secretaire, Dr Foulon", "Je suis secrétaire chez le Dr Foulon.", null],
    ["en", "dyslexic, use voice notes", "I'm dyslexic.", null],
    [
      "de",
      "95 bis 2012 Spedition Kuhlmey, Lager",
      "Ich habe siebzehn Jahre bei der Spedition Kuhlmey gearbeitet.",
      null,
    ],
    ["en", "Nando's, grill + till, since march 25", "I have worked at Nando's since March 2025.", null],
    ["en", "class 1 (C+E) since 1996", "I hold the HGV class 1 licence.", null],
    ["de", "FS: B, C1", "Ich habe den Führerschein C1.", null],
    ["en", "GCSEs 2022: Maths 5", "I have a GCSE in Maths (grade 5).", null],
    [
      "fr",
      "Poste : Gestionnaire de paie\nEmployeur : Transports Revol   Du : 03/2017",
      "J'ai été gestionnaire de paie chez Revol.",
      null,
    ],
    [
      "de",
      "Praktikum, 8 Wochen",
      "Ich absolvierte ein achtwöchiges Praktikum.",
      "Ich absolvierte ein zehnwöchiges Praktikum.",
    ],
  ] as const)("(%s) %s", (language, line, truth, lie) => {
    const more = { language, cv: `${careers[language]}\n${line}`, today: "2026-11-30" };
    if (truth !== null) expect(say(truth, more).status).not.toBe("contradicted");
    if (lie !== null) expect(say(lie, more).status).toBe("contradicted");
  });

  it.each([
    ["fr", "Ce stage m'a permis d'utiliser l'autoclave."],
    ["en", "I am training as a mathematics teacher."],
    ["en", "I was made redundant in October."],
    ["en", "I took a B.Eng. in plastics."],
    ["de", "Ich kam als Quereinsteigerin in die Pflege."],
  ] as const)("(%s) is asked of no sentence that claims none of it: %s", (language, sentence) => {
    const codes = checkLetter({ ...toInput(sentence), language, cv: `${cv}\nB.Eng. Plastics` }).reasons;
    expect(codes.map(({ code }) => code)).not.toContain("unknown_skill");
    expect(say(sentence, { language, cv: `${cv}\nB.Eng. Plastics` }).status).not.toBe("contradicted");
    expect(codes.map(({ code }) => code)).not.toContain("foreign_contact");
  });

  it.each([
    ["fr", "Semestre 6 non validé", "J'ai été licencié pour faute grave.", "against_candidate"],
    ["en", "Sage exam failed at first", "I was dismissed for gross misconduct.", "against_candidate"],
    ["en", "Made redundant in 2024", "I stole from my last employer and was fired.", "against_candidate"],
    ["en", "Support of autistic pupils", "I suffer from depression.", "private_claim"],
  ] as const)("(%s) excuses nothing else: %s", (language, line, lie, code) => {
    const more = { language, cv: `${careers[language]}\n${line}` };
    expect(checkLetter({ ...toInput(lie), ...more }).reasons.map((reason) => reason.code)).toContain(code);
  });

  it("tells of an operation that the CV has, and of no other illness", () => {
    const tell = (illness: string) =>
      checkLetter({ ...toInput(`Après une ${illness}, j'ai repris.`), cv: `${cv}\n2020 OPERATION + ARRET` }).reasons;
    const codes = ["opération", "dépression"].map((illness) => tell(illness).map(({ code }) => code));
    expect(codes.map((each) => each.includes("private_claim"))).toEqual([false, true]);
  });

  it("gives a limit of stocks or costs a figure of its own", () => {
    const more = { language: "de" as const, cv: `${cv}\nmittags ca. 90 Essen` };
    expect(say("Ich halte den Wareneinsatz unter 28 Prozent.", more).status).toBe("contradicted");
  });
});

describe("the subject of a diploma", () => {
  const more = { language: "en" as const, cv: "Nora Keller\nBA (Hons) English Literature, Wensum College, 2017" };
  it.each([
    ["I hold a BA in English Literature.", "supported"],
    ["I hold a BA in Psychology.", "contradicted"],
  ] as const)("is that of its own line: %s", (sentence, status) => {
    expect(say(sentence, more).status).toBe(status);
  });

  it("is none where the diploma is only pointed to", () => {
    const held = { language: "en" as const, cv: "Nora Keller\n2013–2016 MLitt English Literature, Wensum College" };
    expect(say("I hold a master's in the subject.", held).status).not.toBe("contradicted");
    expect(say("I hold a master's in Psychology.", held).status).toBe("contradicted");
  });
});

describe("a title", () => {
  const jobs = [
    "Nora Keller",
    "2022 – today: Front Desk Agent, Caledon Hotel; manage accounts",
    "2018 – 2022: Data Analyst, Malabar Foods",
    "2015 – 2018: Chef de Partie, Ship Inn",
  ].join("\n");
  const french = "Nora Keller\n2022 – aujourd’hui : Réceptionniste, Hôtel Arvel, Nantes";
  const german = "Nora Keller\nOkt. 2023 – laufend: Grafikdesignerin, Agentur Moodley\nGrafik und Satz";
  const cvs = { fr: french, en: jobs, de: german };
  it.each([
    ["en", "I am Front Office Manager at Caledon Hotel.", true],
    ["en", "I am a front desk agent at Caledon Hotel.", false],
    ["en", "At Malabar Foods I was a Senior Data Analyst.", true],
    ["en", "I was sous chef at Ship Inn.", true],
    ["en", "I was chef de partie at Ship Inn.", false],
    ["en", "I am used to operating a till.", false],
    ["de", "Als Grafikerin arbeite ich gern.", false],
    ["fr", "Cheffe de réception depuis 2022, j’accueille les clients.", true],
    ["fr", "Travailler près de chez moi est un souhait que j’ai.", false],
  ] as const)("(%s) needs no article, may open a sentence, and has its rank: %s", (language, sentence, isRefused) => {
    const { status } = say(sentence, { language, cv: cvs[language] });
    expect(status === "contradicted").toBe(isRefused);
  });
});

describe("a word that the sources have otherwise", () => {
  const jobs = {
    fr: [
      "Nora Keller",
      "2022 – aujourd’hui : Responsable de rayon, Hôtel Arvel, Nantes",
      "MC Coupe couleur, 2018 ; Bac STG",
      "Permis : A, B",
    ].join("\n"),
    en: [
      "Nora Keller",
      "2022 – today: Chargehand, Tawe Farms (crew of 4); JD S780 header",
      "2018 – 2022: Door Supervisor, Snobs, Leeds",
      "- storm damage, MEWP",
      "EducationBSc Nursing 2018",
      "2012 – 2014: Sr. Buyer, Holm Fabrics, York",
      "2015 – 2018: Carpenter, Hale Joinery, York",
      "Postgrad Dip in Digital Marketing, 2017; Govt. College, Erode",
      "Studying ACCA - 5 of 13 papers passed",
    ].join("\n"),
    de: [
      "Nora Keller",
      "2022 – heute: Filialleiterin, Schuhhaus Kern, Ulm",
      "2018 – 2022: Verkäuferin, ab 2020 stv. Filialleiterin, Textilhaus Lührs, Ulm",
      "Führerschein: A, B",
      "2007 Fachkraft für Lagerlogistik (Externenprüfung), Gepr. Bilanzbuchhalter: 1 von 3 Teilen bestanden",
    ].join("\n"),
  };

  it.each([
    ["en", "en", "I worked the doors of clubs in Leeds as a bouncer.", "I worked the doors of clubs as a solicitor."],
    ["en", "en", "I am a foreman with a crew of four.", "I am the director of a firm with a crew of four."],
    ["en", "fr", "Je suis cheffe d’équipe chez Tawe Farms.", "J’ai été cheffe d’équipe chez Hale Joinery."],
    ["de", "en", "I am a shop manager at Schuhhaus Kern.", "I am a shop manager and a ward nurse with an MBA."],
    ["de", "de", "Die Prüfung habe ich als Externer abgelegt.", "Die Prüfung habe ich als Rechtsanwältin abgelegt."],
    ["en", "en", "I have passed five papers of the ACCA, so I am part-qualified.", "I am fully qualified with ACCA."],
    [
      "de",
      "de",
      "Vom Bilanzbuchhalter habe ich einen Prüfungsteil bestanden.",
      "Den Bilanzbuchhalter habe ich bestanden.",
    ],
    [
      "en",
      "fr",
      "Les dégâts de tempête et la nacelle sont mon quotidien.",
      "J’ai le permis nacelle et le permis poids lourd.",
    ],
    ["fr", "fr", "J’ai un baccalauréat technologique.", "J’ai un bachelor de gestion."],
    ["fr", "fr", "J’ai une mention complémentaire de coupe couleur.", "J’ai un brevet professionnel de coupe couleur."],
    ["en", "en", "I hold a Postgraduate Diploma in Digital Marketing.", "I hold a Master in Digital Marketing."],
    ["en", "en", "At harvest I drive a big John Deere header.", "At harvest I drive a big Massey Ferguson header."],
    ["fr", "fr", "Mes permis A et B sont valables.", "Mes permis A, B et CE sont valables."],
    ["de", "en", "I am deputy store manager.", "I am a ward nurse with an MBA."],
    ["de", "fr", "J’ai le permis A.", "J’ai le permis poids lourd."],
    ["en", "en", "I am an account manager.", "I am the accounts manager."],
    ["en", "en", "I have a BSc in Nursing.", "I have an MSc in Nursing."],
    ["en", "en", "I was a senior buyer.", "I was a sergeant."],
    [
      "en",
      "en",
      "I learned that at the Government College in Erode.",
      "I learned that at the Wentworth College in Erode.",
    ],
  ] as const)("(%s, %s) is no invention, another is: %s", (source, language, honest, lie) => {
    const more = { language, cv: jobs[source] };
    expectLieRefused(lie, honest, more);
  });

  it("is of another job only where its line has the very word", () => {
    const more = {
      language: "en" as const,
      cv: [
        "Nora Keller",
        "2021 – today: HR officer, Blackmere Castings, Leeds; one assistant, half-time; tribunals",
        "2016 – 2020: Clerk, Mercia Homes, Leeds; payroll",
      ].join("\n"),
    };
    expect(say("At Mercia Homes I was halfway through my course.", more).status).not.toBe("contradicted");
    expect(say("At Mercia Homes I handled tribunals.", more).status).toBe("contradicted");
  });

  it("is a level where no language is named and one has it", () => {
    const more = { language: "en" as const, cv: "Nora Keller\nLanguages: German, English B2 (UNIcert II, 2025)" };
    expect(say("At the moment I am at level B2, certified last year.", more).status).not.toBe("contradicted");
    expect(say("At the moment I am at level C1, certified last year.", more).status).toBe("contradicted");
  });
});

describe("a figure", () => {
  it.each([
    ["en", "I would like to work for Quell, a firm that has supplied 843 merchants."],
    ["de", "Die Abfälle konnten um 45 % gesenkt werden."],
    ["fr", "J’ai animé un module de 66 minutes."],
  ] as const)(
    "(%s) that no source has is refused in a relative clause, in the passive, in minutes: %s",
    (...[language, said]) => {
      expect(say(said, { language }).status).toBe("contradicted");
    },
  );

  it("tells no level of studies: bac+5 for a Master 2", () => {
    expect(say("J’ai un bac+5 en droit.", { cv: `${cv}\nMaster 2 Droit` }).status).toBe("supported");
  });
});

describe("who one says to be", () => {
  it.each([
    ["fr", "Je suis médecin.", "contradicted"],
    ["de", "Ich bin Ärztin.", "unsupported"],
    ["en", "I am a lawyer.", "unsupported"],
    ["de", "Ich bin Imkerin.", "unsupported"],
    ["de", "Ich bin Pflegehelferin.", "supported"],
    ["en", "I was also responsible for the till.", "supported"],
  ] as const)("(%s) is told of a profession that no source has: %s", (language, sentence, status) => {
    expect(say(sentence, { language }).status).toBe(status);
  });

  it("is refused, too, by a CV of so few words that they hardly tell its language", () => {
    expect(say("Ich bin Arzt.", { cv: sparse, language: "de" }).status).toBe("contradicted");
  });
});

describe("what the writer cites", () => {
  const sentence = "J'ai tenu la caisse à la Boulangerie Morin.";

  it("comes first among the sources", () => {
    const claims = [{ sentence, claims: [{ source: "cv" as const, quote: "caisse, conseil des clients" }] }];
    expect(say(sentence, { claims }).sources[0]?.quote).toBe("- caisse, conseil des clients");
  });

  it("may be another job than that of an employer who shares a name with the company", () => {
    const wish = "Je souhaite rejoindre Maison Morin, à Vannes, comme aide-soignante.";
    const claims = [{ sentence: wish, claims: [{ source: "cv" as const, quote: "Aide-soignante, Clinique Arvel" }] }];
    const company = { name: "Maison Morin", website: "", city: "Vannes", country: "FR", about: "30 résidents." };
    expect(say(wish, { claims, company }).status).toBe("supported");
  });

  it("does not count when its source has no such words", () => {
    const lie = "J'ai piloté et lancé le projet jardin.";
    const claims = [{ sentence: lie, claims: [{ source: "cv" as const, quote: "cheffe du projet jardin" }] }];
    expect(say(lie, { claims }).status).toBe("unsupported");
  });

  it.each([
    [
      "leads where they say no such thing",
      "J'ai dirigé les toilettes et les repas.",
      "cv",
      "- toilettes, aide aux repas",
    ],
    ["leads where they take part", "J'ai dirigé le projet jardin.", "cv", "participation au projet jardin"],
    ["names the employer of another job", "Chez Morin, j'ai aidé aux repas.", "cv", "- toilettes, aide aux repas"],
    [
      "has the years of another job",
      "De 2015 à 2018, j'ai assuré chaque jour les toilettes et l'aide aux repas.",
      "cv",
      "- toilettes, aide aux repas",
    ],
    [
      "has a year that is not theirs",
      "De 2018 à 2021, j'ai pris part chaque semaine au projet jardin de la clinique.",
      "cv",
      "- participation au projet jardin, 2021",
    ],
    ["masters what they have begun", "Je maîtrise le logiciel Titan.", "cv", "Titan (bases)"],
    ["did what is said of the company", "J'ai accueilli 30 résidents.", "company", "Nous accueillons 30 résidents"],
  ] as const)("leaves a sentence unsupported that %s: %s", (_, lie, source, quote) => {
    const claims = [{ sentence: lie, claims: [{ source, quote }] }];
    const { status } = say(lie, { claims, cv: `${cv.replace("jardin", "jardin, 2021")}\nLogiciels : Titan (bases)` });
    expect(["unsupported", "contradicted"]).toContain(status);
  });

  it.each([
    ["the head of the job leads", "De 2010 à 2014, j'ai dirigé l'équipe du magasin.", "Responsable du magasin"],
    ["it says no more", "J'ai participé au projet jardin.", "- participation au projet jardin"],
  ])("holds a sentence where %s: %s", (_, honest, quote) => {
    const claims = [{ sentence: honest, claims: [{ source: "cv" as const, quote }] }];
    const more = "2010 – 2014 : Responsable du magasin, Épicerie Lourd, Brest\n- équipe de quatre";
    expect(say(honest, { claims, cv: `${cv}\n${more}` }).status).toBe("supported");
  });

  it.each([
    ["an age that follows from a day of birth", "J'ai 35 ans.", ["née le 14/03/1991"]],
    ["a quote of several lines", "Je suis secouriste et cariste.", ["secouriste ;\ncariste"]],
    ["what one calls oneself", "Je suis cuisinière et je vis à Graz.", ["8020 Graz, nora@post.example", "cuisinière"]],
    ["another job as a time", "Avant Morin, j'ai été cuisinière.", ["cuisinière"]],
    ["a course that one takes", "Je suis les cours du soir du CAP.", ["CAP : cours du soir"]],
    ["nothing to quote", "Je préfère le dire.", ["Anglais A2"]],
  ])("holds a sentence with %s: %s", (_, honest, quotes) => {
    const claims = [{ sentence: honest, claims: quotes.map((quote) => ({ source: "cv" as const, quote })) }];
    const more = [
      "8020 Graz, nora@post.example",
      "née le 14/03/1991",
      "cuisinière",
      "secouriste ;",
      "cariste",
      "CAP : cours du soir",
    ];
    const { status } = say(honest, { claims, cv: `${cv}\n${more.join("\n")}`, today: "2026-11-30" });
    expect(status).not.toBe("unsupported");
  });

  it("holds a sentence whose figure stands beside its quote", () => {
    const template = "Ma prétention tient compte du taux. Elle est de 62 000 francs.";
    const wish = "Ma prétention est de 62 000 francs.";
    const claims = [
      { sentence: wish, claims: [{ source: "template" as const, quote: "Ma prétention tient compte du taux" }] },
    ];
    expect(say(wish, { claims, template }).status).not.toBe("unsupported");
  });

  it("leaves a sentence unsupported that manages people where they only tell of them", () => {
    const lie = "I managed sales assistants at Boulangerie Morin.";
    const claims = [
      { sentence: lie, claims: [{ source: "cv" as const, quote: "Vendeuse, Boulangerie Morin, Rennes" }] },
    ];
    expect(say(lie, { claims, language: "en" }).status).toBe("unsupported");
  });

  it("leaves a sentence unsupported that puts the town of one job beside the employer of another", () => {
    const lie = "J'ai travaillé à la Boulangerie Morin, à Nantes.";
    const quotes = ["Vendeuse, Boulangerie Morin, Rennes", "Aide-soignante, Clinique Arvel, Nantes"];
    const claims = [{ sentence: lie, claims: quotes.map((quote) => ({ source: "cv" as const, quote })) }];
    expect(say(lie, { claims }).status).toBe("unsupported");
    expect(say(lie.replace("Nantes", "Rennes"), { claims }).status).toBe("supported");
  });

  it("leaves a sentence unsupported when it speaks of something else", () => {
    const lie = "J'ai assuré les toilettes et l'aide aux repas des résidents.";
    const claims = [{ sentence: lie, claims: [{ source: "cv" as const, quote: "Anglais A2" }] }];
    expect(say(lie, { claims }).status).toBe("unsupported");
  });
});
