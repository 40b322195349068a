import { z } from "zod";
import { type LabelledSite, listSites } from "../../data/contacts.ts";
import type { Product } from "../../harness/product.ts";
import type { Measured } from "../../harness/report.ts";
import { SearchUser } from "../../harness/search-user.ts";
import type { BenchSetup } from "./bench-setup.ts";

/** Contacts found, by domain; telephone numbers by their last nine digits, which every spelling shares. */
type FoundContacts = Map<string, { emails: Set<string>; phones: Set<string> }>;

const lastDigits = (phone: string): string => phone.replaceAll(/\D/gu, "").slice(-9);

/**
 * The addresses found on whole sites: by the product, by Crawlee's recipe on every page, and on home pages alone.
 */
export async function measureRecall(setup: BenchSetup): Promise<Measured> {
  const sites = listSites("test");
  await setup.siteServer.set({ latencyMs: 0, labelled: true });
  const ours = await setup.withProduct("worker/index.ts", {}, (product) => searchSites(product, sites));
  const others = await setup.withCrawlee(async (crawlee) => {
    const { items } = await crawlee.crawl({
      urls: sites.map(({ domain }) => `http://${domain}/`),
      port: setup.siteServer.port,
      concurrency: 20,
      follow: "all",
    });
    return gatherContacts(items.map(({ url, emails, phones }) => ({ website: url, emails, phones })));
  });
  await setup.siteServer.set({ latencyMs: 0, labelled: true, homeOnly: true });
  const home = await setup.withProduct("worker/index.ts", {}, (product) => searchSites(product, sites));
  const [own, recipe, front] = [computeRecall(sites, ours), computeRecall(sites, others), computeRecall(sites, home)];
  return {
    title: `Contacts of ${sites.length} labelled sites that nothing was tuned on`,
    how: [
      "Share of the addresses and numbers that a careful person finds on a site.",
      "Crawlee reads every page that links and robots.txt allow; the product six at most.",
      "“home page” is the product on sites without other pages.",
    ].join(" "),
    figures: [
      { name: "addresses, ours", value: own.emails, unit: "" },
      { name: "addresses, Crawlee's recipe", value: recipe.emails, unit: "" },
      { name: "addresses, home page", value: front.emails, unit: "" },
      { name: "addresses, ours to Crawlee's", value: own.emails / recipe.emails, unit: "x", target: { atLeast: 1.3 } },
      { name: "addresses, ours to home page", value: own.emails / front.emails, unit: "x", target: { atLeast: 1.6 } },
      { name: "addresses that are wanted, ours", value: own.precision, unit: "" },
      { name: "addresses that are wanted, Crawlee's", value: recipe.precision, unit: "" },
      { name: "numbers, ours", value: own.phones, unit: "" },
      { name: "numbers, Crawlee's recipe", value: recipe.phones, unit: "" },
    ],
  };
}

/** One search a country, all at once. */
async function searchSites(product: Product, sites: LabelledSite[]): Promise<FoundContacts> {
  const Companies = z.object({
    companies: z.array(z.object({ website: z.string(), email: z.string(), phone: z.string() })),
  });
  const countries = [...new Set(sites.map(({ country }) => country))];
  const companies = await Promise.all(
    countries.map(async (country) => {
      const user = await SearchUser.register(product);
      const id = await user.start([`labelled ${country}`]);
      await user.waitForEnd(id, 250);
      return Companies.parse(await user.call("GET", `/api/search/${id}/companies?limit=500`)).companies;
    }),
  );
  if (companies.flat().length !== sites.length)
    throw new Error(`${companies.flat().length} of ${sites.length} sites were found`);
  return gatherContacts(
    companies
      .flat()
      .map(({ website, email, phone }) => ({ website, emails: email.split(";"), phones: phone.split(";") })),
  );
}

function gatherContacts(pages: { website: string; emails: string[]; phones: string[] }[]): FoundContacts {
  const found: FoundContacts = new Map();
  for (const { website, emails, phones } of pages) {
    const domain = new URL(website).hostname.replace(/^www\./u, "");
    const own = found.get(domain) ?? { emails: new Set(), phones: new Set() };
    for (const email of emails) if (email !== "") own.emails.add(email.toLowerCase());
    for (const phone of phones) if (phone !== "") own.phones.add(lastDigits(phone));
    found.set(domain, own);
  }
  return found;
}

function computeRecall(
  sites: LabelledSite[],
  found: FoundContacts,
): { emails: number; phones: number; precision: number } {
  const total = { emails: 0, phones: 0, foundEmails: 0, foundPhones: 0, extracted: 0 };
  for (const { domain, emails, phones } of sites) {
    const own = found.get(domain);
    total.emails += emails.length;
    total.phones += phones.length;
    total.foundEmails += emails.filter((email) => own?.emails.has(email)).length;
    total.foundPhones += phones.filter((phone) => own?.phones.has(lastDigits(phone))).length;
    total.extracted += own?.emails.size ?? 0;
  }
  return {
    emails: total.foundEmails / total.emails,
    phones: total.foundPhones / total.phones,
    precision: total.foundEmails / total.extracted,
  };
}
