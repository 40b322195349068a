import { renderDocument, toMailbox, mailtoLink } from "../page-markup";
import type { Site } from "../site";
import { htmlPage, listNone, redirectPage, type SiteAnswer, type Shape } from "./shape";

/** A site that yields nothing on any page; robots.txt is the usual one. */
const unreachableShape = (
  id: string,
  answer: (site: Site, url: URL) => SiteAnswer,
  rest: Partial<Shape> = {},
): Shape => ({
  id,
  emails: listNone,
  phones: listNone,
  answer: (site, url) =>
    url.pathname === "/robots.txt" && id !== "dead" && id !== "lost" ? undefined : answer(site, url),
  ...rest,
});

const SMALL_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Sites that cannot or may not be crawled. */
export const unreachableShapes: Shape[] = [
  unreachableShape("dead", () => ({ status: 522, body: "Connection timed out" })),
  unreachableShape("lost", () => ({ drop: true }), { rare: true }),
  unreachableShape("server-error", () => ({ status: 500, body: "Internal Server Error" })),
  unreachableShape("not-found", () => htmlPage("<h1>404 Not Found</h1>", { status: 404 })),
  unreachableShape("forbidden", () => htmlPage("<h1>403 Forbidden</h1>", { status: 403 })),
  unreachableShape("redirect-loop", (_, url) => redirectPage(url.pathname === "/a" ? "/b" : "/a", 302)),
  unreachableShape("parked", (site) =>
    htmlPage(
      renderDocument(
        site,
        `<h1>${site.domain}</h1><p>This domain is for sale. Contact ` +
          '<a href="mailto:sales@domain-parking.example">our broker</a>.</p>',
        { title: site.domain },
      ),
    ),
  ),
  unreachableShape("pdf-home", () => ({ headers: { "content-type": "application/pdf" }, body: SMALL_PDF })),
  unreachableShape("false-gzip", (site) =>
    htmlPage(renderDocument(site, mailtoLink(toMailbox(site))), {
      headers: { "content-type": "text/html", "content-encoding": "gzip" },
    }),
  ),
  unreachableShape("drip", () => ({ headers: { "content-type": "text/html" }, drip: true }), { rare: true }),
  {
    id: "robots-forbid-all",
    emails: listNone,
    phones: listNone,
    parts: (site) => ({ home: mailtoLink(toMailbox(site)) }),
    answer: (_, url) =>
      url.pathname === "/robots.txt"
        ? { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /\n" }
        : undefined,
  },
];
