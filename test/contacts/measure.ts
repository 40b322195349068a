/**
 * `npm run contacts:measure`: how well contacts are read off the labelled pages and sites, a table, or JSON with `--json`.
 * Misses are told of the tuning half only: who tunes on the test half measures nothing.
 */
import { parseArgs } from "node:util";
import "../../worker/search/contacts/plain-node.ts";
import { findSitePage, type Half, listPages, listSites } from "../data/contacts.ts";
import { count, emptyTally, precision, recall, type Tally } from "./score.ts";

const { extractContacts } = await import("../../worker/search/contacts/extract");
const { readSite } = await import("./read-sites.ts");

const {
  values: { json: asJson },
} = parseArgs({ options: { json: { type: "boolean", default: false } } });

type Row = { what: string; half: Half; number: number; emails: Tally; phones: Tally };
const rows: Row[] = [];
const misses: { where: string; technique: string; missing: string[]; extra: string[] }[] = [];

function rowOf(what: string, half: Half): Row {
  const known = rows.find((row) => row.what === what && row.half === half);
  if (known) return known;
  const row: Row = { what, half, number: 0, emails: emptyTally(), phones: emptyTally() };
  rows.push(row);
  return row;
}

type Contacts = { emails: readonly string[]; phones: readonly string[] };

function tell(what: string, half: Half, where: string, technique: string, expected: Contacts, found: Contacts): void {
  const row = rowOf(what, half);
  row.number += 1;
  const [emails, phones] = [
    count(row.emails, expected.emails, found.emails),
    count(row.phones, expected.phones, found.phones),
  ];
  const [missing, extra] = [
    [...emails.missing, ...phones.missing],
    [...emails.extra, ...phones.extra],
  ];
  if (half === "tuning" && technique !== "" && missing.length + extra.length > 0)
    misses.push({ where, technique, missing, extra });
}

const read = (html: string, url: string, country: string): Contacts => {
  const { emails, phones } = extractContacts(html, { url, country });
  return { emails: emails.map(({ value }) => value), phones: phones.map(({ value }) => value) };
};

for (const page of listPages())
  tell("pages", page.half, page.id, page.technique, page, read(page.html, page.url, page.country));
const asked = { tuning: 0, test: 0 };
for (const site of listSites()) {
  const found = await readSite(site);
  asked[site.half] += found.pages;
  tell("whole sites", site.half, site.domain, "site", site, found);
  tell(
    "home pages only",
    site.half,
    site.domain,
    "",
    site,
    read(findSitePage(site, "/") ?? "", `https://${site.domain}/`, site.country),
  );
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const figures = rows.map(({ what, half, number, emails, phones }) => ({
  what,
  half,
  number,
  emailRecall: rounded(recall(emails)),
  emailPrecision: rounded(precision(emails)),
  phoneRecall: rounded(recall(phones)),
  phonePrecision: rounded(precision(phones)),
  emails,
  phones,
}));

if (asJson) console.log(JSON.stringify({ figures, pagesAsked: asked, tuningMisses: misses }));
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
    `pages asked for, robots.txt left out: ${asked.tuning} of the tuning sites, ${asked.test} of the test sites`,
  );
}
