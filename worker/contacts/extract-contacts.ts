import { rankLinks } from "./choose-next-pages";
import type { PageContacts, PageOrigin } from "./contact-types";
import { collectEmails } from "./emails/collect-emails";
import { rankEmails } from "./emails/rank-emails";
import { findExternalApplication } from "./external-application";
import { type Page, parsePage } from "./html/parse-page";
import { readStructuredData } from "./html/structured-data";
import { toOwnSite } from "./ownership/own-domain";
import { ThirdParties } from "./ownership/third-parties";
import { collectPhones } from "./phones/collect-phones";

/**
 * Extracts the contacts of one page: addresses (best first) and phone numbers with their sources, links of the same
 * site worth reading next, and whether the company wants applications elsewhere. Pure, linear, never throws; reads the
 * first 512 Ki characters.
 * @param page.url the final address of the page, absolute http(s). @param page.country ISO-2 of the company's city.
 */
export function extractContacts(html: string, page: PageOrigin): PageContacts {
  return readPage(html, page).contacts;
}

/** The contacts of a page, and the page itself for other readers: it is parsed once. */
export function readPage(html: string, { url, country, own }: PageOrigin): { contacts: PageContacts; page: Page } {
  const site = toOwnSite(url, country, own);
  const page = parsePage(html, site.domain);
  const thirdParties = new ThirdParties(page, site);
  const data = readStructuredData(page.scripts);
  const found = collectEmails(page, site, data, thirdParties);
  const external = findExternalApplication(page, site);
  return {
    contacts: {
      emails: rankEmails(found.emails, site.host),
      phones: collectPhones(page, site, data, { ...found, thirdParties }),
      links: rankLinks(page, site),
      ...(external ? { applyElsewhere: external } : {}),
    },
    page,
  };
}
