export interface LetterParts {
  name: string;
  city: string;
  sector: string;
  about: string;
  cvLine: string;
  candidate: string;
  template: string;
}

interface Phrases {
  missing: (what: string) => string;
  subject: (letter: LetterParts) => string;
  greeting: string;
  opening: (letter: LetterParts) => string;
  about: (sentence: string) => string;
  cv: (line: string) => string;
  template: (sentence: string) => string;
  middle: (letter: LetterParts) => string;
  ending: (letter: LetterParts) => string;
  closing: string;
  general: (letter: Pick<LetterParts, "cvLine" | "candidate" | "template">) => string[];
}

/** The sentences the sandbox's writer joins. Everything particular comes from the prompt. */
export const phrases: Record<"fr" | "en" | "de", Phrases> = {
  fr: {
    missing: (what) => `[??? ${what} absent du prompt ???]`,
    subject: ({ name, candidate }) => `Candidature spontanée chez ${name} – ${candidate}`,
    greeting: "Madame, Monsieur,",
    opening: ({ name, city, sector }) =>
      `Je vous écris pour proposer ma candidature à ${name}, à ${city}. Votre activité${sector ? ` (${sector})` : ""} correspond à ce que je cherche, et j’aimerais y apporter mon travail.`,
    about: (sentence) =>
      `Votre site le dit ainsi : « ${sentence} ». Ces mots disent bien pourquoi je vous écris à vous plutôt qu’à d’autres.`,
    cv: (line) => `Mon parcours répond à cela ; j’y relève notamment : « ${line} ».`,
    template: (sentence) => `Comme je le dis volontiers : « ${sentence} ».`,
    middle: ({ name }) =>
      `Je suis prêt à rencontrer votre équipe, à montrer ce que je sais faire et à apprendre ce qui me manque. Une journée d’observation, un stage, un contrat court ou un poste durable : je m’adapterai à ce qui vous convient. Ce qui compte pour moi est de comprendre comment vous travaillez chez ${name}, et de vous être utile rapidement.`,
    ending: ({ city }) =>
      `Mon CV est joint à ce message. Je peux me déplacer à ${city} au jour de votre choix, et je réponds volontiers à toute question par courriel ou par téléphone. Je vous remercie du temps que vous prendrez à me lire.`,
    closing: "Je vous prie d’agréer, Madame, Monsieur, mes salutations distinguées,",
    general: ({ cvLine, template }) => [
      ...(template
        ? [template]
        : [
            "Je me permets de vous adresser ma candidature spontanée, car votre entreprise exerce un métier qui m’attire.",
          ]),
      ...(cvLine ? [`Mon parcours en témoigne : « ${cvLine} ».`] : []),
      "Je serais heureux de vous rencontrer et de vous dire de vive voix ce que je peux apporter à votre équipe.",
    ],
  },
  en: {
    missing: (what) => `[??? no ${what} in the prompt ???]`,
    subject: ({ name, candidate }) => `Speculative application to ${name} – ${candidate}`,
    greeting: "Dear Sir or Madam,",
    opening: ({ name, city, sector }) =>
      `I am writing to offer my application to ${name} in ${city}. What you do${sector ? ` (${sector})` : ""} is what I am looking for, and I would like to put my work into it.`,
    about: (sentence) =>
      `Your website puts it this way: “${sentence}”. These words say well why I write to you rather than to others.`,
    cv: (line) => `My CV says it in these words: “${line}”.`,
    template: (sentence) => `As I like to put it: “${sentence}”.`,
    middle: ({ name }) =>
      `I am ready to meet your team, to show what I can do and to learn what I still lack. A day of shadowing, an internship, a short contract or a lasting position: I will fit in with what suits you. What matters to me is to understand how you work at ${name}, and to be of use to you soon.`,
    ending: ({ city }) =>
      `My CV is attached to this message. I can come to ${city} on any day you choose, and I am glad to answer any question by e-mail or by telephone. Thank you for the time you take to read me.`,
    closing: "Yours faithfully,",
    general: ({ cvLine, template }) => [
      ...(template
        ? [template]
        : ["I would like to offer you my application, because your company does work that attracts me."]),
      ...(cvLine ? [`My background speaks for it: “${cvLine}”.`] : []),
      "I would be glad to meet you and to tell you in person what I can bring to your team.",
    ],
  },
  de: {
    missing: (what) => `[??? ${what} fehlt im Prompt ???]`,
    subject: ({ name, candidate }) => `Initiativbewerbung bei ${name} – ${candidate}`,
    greeting: "Sehr geehrte Damen und Herren,",
    opening: ({ name, city, sector }) =>
      `hiermit bewerbe ich mich initiativ bei ${name} in ${city}. Ihre Tätigkeit${sector ? ` (${sector})` : ""} entspricht dem, was ich suche, und ich möchte gern meinen Teil dazu beitragen.`,
    about: (sentence) =>
      `Auf Ihrer Website steht: „${sentence}“. Diese Worte sagen gut, warum ich gerade Ihnen schreibe und nicht anderen.`,
    cv: (line) => `Mein Werdegang passt dazu; aus meinem Lebenslauf nenne ich vor allem: „${line}“.`,
    template: (sentence) => `Wie ich es gern sage: „${sentence}“.`,
    middle: ({ name }) =>
      `Ich bin bereit, Ihr Team kennenzulernen, zu zeigen, was ich kann, und zu lernen, was mir noch fehlt. Ein Probetag, ein Praktikum, ein befristeter Vertrag oder eine feste Stelle: Ich richte mich nach dem, was Ihnen passt. Wichtig ist mir, zu verstehen, wie Sie bei ${name} arbeiten, und Ihnen bald nützlich zu sein.`,
    ending: ({ city }) =>
      `Mein Lebenslauf liegt dieser Nachricht bei. Ich kann an jedem Tag Ihrer Wahl nach ${city} kommen und beantworte gern alle Fragen per E-Mail oder am Telefon. Ich danke Ihnen für die Zeit, die Sie sich zum Lesen nehmen.`,
    closing: "Mit freundlichen Grüßen",
    general: ({ cvLine, template }) => [
      ...(template ? [template] : ["Gern bewerbe ich mich initiativ bei Ihnen, denn Ihre Arbeit spricht mich an."]),
      ...(cvLine ? [`Mein Werdegang spricht dafür: „${cvLine}“.`] : []),
      "Ich würde mich freuen, Sie kennenzulernen und Ihnen persönlich zu sagen, was ich Ihrem Team bringen kann.",
    ],
  },
};
