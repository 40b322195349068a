import type { Language } from "../osm/cities";
import { escapeHtml } from "../pages/html";
import type { Site } from "./site";

type PageName = "home" | "about" | "contact" | "jobs" | "legal";

export const pageNames: readonly PageName[] = ["home", "about", "contact", "jobs", "legal"];

/** What a shape adds to each page, as markup; `foot` stands on all of them. */
export type PageParts = Partial<Record<PageName | "head" | "foot", string>>;

interface SiteTexts {
  paths: Record<PageName, string>;
  labels: Record<PageName, string>;
  telephone: string;
  mail: string;
  jobs: string;
  legal: string;
  at: string;
  dot: string;
  mailbox: { contact: string; jobs: string; privacy: string };
  about: (site: Site) => string[];
}

const siteTexts: Record<Language, SiteTexts> = {
  fr: {
    paths: { home: "/", about: "/a-propos", contact: "/contact", jobs: "/recrutement", legal: "/mentions-legales" },
    labels: { home: "Accueil", about: "À propos", contact: "Contact", jobs: "Recrutement", legal: "Mentions légales" },
    telephone: "Tél.",
    mail: "Courriel",
    jobs: "Nous recevons volontiers des candidatures toute l’année.",
    legal: "Éditeur du site et responsable de la publication.",
    at: "arobase",
    dot: "point",
    mailbox: { contact: "contact", jobs: "rh", privacy: "dpo" },
    about: ({ name, city, seed }) => [
      `${name} travaille à ${city.name} depuis ${String(1960 + (seed % 60))}, avec une équipe de ${String(3 + (seed % 40))} personnes.`,
      [
        "Nous soignons chaque demande comme si c’était la première.",
        "Nos clients sont des voisins, et nous tenons à ce qu’ils reviennent.",
        "Nous formons un apprenti chaque année et le gardons quand nous le pouvons.",
      ][seed % 3] ?? "",
    ],
  },
  en: {
    paths: { home: "/", about: "/about", contact: "/contact-us", jobs: "/careers", legal: "/legal" },
    labels: { home: "Home", about: "About us", contact: "Contact us", jobs: "Careers", legal: "Legal notice" },
    telephone: "Phone",
    mail: "Email",
    jobs: "We are glad to hear from people who would like to work with us.",
    legal: "Registered office and company details.",
    at: "at",
    dot: "dot",
    mailbox: { contact: "info", jobs: "careers", privacy: "privacy" },
    about: ({ name, city, seed }) => [
      `${name} has been at work in ${city.name} since ${String(1960 + (seed % 60))}, with a team of ${String(3 + (seed % 40))} people.`,
      [
        "We treat every request as if it were the first.",
        "Our customers are neighbours, and we like them to come back.",
        "We train an apprentice every year and keep them when we can.",
      ][seed % 3] ?? "",
    ],
  },
  de: {
    paths: { home: "/", about: "/ueber-uns", contact: "/kontakt", jobs: "/karriere", legal: "/impressum" },
    labels: { home: "Startseite", about: "Über uns", contact: "Kontakt", jobs: "Karriere", legal: "Impressum" },
    telephone: "Telefon",
    mail: "E-Mail",
    jobs: "Über Bewerbungen freuen wir uns das ganze Jahr.",
    legal: "Angaben gemäß § 5 DDG.",
    at: "at",
    dot: "punkt",
    mailbox: { contact: "info", jobs: "bewerbung", privacy: "datenschutz" },
    about: ({ name, city, seed }) => [
      `${name} arbeitet seit ${String(1960 + (seed % 60))} in ${city.name}, mit einem Team von ${String(3 + (seed % 40))} Menschen.`,
      [
        "Wir nehmen jede Anfrage so ernst wie die erste.",
        "Unsere Kunden sind Nachbarn, und wir freuen uns, wenn sie wiederkommen.",
        "Wir bilden jedes Jahr aus und übernehmen, wen wir können.",
      ][seed % 3] ?? "",
    ],
  },
};

export const getTexts = (site: Site): SiteTexts => siteTexts[site.language];

/** The site's mailbox for contact, jobs or privacy, in its language's custom. */
export const toMailbox = (site: Site, kind: keyof SiteTexts["mailbox"] = "contact"): string =>
  site.at(getTexts(site).mailbox[kind]);

export const mailtoLink = (address: string): string => `<a href="mailto:${address}">${address}</a>`;

/** A whole document around a body, with the site's title, description and language. */
export function renderDocument(
  site: Site,
  body: string,
  options: { head?: string; title?: string; charset?: string } = {},
): string {
  const title = escapeHtml(options.title ?? `${site.name} – ${site.city.name}`);
  const description = escapeHtml(getTexts(site).about(site)[0] ?? "");
  return `<!doctype html>
<html lang="${site.language}"><head><meta charset="${options.charset ?? "utf-8"}"><title>${title}</title>
<meta name="description" content="${description}">${options.head ?? ""}</head>
<body>${body}</body></html>`;
}

export function renderNavigation(site: Site): string {
  const { paths, labels } = getTexts(site);
  return `<nav>${pageNames.map((name) => `<a href="${paths[name]}">${labels[name]}</a>`).join(" ")}</nav>`;
}

/** The site's postal address and telephone, as its contact page shows them. */
export function renderVisitingCard(site: Site): string {
  const { telephone } = getTexts(site);
  const { shown, e164 } = site.phone;
  return `<address>${escapeHtml(site.name)}<br>${site.street}<br>${site.city.name}<br>${telephone} <a href="tel:${e164}">${shown}</a></address>`;
}

/** One of the five usual pages, what the shape adds put in its place. */
export function renderPage(site: Site, name: PageName, parts: PageParts): string {
  const { labels, about, jobs, legal } = getTexts(site);
  const sentences = about(site).map((each) => `<p>${escapeHtml(each)}</p>`);
  const own: Record<PageName, string> = {
    home: sentences.join(""),
    about: sentences.join(""),
    contact: renderVisitingCard(site),
    jobs: `<p>${jobs}</p>`,
    legal: `<p>${legal}</p><p>${escapeHtml(site.name)}, ${site.street}, ${site.city.name}</p>`,
  };
  const heading = name === "home" ? escapeHtml(site.name) : labels[name];
  const body = `<header>${renderNavigation(site)}</header><main><h1>${heading}</h1>${own[name]}${parts[name] ?? ""}</main><footer><p>© ${escapeHtml(site.name)}</p>${parts.foot ?? ""}</footer>`;
  return renderDocument(site, body, { head: parts.head ?? "" });
}
