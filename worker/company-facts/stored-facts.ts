import type { CompanyFact } from "../contract/companies";
import { listNames } from "./company-names";
import { FactList, toKey } from "./fact-list";

/** Facts of a company in storage: those read, or what an older version kept of its first page. */
export const readStoredFacts = (
  stored: readonly CompanyFact[] | null | undefined,
  about: string,
  website: string,
): CompanyFact[] => (stored ? [...stored] : toFactsFromAbout(about, website));

const MAX_ABOUT_CHARACTERS = 2_000;

/** Earlier versions kept up to 600 characters of sentences of the first page. */
function toFactsFromAbout(about: string, website: string): CompanyFact[] {
  const facts = new FactList(website);
  const names = listNames({ title: "", siteName: "" }, website);
  for (const line of about.slice(0, MAX_ABOUT_CHARACTERS).split("\n"))
    facts.addParagraph(line.trim(), { names, summary: true });
  return facts.list;
}

/** The page that states a quote. @returns null when no fact holds it */
export function findFactUrl(facts: readonly CompanyFact[], quote: string): string | null {
  const wanted = toKey(quote);
  return wanted === "" ? null : (facts.find(({ text }) => toKey(text).includes(wanted))?.url ?? null);
}
