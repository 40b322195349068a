import type { MessageLanguage } from "../../contract/field-schemas";
import type { ReportSummary } from "../../contract/report";
import type { ReportLine, ReportState, ReportWay } from "./report";

/** The columns of the record, in order. */
export const REPORT_COLUMNS = [
  "number",
  "day",
  "company",
  "town",
  "contact",
  "kind",
  "way",
  "state",
  "answered_on",
  "recorded",
] as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** What the record says in one language, as people and job centres of its country do. */
interface ReportTexts {
  title: string;
  /** Name of the file, without its days. */
  file: string;
  span: (from: string, to: string) => string;
  madeOn: (day: string) => string;
  summary: string;
  applications: (applications: number, companies: number) => string;
  answered: (answered: number, companies: number) => string;
  list: string;
  columns: Record<ReportColumn, string>;
  kind: string;
  ways: Record<ReportWay, string>;
  states: Record<ReportState, string>;
  sentAt: (time: string) => string;
  entered: string;
  records: string;
  recordNotes: (name: string, zone: string) => string[];
  unconfirmed: (count: number) => string;
  annex: string;
  to: string;
  subject: string;
  message: string;
  colon: string;
}

const NBSP = "\u00a0";
const plural = (count: number, one: string, other: string, isOne = count === 1): string =>
  `${count}${NBSP}${isOne ? one : other}`;
/** Nought is singular in French. */
const frenchPlural = (count: number, one: string, other: string): string => plural(count, one, other, count < 2);

export const REPORT_TEXTS: Record<MessageLanguage, ReportTexts> = {
  fr: {
    title: "Justificatif de recherche d’emploi",
    file: "justificatif-recherche-emploi",
    span: (from, to) => `Période${NBSP}: du ${from} au ${to}`,
    madeOn: (day) => `Établi le ${day}`,
    summary: "En résumé",
    applications: (applications, companies) =>
      [
        frenchPlural(applications, "candidature spontanée", "candidatures spontanées"),
        `auprès de ${frenchPlural(companies, "entreprise", "entreprises")}`,
      ].join(" "),
    answered: (answered, companies) =>
      `Réponses reçues${NBSP}: ${frenchPlural(answered, "entreprise", "entreprises")} sur ${companies}`,
    list: "Candidatures",
    columns: {
      number: "N°",
      day: "Date",
      company: "Entreprise",
      town: "Ville",
      contact: "Contact",
      kind: "Nature",
      way: "Moyen",
      state: "Résultat",
      answered_on: "Réponse notée le",
      recorded: "Enregistrement",
    },
    kind: "Candidature spontanée",
    ways: { email: "E-mail", phone: "Téléphone", form: "Formulaire", careers: "Page recrutement" },
    states: {
      waiting: "En attente",
      answered: "Réponse reçue",
      interview: "Entretien",
      offer: "Proposition d’emploi",
      refused: "Refus",
      no_answer: "Sans réponse",
      bounced: "E-mail non remis",
    },
    sentAt: (time) => `Envoi Gmail à ${time}`,
    entered: "Saisie manuelle",
    records: "Comment ces informations ont été enregistrées",
    recordNotes: (name, zone) => [
      [
        `«${NBSP}Envoi Gmail${NBSP}»${NBSP}: e-mail envoyé par le service Candidature`,
        `depuis le compte Gmail de ${name}, au jour et à l’heure indiqués (fuseau ${zone}).`,
      ].join(" "),
      `«${NBSP}Saisie manuelle${NBSP}»${NBSP}: démarche faite par ${name} et notée dans Candidature au jour indiqué.`,
      [
        `Les résultats sont ceux que ${name} a notés ou confirmés.`,
        `«${NBSP}En attente${NBSP}»${NBSP}: aucune réponse n’a été notée.`,
      ].join(" "),
      `Ce document reprend ce que ${name} a enregistré dans Candidature. Aucun tiers ne l’a certifié.`,
    ],
    unconfirmed: (count) =>
      [
        frenchPlural(count, "e-mail dont l’envoi", "e-mails dont l’envoi"),
        `n’a pas été confirmé ${count < 2 ? "ne figure" : "ne figurent"} pas dans cette liste.`,
      ].join(" "),
    annex: `Annexe${NBSP}: messages envoyés`,
    to: "À",
    subject: "Objet",
    message: "Message",
    colon: `${NBSP}: `,
  },
  en: {
    title: "Record of job applications",
    file: "record-of-job-applications",
    span: (from, to) => `Period: ${from} to ${to}`,
    madeOn: (day) => `Drawn up on ${day}`,
    summary: "Summary",
    applications: (applications, companies) =>
      [
        plural(applications, "speculative application", "speculative applications"),
        `to ${plural(companies, "company", "companies")}`,
      ].join(" "),
    answered: (answered, companies) => `Replies: ${answered} of ${plural(companies, "company", "companies")}`,
    list: "Applications",
    columns: {
      number: "No.",
      day: "Date",
      company: "Company",
      town: "Town",
      contact: "Contact",
      kind: "Type",
      way: "Method",
      state: "Outcome",
      answered_on: "Reply noted on",
      recorded: "Recorded",
    },
    kind: "Speculative application",
    ways: { email: "Email", phone: "Telephone", form: "Web form", careers: "Careers page" },
    states: {
      waiting: "Waiting",
      answered: "Reply received",
      interview: "Interview",
      offer: "Job offer",
      refused: "Rejected",
      no_answer: "No reply",
      bounced: "Email returned",
    },
    sentAt: (time) => `Sent by Gmail at ${time}`,
    entered: "Entered by hand",
    records: "How this was recorded",
    recordNotes: (name, zone) => [
      [
        `“Sent by Gmail”: an email sent by the service Candidature from the Gmail account of ${name},`,
        `on the day and at the time shown (time zone ${zone}).`,
      ].join(" "),
      `“Entered by hand”: done by ${name} and noted in Candidature on the day shown.`,
      `The outcomes are those that ${name} has noted or confirmed. “Waiting”: no reply has been noted.`,
      `This document shows what ${name} has recorded in Candidature. No third party has certified it.`,
    ],
    unconfirmed: (count) => `${plural(count, "email is", "emails are")} not listed: sending was not confirmed.`,
    annex: "Annex: messages sent",
    to: "To",
    subject: "Subject",
    message: "Message",
    colon: ": ",
  },
  de: {
    title: "Bewerbungsnachweis",
    file: "bewerbungsnachweis",
    span: (from, to) => `Nachweis der Eigenbemühungen vom ${from} bis ${to}`,
    madeOn: (day) => `Erstellt am ${day}`,
    summary: "Zusammenfassung",
    applications: (applications, companies) =>
      `${plural(applications, "Initiativbewerbung", "Initiativbewerbungen")} bei ${companies}${NBSP}Unternehmen`,
    answered: (answered, companies) => `Antworten: ${answered} von ${companies}${NBSP}Unternehmen`,
    list: "Bewerbungen",
    columns: {
      number: "Nr.",
      day: "Datum",
      company: "Unternehmen",
      town: "Ort",
      contact: "Kontakt",
      kind: "Art",
      way: "Weg",
      state: "Ergebnis",
      answered_on: "Antwort eingetragen am",
      recorded: "Erfassung",
    },
    kind: "Initiativbewerbung",
    ways: { email: "E-Mail", phone: "Telefon", form: "Formular", careers: "Karriereseite" },
    states: {
      waiting: "Noch keine Antwort",
      answered: "Antwort erhalten",
      interview: "Einladung zum Gespräch",
      offer: "Stellenangebot",
      refused: "Absage",
      no_answer: "Keine Antwort",
      bounced: "E-Mail unzustellbar",
    },
    sentAt: (time) => `Gmail-Versand, ${time}${NBSP}Uhr`,
    entered: "Selbst eingetragen",
    records: "So wurden diese Angaben erfasst",
    recordNotes: (name, zone) => [
      [
        `„Gmail-Versand“: E-Mail, die der Dienst Candidature über das Gmail-Konto von ${name}`,
        `am angegebenen Tag zur angegebenen Uhrzeit gesendet hat (Zeitzone ${zone}).`,
      ].join(" "),
      `„Selbst eingetragen“: Bewerbung von ${name}, am angegebenen Tag selbst in Candidature eingetragen.`,
      `Die Ergebnisse hat ${name} eingetragen oder bestätigt. „Noch keine Antwort“: Es ist keine Antwort eingetragen.`,
      `Dieses Dokument gibt wieder, was ${name} in Candidature erfasst hat. Es wurde nicht von Dritten bestätigt.`,
    ],
    unconfirmed: (count) =>
      `${plural(count, "E-Mail ist", "E-Mails sind")} nicht aufgeführt, weil der Versand nicht bestätigt wurde.`,
    annex: "Anlage: gesendete Anschreiben",
    to: "An",
    subject: "Betreff",
    message: "Anschreiben",
    colon: ": ",
  },
};

