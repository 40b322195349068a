import { toMailbox, mailtoLink, getTexts } from "../page-markup";
import { shapeShowing, type Shape } from "./shape";

/** Sites that hide nothing; they differ in the place of the address and its surroundings. */
export const plainShapes: Shape[] = [
  shapeShowing("mailto-contact", "contact", (address) => `<p>${mailtoLink(address)}</p>`),
  shapeShowing("text-contact", "contact", (address, site) => `<p>${getTexts(site).mail} : ${address}.</p>`),
  shapeShowing("mailto-footer", "foot", (address) => ` · ${mailtoLink(address)}`),
  shapeShowing("legal-only", "legal", (address, site) => `<p>${getTexts(site).mail}: ${address}</p>`),
  shapeShowing("about-only", "about", (address) => `<p>${mailtoLink(address)}</p>`),
  shapeShowing(
    "mailto-subject",
    "contact",
    (address) => `<a href="mailto:${address}?subject=Site%20web&amp;body=Bonjour">✉</a>`,
  ),
  shapeShowing("upper-case", "contact", (address) => `<p>${address.toUpperCase()}</p>`),
  shapeShowing("angle-brackets", "contact", (address, site) => `<pre>${site.name} &lt;${address}&gt;</pre>`),
  {
    id: "jobs-only",
    emails: (site) => [toMailbox(site, "jobs")],
    parts: (site) => ({ jobs: `<p>${mailtoLink(toMailbox(site, "jobs"))}</p>` }),
  },
  {
    id: "several",
    emails: (site) => [toMailbox(site, "jobs"), toMailbox(site), toMailbox(site, "privacy")],
    parts: (site) => ({
      contact: `<p>${mailtoLink(toMailbox(site))}</p>`,
      jobs: `<p>${mailtoLink(toMailbox(site, "jobs"))}</p>`,
      legal: `<p>${mailtoLink(toMailbox(site, "privacy"))}</p>`,
    }),
  },
  {
    id: "privacy-beside",
    emails: (site) => [toMailbox(site), toMailbox(site, "privacy")],
    parts: (site) => ({
      contact: `<p>${mailtoLink(toMailbox(site))}</p>`,
      legal: `<p>RGPD / GDPR: ${toMailbox(site, "privacy")}</p>`,
    }),
  },
  {
    id: "table-of-people",
    emails: (site) => [site.at("a.roy"), site.at("b.stone"), toMailbox(site, "jobs")],
    parts: (site) => {
      const people = ["a.roy", "b.stone", getTexts(site).mailbox.jobs];
      const rows = people.map((each) => `<tr><td>${each}</td><td>${mailtoLink(site.at(each))}</td></tr>`);
      return { contact: `<table>${rows.join("")}</table>` };
    },
  },
  {
    id: "impressum",
    emails: (site) => [toMailbox(site)],
    parts: (site) => ({
      legal: `<h2>Kontakt</h2><p>Telefon: ${site.phone.shown}<br>E-Mail: ${toMailbox(site)}<br>\
USt-IdNr.: DE${String(100_000_000 + (site.seed % 899_999_999))}</p>
<p>Registergericht: Amtsgericht, HRB ${String(site.seed % 99_999)}</p>`,
    }),
  },
  {
    id: "fax-beside-phone",
    emails: (site) => [toMailbox(site)],
    parts: (site) => ({
      contact:
        `<p>Fax : ${site.phone.shown.slice(0, -1)}${String((Number(site.phone.shown.at(-1)) + 1) % 10)}</p>` +
        `<p>${mailtoLink(toMailbox(site))}</p>`,
    }),
    phones: (site) => [site.phone.e164],
  },
  {
    id: "relative-base",
    emails: (site) => [toMailbox(site)],
    parts: (site) => ({ head: `<base href="https://${site.domain}/">`, contact: mailtoLink(toMailbox(site)) }),
  },
];
