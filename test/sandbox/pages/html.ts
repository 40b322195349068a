/** Text that needs no escaping in a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | undefined | Markup | Markup[];

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function renderPart(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map((each) => each.text).join("");
  return escapeHtml(String(part));
}

/** A template whose values are escaped, unless they are themselves markup. */
export const markup = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.reduce((whole, piece, n) => whole + renderPart(parts[n - 1]) + piece));

const style = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#5d6670;--line:#d8dde3;--ground:#f6f5f1;--card:#fff;--accent:#1a5fb4}
@media (prefers-color-scheme:dark){
:root{--ink:#e8e6e1;--soft:#a5abb3;--line:#3a4048;--ground:#17191c;--card:#202327;--accent:#7fb2f0}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:2rem auto;padding:1.5rem 2rem;
background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.4rem;margin:.2rem 0 1rem}a{color:var(--accent)}.soft{color:var(--soft);font-size:.9rem}
label{display:block;padding:.35rem 0}
fieldset{border:1px solid var(--line);border-radius:8px;margin:1rem 0;padding:.5rem 1rem}
input[type=email]{width:100%;padding:.5rem;font:inherit}
button{font:inherit;padding:.55rem 1.1rem;border-radius:8px;border:1px solid var(--accent);
background:var(--card);color:var(--accent);cursor:pointer;margin-right:.5rem}
button.main{background:var(--accent);color:var(--card)}
ul.mails{list-style:none;padding:0}ul.mails li{border-top:1px solid var(--line)}
ul.mails a{display:block;padding:.7rem 0;text-decoration:none;color:inherit}
pre{white-space:pre-wrap;font:inherit}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:var(--soft)}dd{margin:0}`;

export const styleSheetResponse = (): Response =>
  new Response(style, { headers: { "content-type": "text/css", "cache-control": "no-store" } });

/** A whole page of the sandbox; no inline script or style, so that a strict CSP passes it. */
export function renderPage(title: string, body: Markup, options: { lang?: string; status?: number } = {}): Response {
  const document = markup`<!doctype html>
    <html lang="${options.lang ?? "en"}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sandbox/style.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(document.text, { status: options.status ?? 200, headers });
}
