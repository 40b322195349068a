import "../../../tools/node-loader.ts";
import { findSitePage, type Half, listPages, listSites } from "../../data/contacts.ts";
import { defineBench } from "../../harness/cli.ts";
import type { Measured } from "../../harness/report.ts";
import { countMatches, createTally, computePrecision, computeRecall, type Tally } from "./precision-recall.ts";

const { extractContacts } = await import("../../../worker/contacts/extract-contacts");
const { crawlLabelledSite } = await import("./read-labelled-site.ts");

interface MeasuredRow {
  count: number;
  emails: Tally;
  phones: Tally;
}
interface Contacts {
  emails: readonly string[];
  phones: readonly string[];
}
interface Case {
  where: string;
  half: Half;
  expected: Contacts;
  found: Contacts;
  /** How the page hides its contacts; without it a miss is not printed. */
  technique?: string;
}

const formatList = (title: string, values: string[]) => (values.length > 0 ? `  ${title} ${values.join(" ")}` : "");
const roundToThousandth = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Compares contacts with their labels. Misses of the test half are not printed: tuning on it would spoil the measure.
 */
class ContactTable {
  readonly #rows: Record<string, MeasuredRow> = {};
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(title: string, { where, half, expected, found, technique }: Case): void {
    const row = (this.#rows[`${title}, ${half}`] ??= { count: 0, emails: createTally(), phones: createTally() });
    row.count += 1;
    const misses = [
      countMatches(row.emails, expected.emails, found.emails),
      countMatches(row.phones, expected.phones, found.phones),
    ];
    const missing = misses.flatMap((miss) => miss.missing);
    const extra = misses.flatMap((miss) => miss.extra);
    if (half !== "tuning" || technique === undefined || missing.length + extra.length === 0) return;
    this.#print(`${where} (${technique})${formatList("missing", missing)}${formatList("extra", extra)}`);
  }

  toMeasured(): Measured {
    return {
      title: "Contacts beside their labels",
      how: "Share of the labelled contacts found (recall), and of the contacts found that are labelled (precision).",
      table: {
        columns: ["number", "e-mails", "recall", "precision", "phones", "recall", "precision"],
        rows: Object.fromEntries(
          Object.entries(this.#rows).map(([name, { count, emails, phones }]) => [
            name,
            [
              count,
              ...[emails, phones].flatMap((tally) => [
                tally.expected,
                roundToThousandth(computeRecall(tally)),
                roundToThousandth(computePrecision(tally)),
              ]),
            ],
          ]),
        ),
      },
      figures: [],
    };
  }
}

const extractValues = (html: string, url: string, country: string): Contacts => {
  const { emails, phones } = extractContacts(html, { url, country });
  return { emails: emails.map(({ value }) => value), phones: phones.map(({ value }) => value) };
};

/** How well contacts are read off the labelled pages and sites. */
async function measureContacts(print: (line: string) => void): Promise<Measured> {
  const table = new ContactTable(print);
  for (const page of listPages()) {
    const found = extractValues(page.html, page.url, page.country);
    table.add("pages", { where: page.id, half: page.half, technique: page.technique, expected: page, found });
  }
  const pagesRead = { tuning: 0, test: 0 };
  for (const site of listSites()) {
    const { domain, half, country } = site;
    const found = await crawlLabelledSite(site);
    pagesRead[half] += found.pages;
    table.add("whole sites", { where: domain, half, technique: "site", expected: site, found });
    const homePage = extractValues(findSitePage(site, "/") ?? "", `https://${domain}/`, country);
    table.add("home pages only", { where: domain, half, expected: site, found: homePage });
  }
  const measured = table.toMeasured();
  const counts = (["tuning", "test"] as const).map((half) => ({
    name: `pages read of the ${half} sites, robots.txt not counted`,
    value: pagesRead[half],
    unit: "",
  }));
  return { ...measured, figures: counts };
}

export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: { contacts: (_, { print }) => measureContacts(print) },
});
