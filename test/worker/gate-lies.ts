import type { Reason } from "../../worker/messages/gate/case.ts";
import { bare, crossed, crossing, english, french, german, type Honest, translated } from "./gate-letters.ts";

/** A letter with one lie in it, and what the gate must say to that. */
export interface Lie {
  says: string;
  letter: Honest;
  code: Reason;
}

/** Changes words of a letter. @throws when they are not there: the lie would be none */
function change(letter: Honest, from: string, to: string): Honest {
  const part = letter.text.includes(from) ? "text" : "subject";
  if (!letter[part].includes(from)) throw new Error(`"${from}" is not in the letter`);
  return { ...letter, [part]: letter[part].replace(from, to) };
}

const lie = (says: string, code: Reason, letter: Honest, from: string, to: string): Lie => ({
  says,
  code,
  letter: change(letter, from, to),
});

/** Adds a sentence before the last paragraphs. */
const add = (says: string, code: Reason, letter: Honest, sentence: string): Lie => {
  const parts = letter.text.split("\n\n");
  return { says, code, letter: { ...letter, text: [...parts.slice(0, 3), sentence, ...parts.slice(3)].join("\n\n") } };
};

const figures = [
  lie("years of experience nobody gave", "unknown_figure", french, "depuis six ans", "depuis dix ans"),
  lie("a percentage made larger", "unknown_figure", french, "de 30 %", "de 45 %"),
  lie("a count made larger", "unknown_figure", english, "fourteen regional managers", "forty regional managers"),
  lie("an amount made larger", "unknown_figure", english, "£45,000", "£54,000"),
  lie(
    "years added up",
    "unknown_figure",
    english,
    "three years of experience with energy data",
    "six years of experience with data",
  ),
  lie("a year moved", "unknown_figure", german, "Seit September 2019", "Seit September 2017"),
  lie(
    "a number of installations in words",
    "unknown_figure",
    german,
    "über 80 Photovoltaikanlagen",
    "zweihundert Photovoltaikanlagen",
  ),
  lie("a better mark", "unknown_figure", german, "der Note 1,8", "der Note 1,2"),
  lie("a length of training worked out", "unknown_figure", translated, "Seit sechs Jahren", "Seit zwölf Jahren"),
  lie("the company's years as one's own", "unknown_figure", french, "depuis six ans", "forte de 1978 jours"),
  lie("a month moved", "unknown_figure", german, "Seit September 2019", "Seit Januar 2019"),
  lie(
    "the company's staff as one's own team",
    "unknown_figure",
    translated,
    "Ich war für Bestellungen",
    "Ich habe 8 Mitarbeitende geführt und war für Bestellungen",
  ),
  lie("an age nobody gave", "unknown_figure", bare, "19 ans", "22 ans"),
  lie(
    "clients turned into a team",
    "unknown_figure",
    french,
    "conseillé environ 150 clients par jour",
    "encadré 150 collaborateurs",
  ),
  add("a salary wished for that nobody named", "unknown_figure", english, "My salary expectation is £52,000 a year."),
];

const skills = [
  lie("a program not in the CV", "unknown_skill", english, "in Python and SQL", "in Python, SQL and Tableau"),
  lie(
    "a program in place of another",
    "unknown_skill",
    german,
    "Am liebsten arbeite ich",
    "EPLAN beherrsche ich sicher. Am liebsten arbeite ich",
  ),
  lie(
    "a licence one does not hold",
    "unknown_skill",
    german,
    "Führerschein der Klasse B",
    "Führerschein der Klassen B und einen Staplerschein",
  ),
  lie("a certificate", "unknown_skill", english, "My French is", "I am a certified Scrum Master. My French is"),
  lie(
    "a field of work",
    "unknown_skill",
    french,
    "j'ai appris la vente et l'écoute",
    "j'ai appris la comptabilité et la paie",
  ),
  lie(
    "machine learning for a reporting job",
    "unknown_skill",
    english,
    "I also showed",
    "I also built deep learning models in TensorFlow and showed",
  ),
  lie(
    "first aid",
    "unknown_skill",
    french,
    "j'ai un niveau B2",
    "je suis sauveteuse secouriste du travail et j'ai un niveau B2",
  ),
  lie(
    "a team led",
    "unknown_skill",
    english,
    "I also showed five colleagues",
    "I also managed a team and showed five colleagues",
  ),
  lie(
    "a skill across languages",
    "unknown_skill",
    crossing,
    "Je connais aussi DIALux",
    "Je connais aussi AutoCAD, DIALux",
  ),
  lie(
    "a truck licence across languages",
    "unknown_skill",
    crossing,
    "j'ai le permis B",
    "j'ai les permis B et poids lourd",
  ),
  lie(
    "what one would not have learnt alone",
    "unknown_skill",
    bare,
    "J'aime les fleurs depuis toujours",
    "J'ai déjà une expérience en comptabilité et j'aime les fleurs depuis toujours",
  ),
];

