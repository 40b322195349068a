import type { ListField } from "../../contract/own-lists";
import { normalizeAddress } from "../../lib/email-address";
import { foldText } from "../../lib/fold-text";

/** What each column holds; null for nothing that is used. */
export interface ListColumns {
  fields: (ListField | null)[];
  /** The first row names the columns. */
  hasHeader: boolean;
}

/** Names of columns in French, English and German, folded: the whole name. The surest fields first. */
const NAMES: readonly (readonly [ListField, readonly string[]])[] = [
  ["email", ["e mail", "email", "mail", "courriel", "mel", "adresse mail", "adresse e mail", "adresse electronique"]],
  [
    "website",
    ["site", "site web", "site internet", "url", "web", "website", "homepage", "webseite", "internet", "lien"],
  ],
  ["phone", ["telephone", "tel", "phone", "telefon", "telefonnummer", "mobile", "portable", "handy", "numero", "fon"]],
  ["town", ["ville", "town", "city", "stadt", "ort", "commune", "localite", "standort", "sitz", "wohnort"]],
  ["name", ["nom", "entreprise", "societe", "raison sociale", "enseigne", "etablissement", "employeur", "exposant"]],
  ["name", ["name", "company", "organisation", "organization", "employer", "exhibitor"]],
  ["name", ["firma", "firmenname", "unternehmen", "betrieb", "arbeitgeber", "aussteller"]],
];
/** Words inside of a longer name: "Adresse e-mail du contact", "Site web de l'entreprise". */
const WORDS: readonly (readonly [ListField, RegExp])[] = [
  ["email", /\b(?:e ?mails?|mails?|courriel|mel)\b/u],
  ["website", /\b(?:site|web|website|webseite|url|homepage|internet|domaine?|internetadresse)\b/u],
  ["phone", /\b(?:telephone|tel|phone|telefon\w*|mobile|portable|handy|rufnummer)\b/u],
  ["town", /\b(?:ville|town|city|stadt|ort|commune|localite)\b/u],
  ["name", /\b(?:entreprises?|societe|company|firma|firmenname|unternehmen\w*|raison|exposants?|organi[sz]ation)\b/u],
];
/** Columns that certainly hold something else: a fax, a person. */
const OTHER = /\b(?:fax|telefax|prenom|first name|vorname|nachname|last name|ansprechpartner|contact person)\b/u;

/** Values looked at in each column, and the share of them that has to fit. */
const MAX_SAMPLES = 50;
const MIN_SHARE = 0.6;

const SITE = /^(?:https?:\/\/|www\.)\S+$|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?$/iu;
const CONTENT: readonly (readonly [ListField, (value: string) => boolean])[] = [
  ["email", (value) => normalizeAddress(value.replace(/^mailto:/iu, "")) !== null],
  ["website", (value) => SITE.test(value)],
  ["phone", (value) => /^[+(]?[\d\s()./-]{8,25}$/u.test(value) && value.replace(/\D/gu, "").length >= 8],
];

/**
 * Recognises columns by their names, and those without a known name by their values.
 * @param rows the first rows of the list
 */
export function recogniseColumns(rows: readonly (readonly string[])[]): ListColumns {
  const [first = []] = rows;
  const names = first.map(toKey);
  const named = recogniseNames(names);
  const hasHeader =
    named.some((field) => field !== null) && !first.some((cell) => CONTENT.some(([, fits]) => fits(cell.trim())));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const fields = Array.from({ length: width }, (_, at) => (hasHeader ? (named[at] ?? null) : null));
  const body = hasHeader ? rows.slice(1) : rows;
  const assign = (field: ListField, fits: (value: string) => boolean) => {
    if (fields.includes(field)) return;
    const at = fields.findIndex(
      (taken, index) =>
        taken === null &&
        !(hasHeader && OTHER.test(names[index] ?? "")) &&
        computeShare(body, index, fits) >= MIN_SHARE,
    );
    if (at >= 0) fields[at] = field;
  };
  for (const [field, fits] of CONTENT) assign(field, fits);
  // Without names the first column of words is the company's.
  if (!hasHeader) assign("name", (value) => /\p{L}{2}/u.test(value));
  return { fields, hasHeader };
}

const toKey = (header: string): string =>
  foldText(header)
    .replace(/[^a-z0-9]+/gu, " ")
    .trim();

/** Each field once: whole names before words inside of longer ones. */
function recogniseNames(names: readonly string[]): (ListField | null)[] {
  const fields: (ListField | null)[] = names.map(() => null);
  const assign = (field: ListField, fits: (name: string) => boolean) => {
    if (fields.includes(field)) return;
    const at = names.findIndex((name, index) => fields[index] === null && !OTHER.test(name) && fits(name));
    if (at >= 0) fields[at] = field;
  };
  for (const [field, known] of NAMES) assign(field, (name) => known.includes(name));
  for (const [field, words] of WORDS) assign(field, (name) => words.test(name));
  return fields;
}

function computeShare(rows: readonly (readonly string[])[], at: number, fits: (value: string) => boolean): number {
  const values = rows
    .slice(0, MAX_SAMPLES)
    .map((cells) => cells[at]?.trim() ?? "")
    .filter((value) => value !== "");
  return values.length === 0 ? 0 : values.filter(fits).length / values.length;
}
