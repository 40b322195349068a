import { ExternalServiceError, type PageFetcher } from "../../../worker/platform/ports";
import { crawlSite } from "../../../worker/search/crawl/crawl-site";
import { HostQueue } from "../../../worker/search/crawl/host-queue";
import { findSitePage, type LabelledSite } from "../../data/contacts.ts";

/** The labelled sites as a web: every host answers with its pages, all others are unreachable. */
function createWebWith(site: LabelledSite, pages: { read: number }): PageFetcher {
  return {
    fetchPage: (address) => {
      const { hostname, pathname } = new URL(address);
      if (hostname.replace(/^www\./, "") !== site.domain)
        return Promise.reject(new ExternalServiceError("web", "unreachable", hostname));
      const text = findSitePage(site, pathname);
      if (!pathname.endsWith("robots.txt")) pages.read += 1;
      return Promise.resolve({
        url: address,
        status: text === undefined ? 404 : 200,
        text: text ?? "",
        contentType: "text/html",
        truncated: false,
      });
    },
  };
}

/**
 * What a search finds on a site, and how many pages it reads.
 */
export async function crawlLabelledSite(
  site: LabelledSite,
): Promise<{ emails: string[]; phones: string[]; pages: number }> {
  const pages = { read: 0 };
  const { contacts } = await crawlSite(
    { url: `https://${site.domain}/`, country: site.country },
    { web: createWebWith(site, pages), now: () => new Date(), hostQueue: new HostQueue(), hostDelayMs: 0 },
  );
  const listValues = (kind: "email" | "phone") =>
    contacts.filter((contact) => contact.kind === kind).map(({ value }) => value);
  return { emails: listValues("email"), phones: listValues("phone"), pages: pages.read };
}