const papers = [
  lie(
    "a higher diploma",
    "unknown_diploma",
    french,
    "Titulaire du BP de préparateur",
    "Titulaire d'un doctorat et du BP de préparateur",
  ),
  lie("a bachelor made a master", "unknown_diploma", english, "a BSc in Mathematics", "an MSc in Mathematics"),
  lie(
    "a master craftsman's title",
    "unknown_diploma",
    german,
    "Ausbildung abgeschlossen",
    "Ausbildung und später die Meisterprüfung abgeschlossen",
  ),
  lie("a degree nobody took", "unknown_diploma", bare, "Je suis ponctuelle", "J'ai un BTS, je suis ponctuelle"),
  lie(
    "a licence made a master, translated",
    "unknown_diploma",
    crossed,
    "d'une licence de mathématiques",
    "d'un master de mathématiques",
  ),
  lie(
    "a first where there was none",
    "unknown_diploma",
    english,
    "University of Sheffield, and",
    "University of Sheffield, with first class honours, and",
  ),
  lie("another university", "unknown_name", english, "University of Sheffield", "University of Cambridge"),
  lie(
    "a school of renown",
    "unknown_name",
    french,
    "Titulaire du BP",
    "Diplômée de Polytechnique Lausanne et titulaire du BP",
  ),
  lie("another employer", "unknown_name", english, "Northgate Energy", "British Gas"),
  lie(
    "an employer more",
    "unknown_name",
    french,
    "Auparavant, chez Parashop",
    "Auparavant, chez Sanofi puis chez Parashop",
  ),
  lie(
    "an employer in German",
    "unknown_name",
    german,
    "Zuvor habe ich bei Haustechnik Maier",
    "Zuvor habe ich bei Siemens und bei Haustechnik Maier",
  ),
  lie("a small employer in German", "unknown_name", german, "der Elektro Vogt GmbH", "der Elektro Brandstetter GmbH"),
  lie("a town nobody named", "unknown_name", english, "in York", "in Manchester"),
  lie("a town in German", "unknown_name", german, "in Esslingen", "in München"),
  lie("the company itself as a former employer", "unknown_name", french, "chez Parashop", "chez Lilas"),
  lie("a senior title", "unknown_title", english, "as a junior analyst", "as a senior analyst"),
  lie("a head's title", "unknown_title", french, "j'ai délivré", "j'étais responsable de service et j'ai délivré"),
  lie("a foreman's title", "unknown_title", german, "beschäftigt", "als Teamleiter beschäftigt"),
  lie("an award", "unknown_title", english, "I also showed", "I was employee of the year and showed"),
  lie("another trade", "unknown_title", french, "Je suis disponible", "Je suis avocate et disponible"),
];

const languages = [
  lie("a level up", "language_level", french, "un niveau B2 en anglais", "un niveau C1 en anglais"),
  lie("a mother tongue more", "language_level", english, "My French is at level B1", "I am bilingual in French"),
  lie(
    "a language more",
    "language_level",
    english,
    "My French is at level B1",
    "My French is at level B1 and I speak Spanish",
  ),
  lie("basic knowledge made fluent", "language_level", crossing, "des notions d'anglais", "un anglais courant"),
  lie(
    "fluency in German",
    "language_level",
    translated,
    "mein Englisch liegt auf dem Niveau B2",
    "mein Englisch ist verhandlungssicher",
  ),
  lie(
    "a level nobody gave",
    "language_level",
    german,
    "Einen Führerschein",
    "Englisch spreche ich fließend. Einen Führerschein",
  ),
];

const moved = [
  lie(
    "an achievement told of the job before",
    "moved_fact",
    english,
    "I reported on the sales of 60 stores",
    "I rebuilt the churn model, whose error fell from 12 to 7 per cent, reported on the sales of 60 stores",
  ),
  lie(
    "the clients of one shop told of the other",
    "moved_fact",
    french,
    "chez Parashop, à Rennes, j'ai appris la vente et l'écoute",
    "chez Parashop, j'ai conseillé 150 clients par jour",
  ),
  lie(
    "houses of one employer told of the other",
    "moved_fact",
    german,
    "Dort habe ich über 80",
    "Bei der Elektro Vogt GmbH habe ich 25 Einfamilienhäuser ausgestattet und über 80",
  ),
];

