import siteTexts from "../../data/sandbox/site-texts.json" with { type: "json" };
import { escapeHtml } from "../pages/html";
import type { Site } from "./site";

type PageName = "home" | "about" | "contact" | "jobs" | "legal";

export const pageNames: readonly PageName[] = ["home", "about", "contact", "jobs", "legal"];

/** Markup that a shape adds to each page; `foot` is on all of them. */
export type PageParts = Partial<Record<PageName | "head" | "foot", string>>;

/** Names of pages and mailboxes, and sentences, in the site's language. */
export const getTexts = (site: Site) => siteTexts[site.language];

/** What the site says of its firm; the numbers and the habit come from its seed. */
function describeFirm(site: Site): string[] {
  const values: Record<string, string> = {
    name: site.name,
    city: site.city.name,
    year: String(1960 + (site.seed % 60)),
    people: String(3 + (site.seed % 40)),
  };
  const { about, habits } = getTexts(site);
  return [about.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ""), habits[site.seed % habits.length] ?? ""];
}

/** The site's mailbox for contact, jobs or privacy, as usual in its language. */
export const toMailbox = (site: Site, kind: "contact" | "jobs" | "privacy" = "contact"): string =>
  site.at(getTexts(site).mailbox[kind]);

export const mailtoLink = (address: string): string => `<a href="mailto:${address}">${address}</a>`;

/** A whole document around a body, with the site's title, description and language. */
export function renderDocument(
  site: Site,
  body: string,
  options: { head?: string; title?: string; charset?: string } = {},
): string {
  const title = escapeHtml(options.title ?? `${site.name} – ${site.city.name}`);
  const description = escapeHtml(describeFirm(site)[0] ?? "");
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
  return (
    `<address>${escapeHtml(site.name)}<br>${site.street}<br>${site.city.name}<br>${telephone} ` +
    `<a href="tel:${e164}">${shown}</a></address>`
  );
}

/** One of the five usual pages, with the additions of the shape. */
export function renderPage(site: Site, name: PageName, parts: PageParts): string {
  const { labels, jobs, legal } = getTexts(site);
  const sentences = describeFirm(site).map((each) => `<p>${escapeHtml(each)}</p>`);
  const own: Record<PageName, string> = {
    home: sentences.join(""),
    about: sentences.join(""),
    contact: renderVisitingCard(site),
    jobs: `<p>${jobs}</p>`,
    legal: `<p>${legal}</p><p>${escapeHtml(site.name)}, ${site.street}, ${site.city.name}</p>`,
  };
  const heading = name === "home" ? escapeHtml(site.name) : labels[name];
  const body =
    `<header>${renderNavigation(site)}</header><main>` +
    `<h1>${heading}</h1>${own[name]}${parts[name] ?? ""}</main><footer>` +
    `<p>© ${escapeHtml(site.name)}</p>${parts.foot ?? ""}</footer>`;
  return renderDocument(site, body, { head: parts.head ?? "" });
}