const LOCALES: Record<MessageLanguage, string> = { fr: "fr-FR", en: "en-GB", de: "de-DE" };
const longDays = new Map<MessageLanguage, Intl.DateTimeFormat>();

/** "24 novembre 2026". @param day YYYY-MM-DD */
export function formatLongDay(language: MessageLanguage, day: string): string {
  const format =
    longDays.get(language) ?? new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" });
  longDays.set(language, format);
  const text = format.format(new Date(day));
  return language === "fr" ? text.replace(/^1 /u, "1er ") : text;
}

/** "24/11/2026", in German "24.11.2026", which spreadsheets of the language take for a date. */
export const formatShortDay = (language: MessageLanguage, day: string): string =>
  day
    .split("-")
    .toReversed()
    .join(language === "de" ? "." : "/");

/** "E-mail : 12 · Téléphone : 3": the ways that were taken. */
export const formatWays = (language: MessageLanguage, { ways }: ReportSummary): string =>
  (["email", "phone", "form", "careers"] as const)
    .filter((way) => ways[way] > 0)
    .map((way) => `${REPORT_TEXTS[language].ways[way]}${REPORT_TEXTS[language].colon}${ways[way]}`)
    .join(" · ");

/** What a line says in each column; a column with nothing to say is empty. */
export function toCells(line: ReportLine, number: number, language: MessageLanguage): Record<ReportColumn, string> {
  const texts = REPORT_TEXTS[language];
  return {
    number: String(number),
    day: formatShortDay(language, line.day),
    company: line.company,
    town: line.town,
    contact: line.contact,
    kind: texts.kind,
    way: texts.ways[line.way],
    state: texts.states[line.state],
    answered_on: line.answeredOn === null ? "" : formatShortDay(language, line.answeredOn),
    recorded: line.way === "email" ? texts.sentAt(line.time) : texts.entered,
  };
}

/** The name of the file, ASCII. */
export const toReportFileName = (language: MessageLanguage, from: string, to: string, type: "pdf" | "csv"): string =>
  `${REPORT_TEXTS[language].file}-${from}-${to}.${type}`;
