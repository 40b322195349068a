import type { MessageLanguage } from "../contract/field-schemas";
import { type Letter, splitParagraphs } from "./letter";
import { type LetterFonts, loadLetterFonts } from "./letter-fonts";
import { formatPlaceAndDate, formatSubject, LETTER_NAMES } from "./letter-texts";
import {
  A4,
  collectBytes,
  type Document,
  INK,
  MM,
  openTaggedDocument,
  type Parent,
  SMALL_SIZE,
  SOFT_INK,
  LINE_HEIGHT,
  toLineGap,
  writePageNumbers,
} from "./tagged-document";

const PAGE = A4;
/** DIN 5008; the others take the same. */
const MARGINS = { left: 25 * MM, right: 20 * MM, top: 25 * MM, bottom: 25 * MM };
const TEXT_WIDTH = PAGE.width - MARGINS.left - MARGINS.right;
/** Sizes of the text in points, from the usual one to the smallest that keeps a letter on one page. */
const TEXT_SIZES = [11, 10.5, 10, 9.5] as const;
/** Space between paragraphs and above the text, in sizes of the text. */
const PARAGRAPH_GAP = 0.75;
const HEADING_GAP = 1.2;
/** A paragraph near the end of a page begins there if so many of its lines do. */
const KEPT_LINES = 3;

const LOOKS = {
  name: { font: "bold", size: 15, ink: INK },
  text: { font: "regular", size: TEXT_SIZES[0], ink: INK },
  small: { font: "regular", size: SMALL_SIZE, ink: SOFT_INK },
} as const;

/** Lines at a place of the first page. */
interface Block {
  lines: readonly string[];
  /** Millimetres from the left and upper edge, and the width. */
  x: number;
  y: number;
  width: number;
  look: keyof typeof LOOKS;
}

interface Layout {
  /** In the order in which they are read. Empty ones take no place. */
  blocks: readonly Block[];
  /** Millimetres from the upper edge; further down where a block is longer than usual. */
  subjectY: number;
}

/** The blocks above the subject, and where it stands. */
const LAYOUTS: Record<MessageLanguage, (letter: Letter, date: string) => Layout> = {
  /** Sender at the upper left, recipient at the right, then place and date. */
  fr: ({ sender, recipient }, date) => ({
    blocks: [
      { lines: [sender.name], x: 25, y: 20, width: 80, look: "name" },
      { lines: [...sender.address, ...sender.contacts], x: 25, y: 28, width: 80, look: "small" },
      { lines: recipient, x: 110, y: 50, width: 80, look: "text" },
      { lines: [date], x: 110, y: 74, width: 80, look: "text" },
    ],
    subjectY: 90,
  }),
  /** DIN 5008, form B: the address stands in the window of an envelope, contacts and date beside it. */
  de: ({ sender, recipient }, date) => ({
    blocks: [
      { lines: [sender.name], x: 25, y: 18, width: 165, look: "name" },
      { lines: [sender.address.join(" · ")], x: 25, y: 26, width: 165, look: "small" },
      { lines: recipient, x: 25, y: 62.7, width: 80, look: "text" },
      { lines: sender.contacts, x: 125, y: 50, width: 65, look: "small" },
      { lines: [date], x: 125, y: 82, width: 65, look: "text" },
    ],
    subjectY: 103.4,
  }),
  /** Everything at the left. */
  en: ({ sender, recipient }, date) => ({
    blocks: [
      { lines: [sender.name], x: 25, y: 20, width: 165, look: "name" },
      {
        lines: [sender.address.join(", "), sender.contacts.join(" · ")],
        x: 25,
        y: 28,
        width: 165,
        look: "small",
      },
      { lines: [date], x: 25, y: 48, width: 165, look: "text" },
      { lines: recipient, x: 25, y: 60, width: 100, look: "text" },
    ],
    subjectY: 80,
  }),
};