const companies = [
  lie(
    "another of the user's companies",
    "other_company",
    french,
    "rejoindre la Pharmacie des Lilas",
    "rejoindre Santé Plus",
  ),
  lie(
    "a company with a plain word for a name",
    "other_company",
    english,
    "I would like to work at Avon Water because",
    "I would like to work at Next, as at Avon Water, because",
  ),
  lie(
    "another company beside the right one",
    "other_company",
    german,
    "bei Solarwerk Neckar mitarbeiten",
    "bei Solarwerk Neckar oder bei Elektro Bauer mitarbeiten",
  ),
  lie("no company at all", "company_missing", french, "la Pharmacie des Lilas, à Angers", "votre officine, à Angers"),
  lie("a company nobody knows", "company_missing", english, "work at Avon Water", "work at Thames Hydro"),
  lie(
    "another company in the subject",
    "other_company",
    german,
    "Initiativbewerbung als",
    "Initiativbewerbung bei Elektro Bauer als",
  ),
];

const strange = [
  lie("a placeholder in brackets", "placeholder", french, "Madame, Monsieur,", "Madame, Monsieur [Nom],"),
  lie("a placeholder in braces", "placeholder", english, "Avon Water because", "Avon Water ({{company}}) because"),
  lie("a row of X", "placeholder", german, "Jonas Keller", "XXXX"),
  add("a link", "foreign_contact", english, "My work is at https://owen-data.example/portfolio."),
  add(
    "an address that is not one's own",
    "foreign_contact",
    french,
    "Répondez-moi à nora@jobs-vite.example, s'il vous plaît.",
  ),
  lie("another telephone number", "foreign_contact", french, "06 12 00 45 78", "06 99 88 77 66"),
  add("an account", "foreign_contact", german, "Bitte überweisen Sie die Fahrtkosten auf DE02 1203 0000 0000 2020 51."),
  add("a link spelt out", "foreign_contact", english, "You can see more on owen-data dot com."),
  add("an address spelt out", "foreign_contact", german, "Schreiben Sie an jobs (at) solar-bonus (punkt) de."),
  add("a link with spaces", "foreign_contact", french, "Voir n o r a - b o n u s . c o m pour la suite."),
  add("another network's account", "foreign_contact", english, "Message me on Telegram, @owen_jobs."),
  add("a link in full-width letters", "hidden_characters", english, "See ｏｗｅｎ．ｃｏｍ for more."),
  lie("a letter of another script", "hidden_characters", english, "Yours faithfully", "Yоurs faithfully"),
  lie("a sign nobody sees", "hidden_characters", french, "Votre officine", "Votre\u200b officine"),
  add("bold marks", "markup", english, "I bring **plain answers**."),
  add("a tag", "markup", german, "<b>Ich freue mich.</b>"),
  add("a model that speaks", "machine_talk", english, "As an AI language model, I cannot have worked there myself."),
  lie(
    "a preamble",
    "machine_talk",
    french,
    "Madame, Monsieur,",
    "Voici la lettre de motivation demandée :\n\nMadame, Monsieur,",
  ),
  add("a note to the user", "machine_talk", german, "Hinweis: Die Angaben stammen aus dem Lebenslauf."),
  add("a refusal", "machine_talk", french, "Je suis désolé, mais je ne peux pas rédiger cette lettre."),
  add("a confession", "against_candidate", english, "I must admit that I was fired from my last job."),
  add("work for nothing", "against_candidate", german, "Gern arbeite ich die ersten Monate ohne Gehalt."),
  add("an insult", "against_candidate", french, "Vos produits sont de la merde."),
  add(
    "a paragraph in another language",
    "wrong_language",
    english,
    "Je vous remercie de votre attention et je me tiens à votre disposition pour un entretien dans vos locaux.",
  ),
  lie(
    "a subject in another language",
    "wrong_language",
    german,
    "Initiativbewerbung als Elektroniker",
    "Speculative application for the post of electrician",
  ),
];

export const lies: Lie[] = [...figures, ...skills, ...papers, ...languages, ...moved, ...companies, ...strange];
