/**
 * `npm run contacts:measure`: how well contacts are read off the labelled pages and sites, a table, or JSON with `--json`.
 * Misses are told of the tuning half only: who tunes on the test half measures nothing.
 */
import { parseArgs } from "node:util";
import "../../../tools/node-loader.ts";
import { findSitePage, type Half, listPages, listSites } from "../../data/contacts.ts";
import { countMatches, createTally, computePrecision, computeRecall, type Tally } from "./precision-recall.ts";

const { extractContacts } = await import("../../../worker/contacts/extract-contacts");
const { crawlLabelledSite: readSite } = await import("./read-labelled-site.ts");

const {
  values: { json: asJson },
} = parseArgs({ options: { json: { type: "boolean", default: false } } });

type MeasuredRow = { what: string; half: Half; number: number; emails: Tally; phones: Tally };
const rows: MeasuredRow[] = [];
const misses: { where: string; technique: string; missing: string[]; extra: string[] }[] = [];

function findOrAddRow(what: string, half: Half): MeasuredRow {
  const known = rows.find((row) => row.what === what && row.half === half);
  if (known) return known;
  const row: MeasuredRow = { what, half, number: 0, emails: createTally(), phones: createTally() };
  rows.push(row);
  return row;
}

type Contacts = { emails: readonly string[]; phones: readonly string[] };

function recordResult(
  what: string,
  half: Half,
  where: string,
  technique: string,
  expected: Contacts,
  found: Contacts,
): void {
  const row = findOrAddRow(what, half);
  row.number += 1;
  const [emails, phones] = [
    countMatches(row.emails, expected.emails, found.emails),
    countMatches(row.phones, expected.phones, found.phones),
  ];
  const [missing, extra] = [
    [...emails.missing, ...phones.missing],
    [...emails.extra, ...phones.extra],
  ];
  if (half === "tuning" && technique !== "" && missing.length + extra.length > 0)
    misses.push({ where, technique, missing, extra });
}

const extractValues = (html: string, url: string, country: string): Contacts => {
  const { emails, phones } = extractContacts(html, { url, country });
  return { emails: emails.map(({ value }) => value), phones: phones.map(({ value }) => value) };
};

for (const page of listPages())
  recordResult("pages", page.half, page.id, page.technique, page, extractValues(page.html, page.url, page.country));
const pagesRead = { tuning: 0, test: 0 };
for (const site of listSites()) {
  const found = await readSite(site);
  pagesRead[site.half] += found.pages;
  recordResult("whole sites", site.half, site.domain, "site", site, found);
  recordResult(
    "home pages only",
    site.half,
    site.domain,
    "",
    site,
    extractValues(findSitePage(site, "/") ?? "", `https://${site.domain}/`, site.country),
  );
}

const roundToThousandth = (value: number): number => Math.round(value * 1000) / 1000;
const figures = rows.map(({ what, half, number, emails, phones }) => ({
  what,
  half,
  number,
  emailRecall: roundToThousandth(computeRecall(emails)),
  emailPrecision: roundToThousandth(computePrecision(emails)),
  phoneRecall: roundToThousandth(computeRecall(phones)),
  phonePrecision: roundToThousandth(computePrecision(phones)),
  emails,
  phones,
}));

if (asJson) console.log(JSON.stringify({ figures, pagesAsked: pagesRead, tuningMisses: misses }));
else {
  for (const { where, technique, missing, extra } of misses)
    console.log(
      `${where} (${technique})${missing.length > 0 ? `  missing ${missing.join(" ")}` : ""}${extra.length > 0 ? `  extra ${extra.join(" ")}` : ""}`,
    );
  console.table(
    figures.map(({ emails, phones, ...figure }) => ({
      ...figure,
      expected: `${emails.expected} + ${phones.expected}`,
    })),
  );
  console.log(
    `pages asked for, robots.txt left out: ${pagesRead.tuning} of the tuning sites, ${pagesRead.test} of the test sites`,
  );
}
