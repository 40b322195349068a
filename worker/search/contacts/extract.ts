import { aboutOf } from "./about";
import { applyElsewhere } from "./elsewhere";
import { collectEmails } from "./emails";
import { scoredLinks } from "./links";
import { collectPhones } from "./numbers";
import { siteOf } from "./own";
import { parsePage } from "./page";
import { rankEmails } from "./rank";
import { Strangers } from "./strangers";
import { readData } from "./structured";
import type { Contacts, PageOrigin } from "./types";

/**
 * Reads the contacts of one page: addresses and telephone numbers with how each was read, links of the same site worth
 * reading next, and whether the company wants applications elsewhere. Pure and linear; looks at the first 512 Ki characters;
 * never throws, whatever the HTML. Addresses come best first.
 * @param page.url the final address of the page, absolute http(s). @param page.country ISO-2 of the company's city.
 */
export function extractContacts(html: string, page: PageOrigin): Contacts {
  return readPage(html, page).contacts;
}

/** All that is wanted of a page in one reading: its contacts, and what it says of its company (see about.ts). */
export function readPage(html: string, { url, country, own }: PageOrigin): { contacts: Contacts; about: string } {
  const site = siteOf(url, country, own);
  const page = parsePage(html, site.domain);
  const strangers = new Strangers(page, site);
  const data = readData(page.scripts);
  const found = collectEmails(page, site, data, strangers);
  const elsewhere = applyElsewhere(page, site);
  return {
    contacts: {
      emails: rankEmails(found.emails, site.host),
      phones: collectPhones(page, site, data, { ...found, strangers }),
      links: scoredLinks(page, site),
      ...(elsewhere ? { applyElsewhere: elsewhere } : {}),
    },
    about: aboutOf(page),
  };
}
