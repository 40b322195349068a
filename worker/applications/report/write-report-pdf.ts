import { formatPhone } from "../../contacts/phones/format-phone";
import type { MessageLanguage } from "../../contract/field-schemas";
import { splitParagraphs, toPrintedLink } from "../../letter-pdf/letter";
import { loadLetterFonts } from "../../letter-pdf/letter-fonts";
import {
  A4,
  collectBytes,
  type Document,
  INK,
  LINE_HEIGHT,
  MM,
  openTaggedDocument,
  type Parent,
  toLineGap,
  writePageNumbers,
} from "../../letter-pdf/tagged-document";
import type { ReportDocument, ReportLine } from "./report";
import {
  formatLongDay,
  formatShortDay,
  formatWays,
  REPORT_COLUMNS,
  REPORT_TEXTS,
  type ReportColumn,
  toCells,
} from "./report-texts";

/** The table lies across; the messages stand upright. */
const WIDE_PAGE = { width: A4.height, height: A4.width };
const MARGINS = { left: 15 * MM, right: 15 * MM, top: 15 * MM, bottom: 20 * MM };
const LETTER_MARGINS = { left: 25 * MM, right: 20 * MM, top: 20 * MM, bottom: 25 * MM };

/** The kind is the same on every line, and the summary says it. */
type PrintedColumn = Exclude<ReportColumn, "kind">;
const isPrinted = (column: ReportColumn): column is PrintedColumn => column !== "kind";
const PRINTED_COLUMNS = REPORT_COLUMNS.filter(isPrinted);
/** Widths of the columns in millimetres, 267 together. The longest word of each language fits. */
const WIDTHS: Record<PrintedColumn, number> = {
  number: 9,
  day: 20,
  company: 44,
  town: 27,
  contact: 73,
  way: 22,
  state: 24,
  answered_on: 22,
  recorded: 26,
};
const CELL_SIZE = 8;
const CELL_LINE_HEIGHT = 1.3;
const CELL_PADDING = 1.2 * MM;
/** Space between paragraphs of a message, beside that of any text. */
const PARAGRAPH_GAP = 1.5 * MM;
const TITLE_SIZE = 18;
const HEADING_SIZE = 12;
const TEXT_SIZE = 9.5;
/** Its types do not know this one. */
const COLUMN_SCOPE = { scope: "Column" } as object;
const HEAD_FILL = "#efece4";
const RULE = "#c9c4b6";
/** Characters of a name or an address that are printed: a cell is never longer than a page. */
const MAX_CELL = 140;
/** A heading stands on the same page as so many lines of its text. */
const KEPT_LINES = 4;

/** Writes the record as a tagged PDF. The same record of the same day has the same bytes. */
export async function writeReportPdf(document: ReportDocument): Promise<Uint8Array> {
  const { report, language, madeOn } = document;
  const texts = REPORT_TEXTS[language];
  const fonts = await loadLetterFonts();
  const print = (text: string) => fonts.toPrintable(text).trim();
  const name = print(document.name);
  const { from, to, zone } = report.span;
  const span = texts.span(formatLongDay(language, from), formatLongDay(language, to));
  const doc = openTaggedDocument(
    {
      language,
      title: [texts.title, name].filter((part) => part !== "").join(" – "),
      author: name,
      subject: span,
      createdOn: madeOn,
      page: WIDE_PAGE,
      margins: MARGINS,
    },
    fonts,
  );
  const written = collectBytes(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);

  const { summary, lines } = report;
  writeText(doc, root, "H1", texts.title);
  for (const text of [name, span, texts.madeOn(formatLongDay(language, madeOn))]) writeText(doc, root, "P", text);
  writeText(doc, root, "H2", texts.summary);
  const ways = formatWays(language, summary);
  for (const text of [
    texts.applications(summary.applications, summary.companies) + (ways === "" ? "" : ` (${ways})`),
    texts.answered(summary.answered, summary.companies),
    ...(summary.unconfirmed > 0 ? [texts.unconfirmed(summary.unconfirmed)] : []),
  ])
    writeText(doc, root, "P", text);
  writeText(doc, root, "H2", texts.list);
  writeTable(doc, root, lines, language, print);
  writeText(doc, root, "H2", texts.records);
  for (const note of texts.recordNotes(name, zone)) writeText(doc, root, "P", note);
  writeLetters(doc, root, lines, language, print);
  root.end();
  writePageNumbers(doc, language, MARGINS.right);
  doc.end();
  return written;
}

/** The free height of the page, in points. */
const getRoom = (doc: Document): number => doc.page.height - doc.page.margins.bottom - doc.y;

/** Styles of headings and text: size, and space above in points. */
const STYLES = {
  H1: { font: "bold", size: TITLE_SIZE, above: 0 },
  H2: { font: "bold", size: HEADING_SIZE, above: 5 * MM },
  H3: { font: "bold", size: TEXT_SIZE + 1, above: 6 * MM },
  P: { font: "regular", size: TEXT_SIZE, above: 1 * MM },
} as const;

/** @param lang of the text, where it is another than the document's */
function writeText(doc: Document, parent: Parent, tag: keyof typeof STYLES, text: string, lang?: string): void {
  const { font, size, above } = STYLES[tag];
  doc.font(font, size).fillColor(INK);
  const { left, right, top } = doc.page.margins;
  const options = { width: doc.page.width - left - right, ...toLineGap(doc, size) };
  if (doc.y > top) doc.y += above;
  const kept = tag === "P" ? 1 : KEPT_LINES;
  if (getRoom(doc) < kept * size * LINE_HEIGHT) doc.addPage();
  parent.add(doc.struct(tag, lang === undefined ? {} : { lang }, [() => void doc.text(text, left, doc.y, options)]));
}

