import { collectEmails } from "./emails";
import { applyElsewhere } from "./elsewhere";
import { scoredLinks } from "./links";
import { readPage } from "./page";
import { collectPhones } from "./numbers";
import { rankEmails } from "./rank";
import type { Contacts, PageOrigin } from "./types";

/**
 * Reads the contacts of one page: addresses and telephone numbers with how each was read, links of the same site worth
 * reading next, and whether the company wants applications elsewhere. Pure and linear; looks at the first 512 Ki characters;
 * never throws, whatever the HTML. Addresses come best first.
 * @param page.url the final address of the page, absolute http(s). @param page.country ISO-2 of the company's city.
 */
export function extractContacts(html: string, page: PageOrigin): Contacts {
  const read = readPage(html);
  const host = URL.canParse(page.url) ? new URL(page.url).hostname : "";
  const elsewhere = applyElsewhere(read, page.url);
  return {
    emails: rankEmails(collectEmails(read, host), host),
    phones: collectPhones(read, page.country),
    links: scoredLinks(read, page.url, page.country),
    ...(elsewhere ? { applyElsewhere: elsewhere } : {}),
  };
}
