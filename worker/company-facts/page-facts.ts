import { decodeEntities } from "../contacts/emails/email-decoders";
import type { Page } from "../contacts/html/parse-page";
import type { CompanyFact } from "../contract/companies";
import { listNames } from "./company-names";
import { FactList } from "./fact-list";
import { iterateParagraphs } from "./page-sentences";
import { isLegalPage } from "./rules-sentence";
import { readStructuredFacts } from "./structured-facts";

const MAX_DESCRIPTION_CHARACTERS = 2_000;

/**
 * The facts that a page states about the company whose site it is: whole sentences word for word, at most 200
 * characters each, three of a kind and twelve in all. Pure, linear. Instructions, links and addresses are none.
 * @param url the final address of the page
 */
export function findPageFacts(page: Page, url: string): CompanyFact[] {
  const facts = new FactList(url);
  if (isLegal(page, url)) return [];
  const names = listNames(page, url);
  const { descriptions, facts: values } = readStructuredFacts(page.scripts);
  for (const text of [page.description, ...descriptions]) {
    const shown = decodeEntities(text.slice(0, MAX_DESCRIPTION_CHARACTERS)).replace(/\s+/gu, " ").trim();
    facts.addParagraph(shown, { names, summary: true });
  }
  for (const { kind, text } of values) facts.add(kind, text);
  for (const paragraph of iterateParagraphs(page)) facts.addParagraph(paragraph, { names, summary: false });
  return facts.list;
}

/** The facts of all pages of a site, in the order in which they were read. */
export function mergeFacts(pages: readonly (readonly CompanyFact[])[]): CompanyFact[] {
  const facts = new FactList("");
  for (const { kind, text, url } of pages.flat()) facts.add(kind, text, url);
  return facts.list;
}

const isLegal = ({ title }: Page, url: string): boolean =>
  isLegalPage(title) ||
  isLegalPage(URL.canParse(url) ? new URL(url).pathname.split("/").filter(Boolean).slice(-2).join(" ") : "");
