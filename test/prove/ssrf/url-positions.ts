/** Places where the product could find a URL. */
export const URL_POSITIONS = ["site", "redirect", "robots redirect", "base", "link", "robots sitemap", "page"] as const;
export type UrlPosition = (typeof URL_POSITIONS)[number];

export interface TrapAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The site that carries the spelling of this number. */
export const toTrapHost = (position: UrlPosition, spelling: number): string =>
  `${position.replaceAll(" ", "-")}-${spelling}.example`;

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
/** A header holds no line ends and nothing beyond Latin-1; browsers get UTF-8 there. */
const encodeHeader = (text: string) =>
  encodeURI(text.toWellFormed())
    .replace(/%25(?=[0-9a-f]{2})/giu, "%")
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]");
const htmlAnswer = (body: string, head = ""): TrapAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><html><head>${head}<title>Firm</title></head><body>${body}</body></html>`,
});
const textAnswer = (body: string): TrapAnswer => ({ status: 200, headers: { "content-type": "text/plain" }, body });
const redirectAnswer = (to: string): TrapAnswer => ({ status: 302, headers: { location: encodeHeader(to) }, body: "" });

/** @returns undefined for a host that is not the trap's: a request the product must not make */
export function answerTrap(host: string, path: string, spellings: readonly string[]): TrapAnswer | undefined {
  const [, name, number] = /^([a-z-]+?)-(\d+)\.example$/u.exec(host) ?? [];
  const position = URL_POSITIONS.find((one) => one.replaceAll(" ", "-") === name);
  const there = spellings[Number(number)];
  if (position === undefined || there === undefined) return undefined;
  const to = escapeAttribute(there);
  if (path === "/robots.txt") {
    if (position === "robots redirect") return redirectAnswer(there);
    return textAnswer(
      position === "robots sitemap" ? `User-agent: *\nAllow: /\nSitemap: ${there}\nHost: ${there}\n` : "",
    );
  }
  switch (position) {
    case "redirect":
      return redirectAnswer(there);
    case "base":
      return htmlAnswer(
        '<a href="contact">Contact</a> <a href="recrutement">Recrutement</a> <a href="/impressum">Impressum</a>',
        `<base href="${to}">`,
      );
    case "link":
      return htmlAnswer(
        [
          `<a href="${to}">Contact</a> <a href="${to}recrutement">Recrutement</a>`,
          `<a href="${to}impressum">Impressum</a> <area href="${to}contact">`,
        ].join(" "),
      );
    case "page":
      return htmlAnswer(
        [
          `<iframe src="${to}contact"></iframe><frame src="${to}"><form action="${to}"><button>Contact</button></form>`,
          `<img src="${to}x.png"><script src="${to}contact.js"></script>`,
          `<script>location.href = "${to}contact"</script>`,
          `<object data="${to}"></object><embed src="${to}">`,
        ].join(""),
        [
          `<link rel="canonical" href="${to}"><link rel="alternate" hreflang="fr" href="${to}">`,
          `<link rel="stylesheet" href="${to}x.css"><meta http-equiv="refresh" content="0;url=${to}">`,
          `<meta property="og:url" content="${to}">`,
        ].join(""),
      );
    default:
      return htmlAnswer('<a href="/contact">Contact</a>');
  }
}
