import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../contacts", import.meta.url));

/** A small site written by hand, with the contacts a careful person finds on it. */
export interface LabelledSite {
  domain: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  emails: string[];
  /** E.164. */
  phones: string[];
}

/** The half of test/contacts/sites.tsv that nothing was tuned on. */
export function labelledSites(): LabelledSite[] {
  const [head = "", ...lines] = readFileSync(join(folder, "sites.tsv"), "utf8").trim().split("\n");
  const names = head.split("\t").map((name) => name.trim());
  const rows = lines.map((line) => new Map(line.split("\t").map((value, i) => [names[i] ?? "", value.trim()])));
  const listOf = (value: string | undefined) => (value ?? "").split(/[\s;,]+/u).filter((part) => part !== "");
  return rows
    .filter((row) => row.get("half") === "test")
    .map((row) => ({
      domain: row.get("domain") ?? "",
      country: row.get("country") ?? "",
      emails: listOf(row.get("emails")).map((email) => email.toLowerCase()),
      phones: listOf(row.get("phones")),
    }));
}

/** A page of such a site as a web server finds it: `/`, `/contact`, `/contact/` or `/contact.html`. */
export function readLabelledPage({ domain }: LabelledSite, path: string): Buffer | undefined {
  const own = decodeURIComponent(path).replace(/\/$/u, "");
  const names = own === "" ? ["index.html"] : [own, `${own}.html`, `${own}/index.html`];
  const name = names.find(
    (candidate) =>
      !candidate.includes("..") && /\.\w+$/u.test(candidate) && existsSync(join(folder, "sites", domain, candidate)),
  );
  return name === undefined ? undefined : readFileSync(join(folder, "sites", domain, name));
}
