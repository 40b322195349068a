import { renderDocument, toMailbox, mailtoLink, renderNavigation, renderVisitingCard, getTexts } from "../page-markup";
import type { Site } from "../site";
import { htmlPage, listNone, listContactEmail, type Shape } from "./shape";

const NO_MAIL_TEXTS: Record<string, string> = {
  fr: "Nous ne traitons pas les candidatures reçues par e-mail : postulez uniquement en ligne.",
  en: "We do not accept applications by email: please apply online only.",
  de: "Bewerbungen per E-Mail können wir nicht berücksichtigen: bitte bewerben Sie sich ausschließlich online.",
};

const applicationLink =
  (system: string) =>
  (site: Site): string =>
    `<p>${NO_MAIL_TEXTS[site.language] ?? ""}</p><a href="https://${system}/${site.domain.split(".")[0] ?? ""}">→</a>`;

/** Sites with misleading addresses beside a real one. */
export const trapShapes: Shape[] = [
  {
    id: "agency-beside",
    emails: listContactEmail,
    parts: (site) => ({
      contact: mailtoLink(toMailbox(site)),
      foot: ` · Web: <a href="mailto:hello@web-agency.example">Agence Web</a>`,
    }),
  },
  {
    id: "sentry-beside",
    emails: listContactEmail,
    parts: (site) => ({
      contact: mailtoLink(toMailbox(site)),
      head: `<script>var dsn = "https://0123456789abcdef0123456789abcdef@o123456.ingest.sentry.io/42";</script>`,
    }),
  },
  {
    id: "noreply-beside",
    emails: listContactEmail,
    parts: (site) => ({
      contact: `${mailtoLink(toMailbox(site))}<p>${site.at("no-reply")}</p>`,
      foot: site.at("noreply"),
    }),
  },
  {
    id: "asset-beside",
    emails: listContactEmail,
    parts: (site) => ({
      contact: mailtoLink(toMailbox(site)),
      foot: `<img src="/img/logo@2x.png" srcset="/img/logo@3x.webp 3x" alt="">`,
    }),
  },
  {
    id: "placeholder-beside",
    emails: listContactEmail,
    parts: (site) => ({
      contact:
        `${mailtoLink(toMailbox(site))}<input type="email" placeholder="you@example.com">` +
        '<input placeholder="nom@domaine.fr">',
    }),
  },
  {
    id: "apply-lever",
    emails: listContactEmail,
    parts: (site) => ({ contact: mailtoLink(toMailbox(site)), jobs: applicationLink("jobs.lever.co")(site) }),
  },
  {
    id: "apply-wttj",
    emails: listContactEmail,
    parts: (site) => ({
      contact: mailtoLink(toMailbox(site)),
      jobs: applicationLink("www.welcometothejungle.com/fr/companies")(site),
    }),
  },
  {
    id: "apply-personio",
    emails: listContactEmail,
    parts: (site) => ({ contact: mailtoLink(toMailbox(site)), jobs: applicationLink("firma.jobs.personio.de")(site) }),
  },
  {
    id: "endless-calendar",
    emails: listContactEmail,
    parts: (site) => ({
      contact: mailtoLink(toMailbox(site)),
      foot: Array.from({ length: 300 }, (_, n) => `<a href="/agenda/2026/${String(n)}">${String(n)}</a>`).join(" "),
    }),
    answer: (site, url) => {
      const day = /^\/agenda\/2026\/(\d+)$/.exec(url.pathname)?.[1];
      return day === undefined
        ? undefined
        : htmlPage(renderDocument(site, `<a href="/agenda/2026/${String(Number(day) + 1)}">→</a>`));
    },
  },
];

/** Sites without an address of their own. */
export const emptyShapes: Shape[] = [
  { id: "no-address", emails: listNone },
  {
    id: "form-only",
    emails: listNone,
    parts: () => ({
      contact:
        '<form method="post" action="/send"><input name="email" type="email"><textarea name="message"></textarea>' +
        "<button>OK</button></form>",
    }),
  },
  {
    id: "agency-only",
    emails: listNone,
    parts: () => ({ foot: ` · <a href="mailto:hello@web-agency.example">Agence Web</a>` }),
  },
  {
    id: "placeholder-only",
    emails: listNone,
    parts: () => ({ contact: `<input type="email" placeholder="name@example.com"> <p>prenom.nom@exemple.fr</p>` }),
  },
  {
    id: "asset-only",
    emails: listNone,
    parts: () => ({ foot: `<img src="/img/logo@2x.png" alt=""><img src="/img/team@2x.jpg" alt="">` }),
  },
  { id: "noreply-only", emails: listNone, parts: (site) => ({ contact: `<p>${site.at("no-reply")}</p>` }) },
  {
    id: "fax-only",
    emails: listNone,
    phones: listNone,
    answer: (site, url) =>
      url.pathname === getTexts(site).paths.contact
        ? htmlPage(renderDocument(site, `${renderNavigation(site)}<p>Fax : ${site.phone.shown}</p>`))
        : undefined,
  },
  {
    id: "empty-application",
    emails: listNone,
    phones: listNone,
    answer: (site, url) =>
      url.pathname.includes(".")
        ? undefined
        : htmlPage(renderDocument(site, `<div id="root"></div><script src="/app.js"></script>`)),
  },
  { id: "phone-on-home", emails: listNone, parts: (site) => ({ home: renderVisitingCard(site) }) },
];
