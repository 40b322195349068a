import type { MessageLanguage } from "../contract/field-schemas";

/** What a letter on paper says. Its layout is that of its language. */
export interface Letter {
  language: MessageLanguage;
  sender: {
    name: string;
    /** Lines of the postal address; none where it is not known. */
    address: readonly string[];
    /** E-mail, telephone and links, in the order in which they stand. */
    contacts: readonly string[];
  };
  /** Name and place of the company, a line each. */
  recipient: readonly string[];
  /** The place before the date; empty for none. */
  place: string;
  subject: string;
  /** Salutation, paragraphs and closing; an empty line stands between paragraphs. */
  text: string;
}

const POSTCODE_AND_PLACE = /^(?:[A-Z]{1,2}[- ])?\d{4,5} (?<place>\p{L}.*)$/u;

/** The place in the lines of an address: what follows a postcode. Empty where none is found. */
export const findPlace = (address: readonly string[]): string =>
  address
    .flatMap((line) => POSTCODE_AND_PLACE.exec(line.trim())?.groups?.["place"] ?? [])
    .at(-1)
    ?.replace(/ cedex\b.*$/iu, "")
    .trim() ?? "";

/** The subject of a letter: the name that ends it in a mail stands above it on paper. */
export const toLetterSubject = (subject: string, name: string): string => {
  const end = name === "" ? undefined : [" – ", " — ", " - "].find((dash) => subject.endsWith(dash + name));
  return end === undefined ? subject : subject.slice(0, -(end.length + name.length)).trimEnd();
};

/** The name of the candidate ends most letters; one that has none of it gets it as its signature. */
export function splitParagraphs(text: string, name: string): string[] {
  const paragraphs = text
    .split(/\n[ \t]*\n/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  const isSigned = paragraphs.slice(-2).some((paragraph) => paragraph.includes(name));
  return isSigned || name === "" ? paragraphs : [...paragraphs, name];
}

/** A link as it is printed: without what a reader need not type. */
export const toPrintedLink = (link: string): string => link.replace(/^https:\/\/(?:www\.)?/u, "").replace(/\/$/u, "");
