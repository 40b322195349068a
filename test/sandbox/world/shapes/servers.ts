import { escapeHtml } from "../../pages/html";
import { documentOf, mailbox, mailto, navigation, usualPage, wordsOf, type Parts } from "../markup";
import type { Site } from "../site";
import { htmlPage, oneAddress, redirect, shows, type Page, type Shape } from "./shape";

const contactParts = (site: Site): Parts => ({ contact: `<p>${mailto(mailbox(site))}</p>` });

const text = (body: string): Page => ({ headers: { "content-type": "text/plain" }, body });

const latin1 = (body: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...body], (sign) => (sign.charCodeAt(0) < 256 ? sign.charCodeAt(0) : 0x2d));

/** A reachable site whose server does something of its own before the usual pages. */
const serves = (id: string, answer: (site: Site, url: URL) => Page | undefined, rest: Partial<Shape> = {}): Shape => ({
  id,
  emails: oneAddress,
  parts: contactParts,
  answer,
  ...rest,
});

const atHome =
  (page: (site: Site) => Page) =>
  (site: Site, url: URL): Page | undefined =>
    url.pathname === "/" ? page(site) : undefined;

/** Sites that are fine once one has followed, waited or decoded. */
export const serverShapes: Shape[] = [
  serves(
    "www-to-apex",
    (site, url) => (url.hostname.startsWith("www.") ? redirect(`https://${site.domain}${url.pathname}`) : undefined),
    {
      website: (site) => `https://www.${site.domain}/`,
    },
  ),
  serves(
    "http-to-https",
    (site, url) => (url.protocol === "http:" ? redirect(`https://${site.domain}${url.pathname}`) : undefined),
    {
      website: (site) => `http://${site.domain}`,
    },
  ),
  serves("redirect-to-path", (site, url) => {
    if (url.pathname === "/") return redirect("/home/index.html", 302);
    return url.pathname === "/home/index.html" ? htmlPage(usualPage(site, "home", {})) : undefined;
  }),
  serves("redirect-chain", (site, url) => {
    const step = /^\/step\/(\d)$/.exec(url.pathname)?.[1];
    if (url.pathname === "/") return redirect("/step/1", 302);
    if (step === undefined) return undefined;
    return step === "3" ? htmlPage(usualPage(site, "home", {})) : redirect(`/step/${String(Number(step) + 1)}`, 307);
  }),
  serves(
    "meta-refresh",
    atHome((site) =>
      htmlPage(
        documentOf(site, `<a href="${wordsOf(site).paths.contact}">→</a>`, {
          head: `<meta http-equiv="refresh" content="0; url=${wordsOf(site).paths.contact}">`,
        }),
      ),
    ),
  ),
  serves(
    "slow-home",
    atHome((site) => htmlPage(usualPage(site, "home", {}), { waitMs: 6000 })),
    { rare: true },
  ),
  serves(
    "latin1",
    (site, url) => {
      const { paths } = wordsOf(site);
      if (url.pathname !== "/" && url.pathname !== paths.contact) return undefined;
      const body = `<h1>${escapeHtml(site.name)}</h1><p>Réservé à l'été – Öffnungszeiten</p>${navigation(site)}${url.pathname === "/" ? "" : `<p>é ${mailto(mailbox(site))}</p>`}`;
      return {
        headers: { "content-type": "text/html; charset=iso-8859-1" },
        body: latin1(documentOf(site, body, { charset: "iso-8859-1" })),
      };
    },
    { phones: () => [] },
  ),
  serves(
    "huge-home",
    atHome((site) =>
      htmlPage(
        documentOf(
          site,
          `${navigation(site)}<p>${mailto(mailbox(site))}</p>${`<p>${"lorem ipsum ".repeat(8)}</p>\n`.repeat(7000)}`,
        ),
      ),
    ),
  ),
  serves(
    "robots-hides-contact",
    (site, url) =>
      url.pathname === "/robots.txt" ? text(`User-agent: *\nDisallow: ${wordsOf(site).paths.contact}\n`) : undefined,
    {
      parts: (site) => ({ contact: site.at("hidden"), legal: mailto(mailbox(site)) }),
      phones: () => [],
    },
  ),
  serves("no-robots-file", (_, url) => (url.pathname === "/robots.txt" ? { status: 404, body: "" } : undefined)),
  serves("robots-delay", (_, url) =>
    url.pathname === "/robots.txt" ? text("User-agent: *\nCrawl-delay: 1\nDisallow: /admin\n") : undefined,
  ),
  serves("language-chooser", (site, url) => {
    if (url.pathname === "/")
      return htmlPage(
        documentOf(
          site,
          `<ul><li><a href="/fr/">Français</a></li><li><a href="/en/">English</a></li><li><a href="/de/">Deutsch</a></li></ul>`,
        ),
      );
    if (/^\/(fr|en|de)\/$/.test(url.pathname)) return htmlPage(usualPage(site, "home", {}));
    return undefined;
  }),
  serves("frameset", (site, url) => {
    if (url.pathname === "/")
      return htmlPage(
        `<html><head><title>${escapeHtml(site.name)}</title></head><frameset cols="20%,80%"><frame src="/menu.html"><frame src="/main.html"><noframes><a href="/menu.html">Menu</a></noframes></frameset></html>`,
      );
    if (url.pathname === "/menu.html")
      return htmlPage(documentOf(site, `${navigation(site)}<p>${mailto(mailbox(site))}</p>`));
    return url.pathname === "/main.html" ? htmlPage(usualPage(site, "home", {})) : undefined;
  }),
  serves(
    "contact-is-broken",
    (site, url) =>
      url.pathname === wordsOf(site).paths.contact ? { status: 500, body: "Internal Server Error" } : undefined,
    {
      parts: (site) => ({ legal: mailto(mailbox(site)) }),
      phones: () => [],
    },
  ),
  serves(
    "contact-is-gone",
    (site, url) => (url.pathname === wordsOf(site).paths.contact ? { status: 404, body: "Not Found" } : undefined),
    {
      parts: (site) => ({ about: mailto(mailbox(site)) }),
      phones: () => [],
    },
  ),
  serves(
    "query-routes",
    (site, url) => {
      if (url.pathname !== "/" && url.pathname !== "/index.php") return undefined;
      const links = ["contact", "legal"].map((page) => `<a href="/index.php?page=${page}">${page}</a>`).join(" ");
      const wanted = url.searchParams.get("page");
      return htmlPage(
        documentOf(
          site,
          `${links}<h1>${escapeHtml(site.name)}</h1>${wanted === "contact" ? mailto(mailbox(site)) : ""}`,
        ),
      );
    },
    { phones: () => [] },
  ),
  shows(
    "cookie-wall",
    "foot",
    (address) =>
      ` <a href="mailto:${address}">✉</a><div id="consent" style="position:fixed;inset:0">Cookies ? <button>OK</button></div>`,
  ),
];
