import { OutsideError, type Web } from "../../worker/ports";
import { collect } from "../../worker/search/collect";
import { HostLanes } from "../../worker/search/host-lanes";
import { findSitePage, type LabelledSite } from "../data/contacts.ts";

/** The labelled sites as a web: every host answers with its pages, all others are unreachable. */
function webOf(site: LabelledSite, pages: { read: number }): Web {
  return {
    read: (address) => {
      const { hostname, pathname } = new URL(address);
      if (hostname.replace(/^www\./, "") !== site.domain)
        return Promise.reject(new OutsideError("web", "unreachable", hostname));
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

/** What the product's own collector finds on a site, reading as it does in a search, and how many pages it asked for. */
export async function readSite(site: LabelledSite): Promise<{ emails: string[]; phones: string[]; pages: number }> {
  const pages = { read: 0 };
  const { contacts } = await collect(
    { url: `https://${site.domain}/`, country: site.country },
    { web: webOf(site, pages), now: () => new Date(), lanes: new HostLanes(), hostDelayMs: 0 },
  );
  const valuesOf = (kind: "email" | "phone") =>
    contacts.filter((contact) => contact.kind === kind).map(({ value }) => value);
  return { emails: valuesOf("email"), phones: valuesOf("phone"), pages: pages.read };
}
