import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/* Hostile sites, one a kind: `hostile-<kind>.example`. Their robots.txt is harmless, except one. */

const HTML = { "content-type": "text/html; charset=utf-8" };
const BYTES_PER_MB = 1 << 20;

const sendWhole =
  (body: string | Buffer, headers: Record<string, string> = HTML) =>
  (response: ServerResponse) =>
    void response.writeHead(200, headers).end(body);
const htmlPage = (body: string) => sendWhole(`<!doctype html><title>x</title><body>${body}</body>`);
const repeatBait = (part: string) => part.repeat(Math.ceil((2 * BYTES_PER_MB) / part.length));

/** Endless, as fast as it is read. */
function sendEndless(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, "<p>more and more</p>\n");
  response.writeHead(200, HTML);
  const writeMore = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", writeMore);
  writeMore();
}

/** A byte at a time, without end. */
function sendDripping(response: ServerResponse): void {
  response.writeHead(200, HTML).write("<p>");
  const timer = setInterval(() => response.write("x"), 300);
  response.once("close", () => clearInterval(timer));
}

let bomb: Buffer | undefined;

const HOSTILE_ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "one-line": htmlPage(repeatBait("word @ word and a.b@c ")),
  nested: htmlPage("<div>".repeat(1_000_000)),
  "nested-inline": htmlPage("<b><i>".repeat(300_000)),
  "bait-at": htmlPage(repeatBait("a@a.")),
  "bait-obfuscated": htmlPage(repeatBait("a (at) (at) b [dot] ")),
  "bait-digits": htmlPage(repeatBait("01 23 45 ")),
  "bait-entities": htmlPage(repeatBait("&#64;&amp;&#x40;")),
  "bait-percent": htmlPage(`<a href="mailto:${repeatBait("%40%2e")}">x</a>`),
  "bait-script": htmlPage(`<script>var a=${repeatBait("'a'+\"@\"+")}''</script>`),
  "bait-json": htmlPage(`<script type="application/ld+json">${"[".repeat(BYTES_PER_MB)}</script>`),
  "bait-style": htmlPage(`<style>${repeatBait(".a::before{content:'x'}")}</style>`),
  "many-links": htmlPage(
    Array.from({ length: 60_000 }, (_, n) => `<a href="mailto:a${n}@x${n}.example">x</a>`).join(""),
  ),
  "many-numbers": htmlPage(
    Array.from(
      { length: 60_000 },
      (_, n) => `<p>01 99 00 ${String(n % 100).padStart(2, "0")} ${String(n % 97).padStart(2, "0")}</p>`,
    ).join(""),
  ),
  charset: sendWhole(Buffer.alloc(2 * BYTES_PER_MB, Buffer.from([0xff, 0xd8, 0x00, 0xe9])), {
    "content-type": "text/html; charset=utf-16",
  }),
  "gzip-bomb": (response) =>
    void response
      .writeHead(200, { ...HTML, "content-encoding": "gzip" })
      .end((bomb ??= gzipSync(Buffer.alloc(300 * BYTES_PER_MB)))),
  "not-gzip": sendWhole("<p>This was never compressed.</p>", { ...HTML, "content-encoding": "gzip" }),
  endless: sendEndless,
  dripping: sendDripping,
  cut: (response) => {
    response.writeHead(200, { ...HTML, "content-length": "500000" }).write("<p>half of");
    setTimeout(() => response.destroy(), 50);
  },
  loop: (response) => void response.writeHead(302, { location: "/" }).end(),
};

/** @returns whether the host is hostile, and so was answered */
export function answerHostile(host: string, path: string, response: ServerResponse): boolean {
  const kind = /^hostile-([\w-]+)\.example$/u.exec(host)?.[1];
  if (kind === undefined) return false;
  if (kind === "endless-robots" ? path !== "/robots.txt" : path === "/robots.txt") response.writeHead(404).end();
  else (HOSTILE_ANSWERS[kind] ?? sendEndless)(response);
  return true;
}

/** The last one's robots.txt never ends. */
export const listHostileHosts = (): string[] =>
  [...Object.keys(HOSTILE_ANSWERS), "endless-robots"].map((kind) => `hostile-${kind}.example`);
