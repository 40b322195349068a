import { escapeHtml } from "../../pages/html";
import { renderDocument, toMailbox, renderNavigation, getTexts } from "../page-markup";
import type { Site } from "../site";
import { htmlPage, listContactEmail, shapeShowing, type Shape } from "./shape";

const toSafeJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

const toOrganization = (site: Site): Record<string, unknown> => ({
  "@context": "https://schema.org",
  "@type": "LocalBusiness",
  name: site.name,
  telephone: site.phone.e164,
  address: { "@type": "PostalAddress", streetAddress: site.street, addressLocality: site.city.name },
});

const toGraph = (address: string, site: Site): Record<string, unknown> => ({
  "@context": "https://schema.org",
  "@graph": [
    { "@type": "WebSite", url: `https://${site.domain}/` },
    {
      "@type": "Organization",
      name: site.name,
      contactPoint: [{ "@type": "ContactPoint", contactType: "customer service", email: `mailto:${address}` }],
    },
  ],
});

const toVcard = (address: string, site: Site): string =>
  encodeURIComponent(
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${site.name}\r\nEMAIL;TYPE=work:${address}\r\n` +
      `TEL:${site.phone.e164}\r\nEND:VCARD\r\n`,
  );

/** A single-page application: its address is only in its initial state. */
const applicationShape = (id: string, script: (state: unknown) => string): Shape => ({
  id,
  emails: listContactEmail,
  answer: (site, url) => {
    if (!["/", getTexts(site).paths.contact].includes(url.pathname)) return undefined;
    const state = {
      props: {
        pageProps: { company: { name: site.name, contact: { email: toMailbox(site), phone: site.phone.e164 } } },
      },
      page: url.pathname,
    };
    return htmlPage(
      renderDocument(
        site,
        `<div id="__next">${renderNavigation(site)}<h1>${escapeHtml(site.name)}</h1></div>` +
          `<a href="tel:${site.phone.e164}">☎</a>${script(state)}`,
      ),
    );
  },
});

/** Sites with their address in machine-readable form only. */
export const structuredShapes: Shape[] = [
  shapeShowing(
    "json-ld",
    "head",
    (address, site) =>
      `<script type="application/ld+json">${toSafeJson({ ...toOrganization(site), email: address })}</script>`,
  ),
  shapeShowing(
    "json-ld-graph",
    "head",
    (address, site) => `<script type="application/ld+json">${toSafeJson(toGraph(address, site))}</script>`,
  ),
  shapeShowing(
    "microdata",
    "contact",
    (address, site) =>
      `<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">${escapeHtml(site.name)}` +
      `</span><meta itemprop="email" content="${address}"></div>`,
  ),
  shapeShowing(
    "hcard",
    "contact",
    (address, site) =>
      `<div class="h-card vcard"><span class="fn">${escapeHtml(site.name)}</span> ` +
      `<a class="u-email email" href="mailto:${address}">✉</a></div>`,
  ),
  shapeShowing(
    "vcard-link",
    "contact",
    (address, site) =>
      `<a download="contact.vcf" href="data:text/vcard;charset=utf-8,${toVcard(address, site)}">vCard</a>`,
  ),
  shapeShowing("meta-tag", "head", (address) => `<meta property="og:email" content="${address}">`),
  shapeShowing(
    "form-to-mailto",
    "contact",
    (address) =>
      `<form action="mailto:${address}" method="post" enctype="text/plain"><textarea name="message"></textarea>` +
      "<button>OK</button></form>",
  ),
  applicationShape(
    "next-data",
    (state) => `<script id="__NEXT_DATA__" type="application/json">${toSafeJson(state)}</script>`,
  ),
  applicationShape("initial-state", (state) => `<script>window.__INITIAL_STATE__ = ${toSafeJson(state)};</script>`),
];
