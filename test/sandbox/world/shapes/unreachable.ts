import { documentOf, mailbox, mailto } from "../markup";
import type { Site } from "../site";
import { htmlPage, nothing, redirect, type Page, type Shape } from "./shape";

/** A site that gives nothing away, whatever is asked of it; robots.txt stays the usual one. */
const always = (id: string, answer: (site: Site, url: URL) => Page, rest: Partial<Shape> = {}): Shape => ({
  id,
  emails: nothing,
  phones: nothing,
  answer: (site, url) =>
    url.pathname === "/robots.txt" && id !== "dead" && id !== "lost" ? undefined : answer(site, url),
  ...rest,
});

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Sites that cannot or may not be read. */
export const unreachableShapes: Shape[] = [
  always("dead", () => ({ status: 522, body: "Connection timed out" })),
  always("lost", () => ({ drop: true }), { rare: true }),
  always("server-error", () => ({ status: 500, body: "Internal Server Error" })),
  always("not-found", () => htmlPage("<h1>404 Not Found</h1>", { status: 404 })),
  always("forbidden", () => htmlPage("<h1>403 Forbidden</h1>", { status: 403 })),
  always("redirect-loop", (_, url) => redirect(url.pathname === "/a" ? "/b" : "/a", 302)),
  always("parked", (site) =>
    htmlPage(
      documentOf(
        site,
        `<h1>${site.domain}</h1><p>This domain is for sale. Contact <a href="mailto:sales@domain-parking.example">our broker</a>.</p>`,
        { title: site.domain },
      ),
    ),
  ),
  always("pdf-home", () => ({ headers: { "content-type": "application/pdf" }, body: PDF })),
  always("false-gzip", (site) =>
    htmlPage(documentOf(site, mailto(mailbox(site))), {
      headers: { "content-type": "text/html", "content-encoding": "gzip" },
    }),
  ),
  always("drip", () => ({ headers: { "content-type": "text/html" }, drip: true }), { rare: true }),
  {
    id: "robots-forbid-all",
    emails: nothing,
    phones: nothing,
    parts: (site) => ({ home: mailto(mailbox(site)) }),
    answer: (_, url) =>
      url.pathname === "/robots.txt"
        ? { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /\n" }
        : undefined,
  },
];
