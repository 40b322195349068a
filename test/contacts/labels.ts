import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;

/** Pages of the tuning half may be looked at while the reader is made; those of the test half only count. */
export type Half = "tuning" | "test";

export interface LabelledPage {
  file: string;
  url: string;
  country: string;
  half: Half;
  technique: string;
  emails: string[];
  phones: string[];
  html: string;
}

export interface LabelledSite {
  domain: string;
  country: string;
  half: Half;
  emails: string[];
  phones: string[];
}

function rowsOf(file: string): Map<string, string>[] {
  const [head = "", ...lines] = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
  const names = head.split("\t").map((name) => name.trim());
  return lines.map((line) => new Map(line.split("\t").map((cell, place) => [names[place] ?? "", cell.trim()])));
}

const list = (cell: string | undefined): string[] => (cell ?? "").split(/\s+/).filter(Boolean);

function halfOf(row: Map<string, string>): Half {
  const half = row.get("half");
  if (half !== "tuning" && half !== "test") throw new Error(`a half is "tuning" or "test", not "${String(half)}"`);
  return half;
}

/** Every page of the labelled set, as its authors wrote and labelled it. */
export function labelledPages(): LabelledPage[] {
  const files = readdirSync(folder)
    .filter((name) => /^labels-\w+\.tsv$/.test(name))
    .sort();
  return files.flatMap(rowsOf).map((row) => {
    const file = row.get("file") ?? "";
    return {
      file,
      url: row.get("url") ?? "",
      country: row.get("country") ?? "",
      half: halfOf(row),
      technique: row.get("technique") ?? "",
      emails: list(row.get("emails")).map((email) => email.toLowerCase()),
      phones: list(row.get("phones")),
      html: readFileSync(join(folder, "pages", file), "utf8"),
    };
  });
}

export function labelledSites(): LabelledSite[] {
  return rowsOf("sites.tsv").map((row) => ({
    domain: row.get("domain") ?? "",
    country: row.get("country") ?? "",
    half: halfOf(row),
    emails: list(row.get("emails")).map((email) => email.toLowerCase()),
    phones: list(row.get("phones")),
  }));
}

/** What a web server would answer for a path of a labelled site: `/`, `/contact/`, `/contact.html`; undefined for nothing. */
export function fileOfSite(domain: string, pathname: string): string | undefined {
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "");
  const candidates = path === "" ? ["index.html"] : [path, `${path}.html`, `${path}/index.html`];
  const found = candidates
    .map((name) => join(folder, "sites", domain, name))
    .find((name) => /\.\w+$/.test(name) && name.startsWith(folder) && existsSync(name));
  return found === undefined ? undefined : readFileSync(found, "utf8");
}