interface Row {
  cells: readonly string[];
  font: "regular" | "bold";
}

function writeTable(
  doc: Document,
  root: Parent,
  lines: readonly ReportLine[],
  language: MessageLanguage,
  print: (text: string) => string,
): void {
  const { columns } = REPORT_TEXTS[language];
  const table = doc.struct("Table");
  root.add(table);
  const head: Row = { cells: PRINTED_COLUMNS.map((column) => columns[column]), font: "bold" };
  doc.y += 2 * MM;
  writeRow(doc, head, measureRow(doc, head), table);
  for (const [at, line] of lines.entries()) {
    const cells = toPrintedCells(line, at + 1, language, print);
    cells.contact = breakAddress(doc, cells.contact);
    const row: Row = { cells: PRINTED_COLUMNS.map((column) => cells[column] || "–"), font: "regular" };
    const height = measureRow(doc, row);
    if (height > getRoom(doc)) {
      doc.addPage();
      // Seen again on each page, read aloud once.
      writeRow(doc, head, measureRow(doc, head), null);
    }
    writeRow(doc, row, height, table);
  }
  table.end();
}

function toPrintedCells(
  line: ReportLine,
  number: number,
  language: MessageLanguage,
  print: (text: string) => string,
): Record<ReportColumn, string> {
  const contact =
    line.way === "phone"
      ? formatPhone(line.contact)
      : line.way === "email"
        ? line.contact
        : toPrintedLink(line.contact);
  const shorten = (text: string) => (text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text);
  return {
    ...toCells(line, number, language),
    company: print(shorten(line.company)),
    town: print(shorten(line.town)),
    contact: print(shorten(contact)),
  };
}

/** An address that is too long for its cell breaks before its domain, not where the line ends. */
function breakAddress(doc: Document, address: string): string {
  doc.font("regular", CELL_SIZE);
  return doc.widthOfString(address) > toCellWidth("contact") ? address.replace("@", "\n@") : address;
}

const toCellWidth = (column: PrintedColumn): number => WIDTHS[column] * MM - 2 * CELL_PADDING;

/** Sets the font of a row. @returns how its texts are set, but for their width */
function setRowFont(doc: Document, { font }: Row) {
  doc.font(font, CELL_SIZE).fillColor(INK);
  return { lineGap: CELL_SIZE * CELL_LINE_HEIGHT - doc.currentLineHeight(true) };
}

function measureRow(doc: Document, row: Row): number {
  const options = setRowFont(doc, row);
  const heights = PRINTED_COLUMNS.map((column, at) => {
    const text = row.cells[at] ?? "";
    const width = toCellWidth(column);
    return doc.widthOfString(text) <= width
      ? CELL_SIZE * CELL_LINE_HEIGHT
      : doc.heightOfString(text, { ...options, width });
  });
  return Math.max(...heights) + 2 * CELL_PADDING;
}

/** @param table null: what is written is no part of the structure */
function writeRow(doc: Document, row: Row, height: number, table: Parent | null): void {
  const top = doc.y;
  const { left, right } = doc.page.margins;
  const isHead = row.font === "bold";
  doc.markContent("Artifact", { type: "Layout" });
  if (isHead) doc.rect(left, top, doc.page.width - left - right, height).fill(HEAD_FILL);
  doc
    .moveTo(left, top + height)
    .lineTo(doc.page.width - right, top + height)
    .lineWidth(0.5)
    .stroke(RULE);
  doc.endMarkedContent();

  const options = setRowFont(doc, row);
  const element = table && doc.struct("TR");
  if (table && element) table.add(element);
  else doc.markContent("Artifact", { type: "Pagination" });
  let x = left;
  for (const [at, column] of PRINTED_COLUMNS.entries()) {
    const [text, cellX] = [row.cells[at] ?? "", x + CELL_PADDING];
    const write = () => void doc.text(text, cellX, top + CELL_PADDING, { ...options, width: toCellWidth(column) });
    if (element) element.add(isHead ? doc.struct("TH", COLUMN_SCOPE, [write]) : doc.struct("TD", {}, [write]));
    else write();
    x += WIDTHS[column] * MM;
  }
  if (element) element.end();
  else doc.endMarkedContent();
  doc.x = left;
  doc.y = top + height;
}

/** The messages that were sent, on upright pages, each under the number of its line. */
function writeLetters(
  doc: Document,
  root: Parent,
  lines: readonly ReportLine[],
  language: MessageLanguage,
  print: (text: string) => string,
): void {
  const texts = REPORT_TEXTS[language];
  const sent = lines.flatMap((line, at) => (line.letter ? [{ line, letter: line.letter, number: at + 1 }] : []));
  if (sent.length === 0) return;
  // Further pages are as the last one was opened.
  Object.assign(doc.options, { size: [A4.width, A4.height], margins: LETTER_MARGINS });
  doc.addPage();
  writeText(doc, root, "H2", texts.annex);
  for (const { line, letter, number } of sent) {
    const heading = `${texts.columns.number} ${number} – ${line.company}, ${formatShortDay(language, line.day)}`;
    writeText(doc, root, "H3", print(heading));
    writeText(doc, root, "P", print(`${texts.to}${texts.colon}${line.contact}`));
    writeText(doc, root, "P", print(`${texts.subject}${texts.colon}${letter.subject}`));
    const lang = letter.language === null || letter.language === language ? undefined : letter.language;
    for (const paragraph of splitParagraphs(print(letter.text), "")) {
      doc.y += PARAGRAPH_GAP;
      writeText(doc, root, "P", paragraph, lang);
    }
  }
}
