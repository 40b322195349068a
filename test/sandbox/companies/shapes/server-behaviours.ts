import { escapeHtml } from "../../pages/html";
import {
  renderDocument,
  toMailbox,
  mailtoLink,
  renderNavigation,
  renderPage,
  getTexts,
  type PageParts,
} from "../page-markup";
import type { Site } from "../site";
import { htmlPage, listContactEmail, redirectPage, shapeShowing, type SiteAnswer, type Shape } from "./shape";

const toContactParts = (site: Site): PageParts => ({ contact: `<p>${mailtoLink(toMailbox(site))}</p>` });

const textPage = (body: string): SiteAnswer => ({ headers: { "content-type": "text/plain" }, body });

const encodeLatin1 = (body: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...body], (sign) => (sign.charCodeAt(0) < 256 ? sign.charCodeAt(0) : 0x2d));

/** A reachable site whose server answers in its own way before the usual pages. */
const serverShape = (
  id: string,
  answer: (site: Site, url: URL) => SiteAnswer | undefined,
  rest: Partial<Shape> = {},
): Shape => ({
  id,
  emails: listContactEmail,
  parts: toContactParts,
  answer,
  ...rest,
});

const answerAtHome =
  (page: (site: Site) => SiteAnswer) =>
  (site: Site, url: URL): SiteAnswer | undefined =>
    url.pathname === "/" ? page(site) : undefined;

/** Sites that need a redirect followed, a wait or a decoding. */
export const serverShapes: Shape[] = [
  serverShape(
    "www-to-apex",
    (site, url) =>
      url.hostname.startsWith("www.") ? redirectPage(`https://${site.domain}${url.pathname}`) : undefined,
    {
      website: (site) => `https://www.${site.domain}/`,
    },
  ),
  serverShape(
    "http-to-https",
    (site, url) => (url.protocol === "http:" ? redirectPage(`https://${site.domain}${url.pathname}`) : undefined),
    {
      website: (site) => `http://${site.domain}`,
    },
  ),
  serverShape("redirect-to-path", (site, url) => {
    if (url.pathname === "/") return redirectPage("/home/index.html", 302);
    return url.pathname === "/home/index.html" ? htmlPage(renderPage(site, "home", {})) : undefined;
  }),
  serverShape("redirect-chain", (site, url) => {
    const step = /^\/step\/(\d)$/.exec(url.pathname)?.[1];
    if (url.pathname === "/") return redirectPage("/step/1", 302);
    if (step === undefined) return undefined;
    return step === "3"
      ? htmlPage(renderPage(site, "home", {}))
      : redirectPage(`/step/${String(Number(step) + 1)}`, 307);
  }),
  serverShape(
    "meta-refresh",
    answerAtHome((site) =>
      htmlPage(
        renderDocument(site, `<a href="${getTexts(site).paths.contact}">→</a>`, {
          head: `<meta http-equiv="refresh" content="0; url=${getTexts(site).paths.contact}">`,
        }),
      ),
    ),
  ),
  serverShape(
    "slow-home",
    answerAtHome((site) => htmlPage(renderPage(site, "home", {}), { waitMs: 6000 })),
    { rare: true },
  ),
  serverShape(
    "latin1",
    (site, url) => {
      const { paths } = getTexts(site);
      if (url.pathname !== "/" && url.pathname !== paths.contact) return undefined;
      const body =
        `<h1>${escapeHtml(site.name)}</h1><p>Réservé à l'été – ` +
        `Öffnungszeiten</p>${renderNavigation(site)}` +
        (url.pathname === "/" ? "" : `<p>é ${mailtoLink(toMailbox(site))}</p>`);
      return {
        headers: { "content-type": "text/html; charset=iso-8859-1" },
        body: encodeLatin1(renderDocument(site, body, { charset: "iso-8859-1" })),
      };
    },
    { phones: () => [] },
  ),
  serverShape(
    "huge-home",
    answerAtHome((site) =>
      htmlPage(
        renderDocument(
          site,
          `${renderNavigation(site)}<p>${mailtoLink(toMailbox(site))}</p>` +
            `<p>${"lorem ipsum ".repeat(8)}</p>\n`.repeat(7000),
        ),
      ),
    ),
  ),
  serverShape(
    "robots-hides-contact",
    (site, url) =>
      url.pathname === "/robots.txt"
        ? textPage(`User-agent: *\nDisallow: ${getTexts(site).paths.contact}\n`)
        : undefined,
    {
      parts: (site) => ({ contact: site.at("hidden"), legal: mailtoLink(toMailbox(site)) }),
      phones: () => [],
    },
  ),
  serverShape("no-robots-file", (_, url) => (url.pathname === "/robots.txt" ? { status: 404, body: "" } : undefined)),
  serverShape("robots-delay", (_, url) =>
    url.pathname === "/robots.txt" ? textPage("User-agent: *\nCrawl-delay: 1\nDisallow: /admin\n") : undefined,
  ),
  serverShape("language-chooser", (site, url) => {
    if (url.pathname === "/")
      return htmlPage(
        renderDocument(
          site,
          '<ul><li><a href="/fr/">Français</a></li><li><a href="/en/">English</a></li><li>' +
            '<a href="/de/">Deutsch</a></li></ul>',
        ),
      );
    if (/^\/(fr|en|de)\/$/.test(url.pathname)) return htmlPage(renderPage(site, "home", {}));
    return undefined;
  }),
  serverShape("frameset", (site, url) => {
    if (url.pathname === "/")
      return htmlPage(
        `<html><head><title>${escapeHtml(site.name)}</title></head><frameset cols="20%,80%">` +
          '<frame src="/menu.html"><frame src="/main.html"><noframes>' +
          '<a href="/menu.html">Menu</a></noframes></frameset></html>',
      );
    if (url.pathname === "/menu.html")
      return htmlPage(renderDocument(site, `${renderNavigation(site)}<p>${mailtoLink(toMailbox(site))}</p>`));
    return url.pathname === "/main.html" ? htmlPage(renderPage(site, "home", {})) : undefined;
  }),
  serverShape(
    "contact-is-broken",
    (site, url) =>
      url.pathname === getTexts(site).paths.contact ? { status: 500, body: "Internal Server Error" } : undefined,
    {
      parts: (site) => ({ legal: mailtoLink(toMailbox(site)) }),
      phones: () => [],
    },
  ),
  serverShape(
    "contact-is-gone",
    (site, url) => (url.pathname === getTexts(site).paths.contact ? { status: 404, body: "Not Found" } : undefined),
    {
      parts: (site) => ({ about: mailtoLink(toMailbox(site)) }),
      phones: () => [],
    },
  ),
  serverShape(
    "query-routes",
    (site, url) => {
      if (url.pathname !== "/" && url.pathname !== "/index.php") return undefined;
      const links = ["contact", "legal"].map((page) => `<a href="/index.php?page=${page}">${page}</a>`).join(" ");
      const wanted = url.searchParams.get("page");
      return htmlPage(
        renderDocument(
          site,
          `${links}<h1>${escapeHtml(site.name)}</h1>${wanted === "contact" ? mailtoLink(toMailbox(site)) : ""}`,
        ),
      );
    },
    { phones: () => [] },
  ),
  shapeShowing(
    "cookie-wall",
    "foot",
    (address) =>
      ` <a href="mailto:${address}">✉</a><div id="consent" style="position:fixed;inset:0">Cookies ? ` +
      "<button>OK</button></div>",
  ),
];
