import words from "../../data/bench/words.json" with { type: "json" };
import { seededRandom } from "../../harness/random.ts";

export const toSiteHost = (number: number): string => `firma-${number}.example`;
/** The one address a site names, on its contact page. */
const toSiteEmail = (number: number): string => `info@${toSiteHost(number)}`;

/** One of these bodies, filled with its own name, is the page of a site: making a thousand pages costs little. */
const BODY_COUNT = 24;

interface Bodies {
  home: string[];
  contact: string[];
}

/** Words that name no page which the product reads: both crawlers of the bench are to read the same pages. */
const MENU_WORDS = words.filter((word) => !["équipe", "team", "courses"].includes(word));

function makeProse(random: () => number, length: number, from = words): string {
  let text = "";
  while (text.length < length) {
    const word = from[Math.floor(random() * from.length)] ?? "";
    text += random() < 0.08 ? `${word}. ` : `${word} `;
  }
  return text;
}

/** Inlined configuration and code, as builders write it; no address in it. */
function makeScript(random: () => number, length: number): string {
  const number = (most: number) => Math.floor(random() * most);
  const parts = ["window.__state=window.__state||{};"];
  for (let size = parts[0]?.length ?? 0; size < length;) {
    const [key, id] = [number(1e6), number(1e9)];
    const label = makeProse(random, 24).trim();
    const part = `window.__state["k${key}"]={id:${id},label:"${label}",on:!0,f:function(e){return e&&e.length>2}};`;
    parts.push(part);
    size += part.length;
  }
  return `<script>${parts.join("")}</script>`;
}

function makeStyles(random: () => number, length: number): string {
  const number = (most: number) => Math.floor(random() * most);
  let text = "";
  while (text.length < length) {
    const [name, margin, padding, color] = [number(1e5), number(40), number(30), number(0xffffff).toString(16)];
    text += `.c${name}{margin:${margin}px auto;padding:0 ${padding}px;color:#${color}}`;
  }
  return `<style>${text}</style>`;
}

function makeMenu(random: () => number): string {
  const items = Array.from({ length: 14 + Math.floor(random() * 12) }, (_, i) => {
    const path = `/angebot/${MENU_WORDS[Math.floor(random() * MENU_WORDS.length)]}-${i}`;
    const label = makeProse(random, 14, MENU_WORDS).trim();
    return `<li class="menu-item item-${i}"><a href="${path}" class="menu-link">${label}</a></li>`;
  });
  return [
    '<header class="site-header"><a href="/" class="logo"><img src="/logo@2x.png" alt="{{name}}"></a>',
    `<nav aria-label="Menu"><ul>${items.join("\n")}<li><a href="/contact">Contact</a></li></ul></nav></header>`,
  ].join("");
}

function makeSection(random: () => number): string {
  const number = (most: number) => Math.floor(random() * most);
  const prose = (length: number) => makeProse(random, length).trim();
  const sizes = "/media/a.jpg 480w, /media/b.jpg 960w";
  return [
    `<section class="row c${number(1e5)}"><div class="col"><h2>${prose(30)}</h2><p>${prose(300 + number(500))}</p>`,
    `<ul><li><span>${prose(40)}</span></li><li><span>${prose(40)}</span></li></ul>`,
    `<figure><img loading="lazy" src="/media/${number(1e6)}.jpg" srcset="${sizes}" alt="${prose(20)}"></figure>`,
    "</div></section>\n",
  ].join("\n      ");
}

function makeSections(random: () => number, length: number): string {
  let text = "";
  while (text.length < length) text += makeSection(random);
  return text;
}

const CONTACT = [
  '<address class="card">{{name}}<br>12 rue de la Paix<br>75002 Paris<br><a href="mailto:{{email}}">{{email}}</a>',
  '<br>Tél. <a href="tel:+33142{{six}}">01 42 {{six}}</a></address>',
].join("");
const ORGANIZATION =
  '{"@context":"https://schema.org","@type":"Organization","name":"{{name}}","url":"http://{{host}}/"}';

function makePage(random: () => number, kind: "home" | "contact"): string {
  const size = 30_000 + Math.floor(random() * 28_000);
  return [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>{{name}}</title>',
    `<meta name="description" content="${makeProse(random, 120)}">`,
    '<meta name="viewport" content="width=device-width">\n',
    `<link rel="stylesheet" href="/theme.css"><script type="application/ld+json">${ORGANIZATION}</script>\n`,
    `${makeStyles(random, size * 0.16)}${makeScript(random, size * 0.22)}</head>`,
    `<body class="${kind}">${makeMenu(random)}<main><h1>{{name}}</h1>${kind === "home" ? "" : CONTACT}`,
    `${makeSections(random, size * 0.5)}</main>\n<footer><div class="footer-col"><h3>{{name}}</h3>`,
    `<p>${makeProse(random, 200)}</p><a href="https://www.instagram.com/">Instagram</a></div>`,
    `<p>© 2026 {{name}}. Siret 123 456 789 00012</p></footer>${makeScript(random, size * 0.06)}</body></html>`,
  ].join("");
}

/** The page bodies that follow from a seed. */
export function makeBodies(seed: number): Bodies {
  const random = seededRandom(seed);
  const makeKind = (kind: "home" | "contact") => Array.from({ length: BODY_COUNT }, () => makePage(random, kind));
  return { home: makeKind("home"), contact: makeKind("contact") };
}

/** One page of a site, 30 to 60 KB. The home page links to the contact page, and that one names the address. */
export function buildPage(bodies: Bodies, number: number, kind: "home" | "contact"): Buffer {
  const own: Record<string, string> = {
    name: `Firma ${number}`,
    host: toSiteHost(number),
    email: toSiteEmail(number),
    six: String(100_000 + (number % 900_000)).replace(/(..)(..)(..)/u, "$1 $2 $3"),
  };
  return Buffer.from(
    (bodies[kind][number % BODY_COUNT] ?? "").replaceAll(/\{\{(\w+)\}\}/gu, (_, key: string) => own[key] ?? ""),
  );
}
