import { renderDocument, toMailbox, mailtoLink, renderVisitingCard } from "../page-markup";
import { parseSite, replaceShape, type Site } from "../site";
import { htmlPage, listNone, listContactEmail, redirectPage, type SiteAnswer, type Shape } from "./shape";

/** A third party's address, which no company may get. */
const THIRD_PARTY_EMAIL = "jobs@stranger-harvest.example";

const renderUserPage = (site: Site): SiteAnswer =>
  htmlPage(
    renderDocument(
      site,
      `<h1>${site.name}</h1><p>Jobs: ${mailtoLink(THIRD_PARTY_EMAIL)}</p><p>Tel. +33 1 99 00 66 66</p>`,
    ),
  );

/**
 * Sites that redirect to others, and sites with pages by their users. Only the first is in the directory; tests add
 * entries for the others.
 * @param placeOf index of a shape in the table
 */
export function createRedirectingShapes(placeOf: (id: string) => number): Shape[] {
  const toTwin = (site: Site, id: string): Site => {
    const other = parseSite(replaceShape(site.domain, placeOf(id)));
    if (!other) throw new Error(`no twin of ${site.domain}`);
    return other;
  };
  const platformHost = ({ city }: Site): string =>
    `plateforme-${city.slug}-${placeOf("platform").toString(36).padStart(2, "0")}000.example`;
  const answerAtRoot =
    (answer: (site: Site) => SiteAnswer) =>
    (site: Site, url: URL): SiteAnswer | undefined =>
      url.pathname === "/" ? answer(site) : undefined;
  return [
    {
      // The whole site, robots.txt included, has a new domain.
      id: "moved",
      emails: (site) => [toMailbox(toTwin(site, "mailto-contact"))],
      phones: (site) => [toTwin(site, "mailto-contact").phone.e164],
      answer: (site, url) => redirectPage(`https://${toTwin(site, "mailto-contact").domain}${url.pathname}`),
      rare: true,
    },
    {
      id: "community",
      unlisted: true,
      emails: listContactEmail,
      parts: (site) => ({ contact: mailtoLink(toMailbox(site)) }),
      answer: (site, url) => {
        if (url.pathname === "/robots.txt") return undefined;
        if (url.pathname === "/go") return redirectPage(url.searchParams.get("u") ?? "/", 302);
        return url.pathname.startsWith("/users/") ||
          (url.hostname !== site.domain && url.hostname !== `www.${site.domain}`)
          ? renderUserPage(site)
          : undefined;
      },
    },
    { id: "stranger", unlisted: true, emails: listNone, answer: answerAtRoot(renderUserPage) },
    {
      id: "moved-to-forbidden",
      unlisted: true,
      emails: listNone,
      phones: listNone,
      answer: answerAtRoot((site) => redirectPage(`https://${toTwin(site, "robots-forbid-all").domain}/`)),
    },
    {
      id: "robots-moved-to-page",
      unlisted: true,
      emails: listContactEmail,
      parts: (site) => ({ home: mailtoLink(toMailbox(site)) }),
      answer: (site, url) =>
        url.pathname === "/robots.txt"
          ? redirectPage(`https://${toTwin(site, "robots-forbid-all").domain}/`)
          : undefined,
    },
    {
      id: "moved-to-platform",
      unlisted: true,
      emails: (site) => [toMailbox(site)],
      answer: (site, url) =>
        url.pathname === "/robots.txt"
          ? undefined
          : redirectPage(`https://${platformHost(site)}/shops/${site.domain}`, 302),
    },
    {
      // Shows each shop's address below its own.
      id: "platform",
      unlisted: true,
      emails: listContactEmail,
      answer: (site, url) => {
        const shop = parseSite(url.pathname.replace(/^\/shops\//, ""));
        return (
          shop &&
          htmlPage(
            renderDocument(
              site,
              `<h1>${shop.name}</h1><p>${mailtoLink(toMailbox(site))}</p>` +
                `<h2>Contact</h2>${renderVisitingCard(shop)}<p>${mailtoLink(toMailbox(shop))}</p>`,
            ),
          )
        );
      },
    },
    {
      id: "contact-leads-away",
      unlisted: true,
      emails: listContactEmail,
      parts: (site) => ({ legal: mailtoLink(toMailbox(site)) }),
      answer: (site, url) =>
        /^\/(?:contact|contact-us|kontakt)$/.test(url.pathname)
          ? redirectPage(`https://${toTwin(site, "stranger").domain}/`, 302)
          : undefined,
    },
  ];
}
