import { mailbox, mailto, wordsOf } from "../markup";
import { shows, type Shape } from "./shape";

/** Sites that hide nothing; they differ in where the address stands and what stands beside it. */
export const plainShapes: Shape[] = [
  shows("mailto-contact", "contact", (address) => `<p>${mailto(address)}</p>`),
  shows("text-contact", "contact", (address, site) => `<p>${wordsOf(site).mail} : ${address}.</p>`),
  shows("mailto-footer", "foot", (address) => ` · ${mailto(address)}`),
  shows("legal-only", "legal", (address, site) => `<p>${wordsOf(site).mail}: ${address}</p>`),
  shows("about-only", "about", (address) => `<p>${mailto(address)}</p>`),
  shows(
    "mailto-subject",
    "contact",
    (address) => `<a href="mailto:${address}?subject=Site%20web&amp;body=Bonjour">✉</a>`,
  ),
  shows("upper-case", "contact", (address) => `<p>${address.toUpperCase()}</p>`),
  shows("angle-brackets", "contact", (address, site) => `<pre>${site.name} &lt;${address}&gt;</pre>`),
  {
    id: "jobs-only",
    emails: (site) => [mailbox(site, "jobs")],
    parts: (site) => ({ jobs: `<p>${mailto(mailbox(site, "jobs"))}</p>` }),
  },
  {
    id: "several",
    emails: (site) => [mailbox(site, "jobs"), mailbox(site), mailbox(site, "privacy")],
    parts: (site) => ({
      contact: `<p>${mailto(mailbox(site))}</p>`,
      jobs: `<p>${mailto(mailbox(site, "jobs"))}</p>`,
      legal: `<p>${mailto(mailbox(site, "privacy"))}</p>`,
    }),
  },
  {
    id: "privacy-beside",
    emails: (site) => [mailbox(site), mailbox(site, "privacy")],
    parts: (site) => ({
      contact: `<p>${mailto(mailbox(site))}</p>`,
      legal: `<p>RGPD / GDPR: ${mailbox(site, "privacy")}</p>`,
    }),
  },
  {
    id: "table-of-people",
    emails: (site) => [site.at("a.roy"), site.at("b.stone"), mailbox(site, "jobs")],
    parts: (site) => ({
      contact: `<table>${["a.roy", "b.stone", wordsOf(site).mailbox.jobs].map((each) => `<tr><td>${each}</td><td>${mailto(site.at(each))}</td></tr>`).join("")}</table>`,
    }),
  },
  {
    id: "impressum",
    emails: (site) => [mailbox(site)],
    parts: (site) => ({
      legal: `<h2>Kontakt</h2><p>Telefon: ${site.phone.shown}<br>E-Mail: ${mailbox(site)}<br>USt-IdNr.: DE${String(100_000_000 + (site.seed % 899_999_999))}</p>
<p>Registergericht: Amtsgericht, HRB ${String(site.seed % 99_999)}</p>`,
    }),
  },
  {
    id: "fax-beside-phone",
    emails: (site) => [mailbox(site)],
    parts: (site) => ({
      contact: `<p>Fax : ${site.phone.shown.slice(0, -1)}${String((Number(site.phone.shown.at(-1)) + 1) % 10)}</p><p>${mailto(mailbox(site))}</p>`,
    }),
    phones: (site) => [site.phone.e164],
  },
  {
    id: "relative-base",
    emails: (site) => [mailbox(site)],
    parts: (site) => ({ head: `<base href="https://${site.domain}/">`, contact: mailto(mailbox(site)) }),
  },
];
