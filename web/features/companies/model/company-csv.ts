import { ADDED_BY_USER, type Company } from "../../../../worker/contract/companies";

/** The columns of the export, in order. */
const CSV_COLUMNS = [
  "name",
  "website",
  "types",
  "city",
  "country",
  "emails",
  "phones",
  "subject",
  "message",
  "status",
  "sent_at",
  "favorite",
  "created_at",
  "source",
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** Texts that need the translator. */
interface CsvTexts {
  header: (column: CsvColumn) => string;
  typeNames: (company: Company) => string;
  status: (company: Company) => string;
  yes: string;
  /** Source of what the user added. */
  own: string;
}

const toCsvRow = (company: Company, words: CsvTexts): Record<CsvColumn, string> => ({
  name: company.name,
  website: company.website,
  types: words.typeNames(company),
  city: company.city,
  country: company.country,
  emails: company.email,
  phones: company.phone,
  subject: company.subject,
  message: company.message,
  status: words.status(company),
  sent_at: company.sent_at ?? "",
  favorite: company.favorited ? words.yes : "",
  created_at: company.created_at,
  source: company.source === ADDED_BY_USER ? words.own : company.source,
});

/** The dashboard as a table, header first. */
export const toCompanyTable = (companies: readonly Company[], words: CsvTexts): string[][] => [
  CSV_COLUMNS.map(words.header),
  ...companies.map((company) => Object.values(toCsvRow(company, words))),
];