/** Writes the letter as a tagged PDF. The same letter of the same day has the same bytes. @param day YYYY-MM-DD */
export async function writeLetterPdf(given: Letter, day: string): Promise<Uint8Array> {
  const fonts = await loadLetterFonts();
  const letter = toPrintableLetter(given, fonts);
  const doc = openLetter(letter, day, fonts);
  const written = collectBytes(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);

  const { blocks, subjectY } = LAYOUTS[letter.language](letter, formatPlaceAndDate(letter.language, letter.place, day));
  const ends = blocks.map((block) => writeBlock(doc, root, block));
  const startY = Math.max(subjectY * MM, ...ends.map((end) => end + 10 * MM));
  writeText(doc, root, letter, startY);
  root.end();
  // A letter of one page bears no number.
  if (doc.bufferedPageRange().count > 1) writePageNumbers(doc, letter.language, MARGINS.right);
  doc.end();
  return written;
}

const toPrintableLetter = (letter: Letter, { toPrintable }: LetterFonts): Letter => {
  const toLines = (lines: readonly string[]) =>
    lines.map((line) => toPrintable(line).trim()).filter((line) => line !== "");
  return {
    ...letter,
    sender: {
      name: toPrintable(letter.sender.name).trim(),
      address: toLines(letter.sender.address),
      contacts: toLines(letter.sender.contacts),
    },
    recipient: toLines(letter.recipient),
    place: toPrintable(letter.place).trim(),
    subject: toPrintable(letter.subject).trim(),
    text: toPrintable(letter.text),
  };
};

const openLetter = ({ language, sender, subject }: Letter, day: string, fonts: LetterFonts): Document =>
  openTaggedDocument(
    {
      language,
      title: [LETTER_NAMES[language], sender.name].filter((part) => part !== "").join(" – "),
      author: sender.name,
      subject,
      createdOn: day,
      page: PAGE,
      margins: MARGINS,
    },
    fonts,
  );

/** @returns where the block ends, in points */
function writeBlock(doc: Document, root: Parent, { lines, x, y, width, look }: Block): number {
  const shown = lines.filter((line) => line !== "");
  if (shown.length === 0) return 0;
  const { font, size, ink } = LOOKS[look];
  doc.font(font, size).fillColor(ink);
  const options = { width: width * MM, ...toLineGap(doc, size) };
  root.add(doc.struct("P", {}, [() => void doc.text(shown.join("\n"), x * MM, y * MM, options)]));
  doc.fillColor(INK);
  return doc.y;
}

/** Writes subject and text, in the largest size that keeps them on the page, or on several pages. */
function writeText(doc: Document, root: Parent, { language, subject, sender, text }: Letter, startY: number): void {
  const heading = subject === "" ? "" : formatSubject(language, subject);
  const paragraphs = splitParagraphs(text, sender.name);
  const measure = (size: number) => measureText(doc, heading, paragraphs, size);
  const room = PAGE.height - MARGINS.bottom - startY;
  const size = TEXT_SIZES.find((each) => measure(each) <= room) ?? TEXT_SIZES[0];

  doc.x = MARGINS.left;
  doc.y = startY;
  if (heading !== "") {
    doc.font("bold", size);
    root.add(doc.struct("H1", {}, [() => void doc.text(heading, { width: TEXT_WIDTH, ...toLineGap(doc, size) })]));
    doc.y += size * HEADING_GAP;
  }
  doc.font("regular", size);
  const options = { width: TEXT_WIDTH, ...toLineGap(doc, size) };
  for (const [at, paragraph] of paragraphs.entries()) {
    const rest = paragraphs.slice(at);
    // Closing and name stay together.
    const kept = rest.length <= 2 ? rest : [paragraph];
    const height = kept.reduce((sum, each) => sum + doc.heightOfString(each, options) + size * PARAGRAPH_GAP, 0);
    const left = PAGE.height - MARGINS.bottom - doc.y;
    if (Math.min(height - size * PARAGRAPH_GAP, size * LINE_HEIGHT * KEPT_LINES) > left) doc.addPage();
    root.add(doc.struct("P", {}, [() => void doc.text(paragraph, options)]));
    doc.y += size * PARAGRAPH_GAP;
  }
}

function measureText(doc: Document, heading: string, paragraphs: readonly string[], size: number): number {
  const measure = (text: string) => doc.heightOfString(text, { width: TEXT_WIDTH, ...toLineGap(doc, size) });
  doc.font("bold", size);
  const headingHeight = heading === "" ? 0 : measure(heading) + size * HEADING_GAP;
  doc.font("regular", size);
  return paragraphs.reduce((sum, text) => sum + measure(text) + size * PARAGRAPH_GAP, headingHeight - size);
}
