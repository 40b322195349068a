import { formatPhone } from "../../contacts/phones/format-phone";
import { ADDED_BY_USER } from "../../contract/companies";
import { LIMITS } from "../../contract/limits";
import { type FileQuery, type LineProblem, ListField, type ListPreview } from "../../contract/own-lists";
import type { OwnCompany } from "../../platform/search-rpc";
import { MAX_GIVEN_CONTACTS, toCompanyIdentity } from "../rules-same-company";
import { checkLine, type LineRules, type LineValues, type ValueProblem } from "./check-line";
import { decodeList } from "./decode-list";
import { type ListRow, readRows } from "./read-rows";
import { type ListColumns, recogniseColumns } from "./recognise-columns";

/** What a list holds. */
export interface ReadList extends Pick<ListPreview, "columns" | "has_header" | "problems"> {
  /** Each once. */
  companies: ListedCompany[];
}
interface ListedCompany {
  line: number;
  company: OwnCompany;
}

/** Rows that show what the columns hold. */
const SAMPLE_ROWS = 60;
const MAX_EXAMPLES = 2;
const MAX_EXAMPLE_CHARACTERS = 60;

/**
 * Reads a file: every row becomes a company or a problem.
 * @throws ApiError `list_unreadable`, `list_too_long`
 */
export function readListFile(bytes: Uint8Array, query: FileQuery, rules: LineRules): ReadList {
  const list = new ListBuilder(rules);
  let columns: ListColumns | undefined;
  const sample: ListRow[] = [];
  const readSample = (): void => {
    columns = chooseColumns(sample, query);
    list.columns = describeColumns(sample, columns);
    list.has_header = columns.hasHeader;
    for (const row of columns.hasHeader ? sample.slice(1) : sample) list.addRow(row, columns);
  };
  readRows(decodeList(bytes), (row) => {
    if (columns) list.addRow(row, columns);
    else if (sample.push(row) === SAMPLE_ROWS) readSample();
  });
  if (!columns) readSample();
  return list;
}

/**
 * Reads pasted addresses, divided by spaces, commas, tabs or lines. Words beside an address, up to the next comma, are
 * the company's name; the only address of a line may have its name before the comma, or after it.
 */
export function readPastedList(text: string, rules: LineRules): ReadList {
  const list = new ListBuilder(rules);
  for (const [index, row] of text.split(/\r\n|[\n\r\u2028\u2029]/u).entries()) {
    const groups = row
      .split(/[,;\t]+/u)
      .map(splitWords)
      .filter((words) => words.length > 0);
    const hasOneAddress = groups.flat().filter(isAddress).length === 1;
    for (const values of groups.flatMap(readGroup(hasOneAddress ? findLoneName(groups) : -1)))
      list.add(index + 1, values);
  }
  return list;
}

/** The group that names the only address of a line: the one before it, or after it; -1 for an address with a name. */
function findLoneName(groups: readonly string[][]): number {
  const at = groups.findIndex((words) => words.some(isAddress));
  if (readName(groups[at] ?? []) !== "") return -1;
  return [at - 1, at + 1].find((beside) => readName(groups[beside] ?? []) !== "") ?? -1;
}

/** Reads what stands between two commas: a company with its name, or several addresses. */
const readGroup =
  (loneName: number) =>
  (words: readonly string[], at: number, groups: readonly string[][]): LineValues[] => {
    if (at === loneName) return [];
    const [only, ...others] = words.filter(isAddress);
    const name = readName(words) || readName(groups[loneName] ?? []);
    if (only !== undefined && others.length === 0 && name !== "") return [{ name, ...toAddressValue(only) }];
    return only === undefined ? [toAddressValue(words.join(" "))] : words.map(toAddressValue);
  };

/** The words that are no address; empty for those without a letter. */
function readName(words: readonly string[]): string {
  const name = words.filter((word) => !isAddress(word)).join(" ");
  return /\p{L}/u.test(name) ? name : "";
}

const splitWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((word) => word.replace(/^[<("'«“•*-]+|[>)"'»”.:!?]+$/gu, ""))
    .filter((word) => word !== "");
const isAddress = (word: string): boolean => /[.:@]/u.test(word);

const toAddressValue = (part: string): LineValues => (/^[^/:]+@/u.test(part) ? { email: part } : { website: part });

class ListBuilder implements ReadList {
  readonly companies: ReadList["companies"] = [];
  readonly problems: ReadList["problems"] = [];
  columns: ReadList["columns"] = [];
  has_header = false;
  readonly #byIdentity = new Map<string, ListedCompany>();
  readonly #rules: LineRules;

  constructor(rules: LineRules) {
    this.#rules = rules;
  }

  addRow({ line, cells, problem }: ListRow, { fields }: ListColumns): void {
    if (problem !== null) {
      this.#addProblem(line, {
        field: null,
        value: shortenExample(cells.at(-1) ?? ""),
        reason: problem,
        refused: true,
      });
      return;
    }
    const values: LineValues = {};
    for (const [at, field] of fields.entries()) if (field !== null) values[field] = cells[at] ?? "";
    this.add(line, values);
  }

  add(line: number, values: LineValues): void {
    const { company, problems } = checkLine(values, this.#rules);
    for (const problem of problems) this.#addProblem(line, problem);
    if (!company) return;
    const identity = toIdentity(company);
    const first = this.#byIdentity.get(identity);
    if (first) {
      joinContacts(first.company, company);
      this.problems.push({ ...toRefused(line, company, "repeated"), first_line: first.line });
      return;
    }
    const listed = { line, company };
    if (identity !== "") this.#byIdentity.set(identity, listed);
    this.companies.push(listed);
  }

  #addProblem(line: number, problem: ValueProblem): void {
    this.problems.push({ line, ...problem });
  }
}

/** The key by which a search tells companies apart; empty for none. */
const toIdentity = (company: OwnCompany): string =>
  toCompanyIdentity({ ...company, source: ADDED_BY_USER }, company.country) ?? "";

/** An exhibition's list has a company on several lines, each with another person's address. */
function joinContacts(first: OwnCompany, other: OwnCompany): void {
  first.emails = [...new Set([...first.emails, ...other.emails])].slice(0, MAX_GIVEN_CONTACTS);
  first.phones = [...new Set([...first.phones, ...other.phones])].slice(0, MAX_GIVEN_CONTACTS);
}

const toRefused = (line: number, { name }: OwnCompany, reason: LineProblem) => ({
  line,
  field: null,
  value: name,
  reason,
  refused: true,
});

/** What the user chose wins over what is recognised. */
function chooseColumns(sample: ListRow[], { columns, header }: FileQuery): ListColumns {
  const recognised = recogniseColumns(sample.map(({ cells }) => cells));
  return {
    hasHeader: header === undefined ? recognised.hasHeader : header === "true",
    fields:
      columns === undefined
        ? recognised.fields
        : columns.split(",").map((name) => ListField.safeParse(name).data ?? null),
  };
}

function describeColumns(sample: ListRow[], { fields, hasHeader }: ListColumns): ReadList["columns"] {
  const [first] = sample;
  const body = hasHeader ? sample.slice(1) : sample;
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => ({
    header: hasHeader ? shortenExample(first?.cells[at] ?? "") : "",
    examples: body
      .map(({ cells }) => shortenExample(cells[at] ?? ""))
      .filter((value) => value !== "")
      .slice(0, MAX_EXAMPLES),
    field: fields[at] ?? null,
  }));
}

const shortenExample = (text: string): string =>
  text
    .slice(0, 2 * MAX_EXAMPLE_CHARACTERS)
    .trim()
    .replace(/\s+/gu, " ")
    .slice(0, MAX_EXAMPLE_CHARACTERS);

/** Companies that a preview shows. */
const PREVIEW_COMPANIES = 20;

export const countLists = (companies: number): number => Math.ceil(companies / LIMITS.companiesPerSearch);

/** Keys by which companies of the list may be known. */
export const listIdentities = ({ companies }: ReadList): string[] =>
  companies.map(({ company }) => toIdentity(company));

/** @param known keys of companies that the user has: the search finds them again, and leaves them as they are */
export function toPreview(
  { columns, has_header, companies, problems }: ReadList,
  known: ReadonlySet<string>,
): ListPreview {
  const isKnown = ({ company }: ListedCompany) => known.has(toIdentity(company));
  const fresh = companies.filter((listed) => !isKnown(listed));
  return {
    columns,
    has_header,
    companies: fresh.slice(0, PREVIEW_COMPANIES).map(({ line, company }) => ({
      line,
      name: company.name,
      website: company.website ?? "",
      email: company.emails.join(";"),
      phone: company.phones.map(formatPhone).join(";"),
      town: company.city,
    })),
    total: fresh.length,
    first: companies.slice(0, LIMITS.companiesPerSearch).filter((listed) => !isKnown(listed)).length,
    lists: countLists(companies.length),
    problems: [
      ...problems,
      ...companies.filter(isKnown).map(({ line, company }) => toRefused(line, company, "known")),
    ].toSorted((a, b) => a.line - b.line),
  };
}
