import words from "../../data/bench/words.json" with { type: "json" };
import { randomOf } from "../../prove/random.ts";

export const siteHost = (number: number): string => `firma-${number}.example`;
/** The one address a site names, on its contact page. */
const siteEmail = (number: number): string => `info@${siteHost(number)}`;

/** One of these bodies, filled with its own name, is the page of a site: making a thousand pages costs little. */
const BODIES = 24;

interface Bodies {
  home: string[];
  contact: string[];
}

function prose(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    const word = words[Math.floor(random() * words.length)] ?? "";
    text += random() < 0.08 ? `${word}. ` : `${word} `;
  }
  return text;
}

/** A bundle's text as builders inline it: configuration and a little code, no address in it. */
function script(random: () => number, length: number): string {
  let text = "window.__state=window.__state||{};";
  while (text.length < length)
    text += `window.__state["k${Math.floor(random() * 1e6)}"]={id:${Math.floor(random() * 1e9)},label:"${prose(random, 24).trim()}",on:!0,f:function(e){return e&&e.length>2}};`;
  return `<script>${text}</script>`;
}

function styles(random: () => number, length: number): string {
  let text = "";
  while (text.length < length)
    text += `.c${Math.floor(random() * 1e5)}{margin:${Math.floor(random() * 40)}px auto;padding:0 ${Math.floor(random() * 30)}px;color:#${Math.floor(random() * 0xffffff).toString(16)}}`;
  return `<style>${text}</style>`;
}

function menu(random: () => number): string {
  const items = Array.from(
    { length: 14 + Math.floor(random() * 12) },
    (_, i) =>
      `<li class="menu-item item-${i}"><a href="/angebot/${words[Math.floor(random() * words.length)]}-${i}" class="menu-link">${prose(random, 14).trim()}</a></li>`,
  );
  return `<header class="site-header"><a href="/" class="logo"><img src="/logo@2x.png" alt="{{name}}"></a><nav aria-label="Menu"><ul>${items.join("\n")}<li><a href="/contact">Contact</a></li></ul></nav></header>`;
}

function sections(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) {
    text += `<section class="row c${Math.floor(random() * 1e5)}"><div class="col"><h2>${prose(random, 30).trim()}</h2><p>${prose(random, 300 + random() * 500)}</p>
      <ul><li><span>${prose(random, 40)}</span></li><li><span>${prose(random, 40)}</span></li></ul>
      <figure><img loading="lazy" src="/media/${Math.floor(random() * 1e6)}.jpg" srcset="/media/a.jpg 480w, /media/b.jpg 960w" alt="${prose(random, 20)}"></figure></div></section>\n`;
  }
  return text;
}

function page(random: () => number, kind: "home" | "contact"): string {
  const size = 30_000 + Math.floor(random() * 28_000);
  const contact =
    kind === "home"
      ? ""
      : `<address class="card">{{name}}<br>12 rue de la Paix<br>75002 Paris<br><a href="mailto:{{email}}">{{email}}</a><br>Tél. <a href="tel:+33142{{six}}">01 42 {{six}}</a></address>`;
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>{{name}}</title><meta name="description" content="${prose(random, 120)}"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/theme.css"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"{{name}}","url":"http://{{host}}/"}</script>
${styles(random, size * 0.16)}${script(random, size * 0.22)}</head><body class="${kind}">${menu(random)}<main><h1>{{name}}</h1>${contact}${sections(random, size * 0.5)}</main>
<footer><div class="footer-col"><h3>{{name}}</h3><p>${prose(random, 200)}</p><a href="https://www.instagram.com/">Instagram</a></div><p>© 2026 {{name}}. Siret 123 456 789 00012</p></footer>${script(random, size * 0.06)}</body></html>`;
}

/** The page bodies of a world, by its seed. */
export function bodiesOf(seed: number): Bodies {
  const random = randomOf(seed);
  const make = (kind: "home" | "contact") => Array.from({ length: BODIES }, () => page(random, kind));
  return { home: make("home"), contact: make("contact") };
}

/** One page of a site, 30 to 60 KB. The home page links to the contact page, and that one names the address. */
export function pageOf(bodies: Bodies, number: number, kind: "home" | "contact"): Buffer {
  const own: Record<string, string> = {
    name: `Firma ${number}`,
    host: siteHost(number),
    email: siteEmail(number),
    six: String(100_000 + (number % 900_000)).replace(/(..)(..)(..)/u, "$1 $2 $3"),
  };
  return Buffer.from(
    (bodies[kind][number % BODIES] ?? "").replaceAll(/\{\{(\w+)\}\}/gu, (_, key: string) => own[key] ?? ""),
  );
}
