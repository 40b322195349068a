import { documentOf, mailbox, mailto, visitingCard } from "../markup";
import { siteOf, withShape, type Site } from "../site";
import { htmlPage, nothing, oneAddress, redirect, type Page, type Shape } from "./shape";

/** An address of nobody the site's reader should write to. */
const STRANGER = "jobs@stranger-harvest.example";

const userPage = (site: Site): Page =>
  htmlPage(documentOf(site, `<h1>${site.name}</h1><p>Jobs: ${mailto(STRANGER)}</p><p>Tel. +33 1 99 00 66 66</p>`));

/**
 * Sites that send their reader to others, and sites on which anybody can write. Only the first stands in the directory: the others
 * are met by an entry that a test makes up.
 * @param placeOf where a shape stands in the table
 */
export function movingShapes(placeOf: (id: string) => number): Shape[] {
  const twin = (site: Site, id: string): Site => {
    const other = siteOf(withShape(site.domain, placeOf(id)));
    if (!other) throw new Error(`no twin of ${site.domain}`);
    return other;
  };
  const platform = ({ city }: Site): string =>
    `plateforme-${city.slug}-${placeOf("platform").toString(36).padStart(2, "0")}000.example`;
  const atRoot =
    (answer: (site: Site) => Page) =>
    (site: Site, url: URL): Page | undefined =>
      url.pathname === "/" ? answer(site) : undefined;
  return [
    {
      // The whole site, robots.txt and all, has a new name.
      id: "moved",
      emails: (site) => [mailbox(twin(site, "mailto-contact"))],
      phones: (site) => [twin(site, "mailto-contact").phone.e164],
      answer: (site, url) => redirect(`https://${twin(site, "mailto-contact").domain}${url.pathname}`),
      rare: true,
    },
    {
      id: "community",
      unlisted: true,
      emails: oneAddress,
      parts: (site) => ({ contact: mailto(mailbox(site)) }),
      answer: (site, url) => {
        if (url.pathname === "/robots.txt") return undefined;
        if (url.pathname === "/go") return redirect(url.searchParams.get("u") ?? "/", 302);
        return url.pathname.startsWith("/users/") ||
          (url.hostname !== site.domain && url.hostname !== `www.${site.domain}`)
          ? userPage(site)
          : undefined;
      },
    },
    { id: "stranger", unlisted: true, emails: nothing, answer: atRoot(userPage) },
    {
      id: "moved-to-forbidden",
      unlisted: true,
      emails: nothing,
      phones: nothing,
      answer: atRoot((site) => redirect(`https://${twin(site, "robots-forbid-all").domain}/`)),
    },
    {
      id: "robots-moved-to-page",
      unlisted: true,
      emails: oneAddress,
      parts: (site) => ({ home: mailto(mailbox(site)) }),
      answer: (site, url) =>
        url.pathname === "/robots.txt" ? redirect(`https://${twin(site, "robots-forbid-all").domain}/`) : undefined,
    },
    {
      id: "moved-to-platform",
      unlisted: true,
      emails: (site) => [mailbox(site)],
      answer: (site, url) =>
        url.pathname === "/robots.txt" ? undefined : redirect(`https://${platform(site)}/shops/${site.domain}`, 302),
    },
    {
      // Shows each shop's address below its own.
      id: "platform",
      unlisted: true,
      emails: oneAddress,
      answer: (site, url) => {
        const shop = siteOf(url.pathname.replace(/^\/shops\//, ""));
        return (
          shop &&
          htmlPage(
            documentOf(
              site,
              `<h1>${shop.name}</h1><p>${mailto(mailbox(site))}</p><h2>Contact</h2>${visitingCard(shop)}<p>${mailto(mailbox(shop))}</p>`,
            ),
          )
        );
      },
    },
    {
      id: "contact-leads-away",
      unlisted: true,
      emails: oneAddress,
      parts: (site) => ({ legal: mailto(mailbox(site)) }),
      answer: (site, url) =>
        /^\/(?:contact|contact-us|kontakt)$/.test(url.pathname)
          ? redirect(`https://${twin(site, "stranger").domain}/`, 302)
          : undefined,
    },
  ];
}
