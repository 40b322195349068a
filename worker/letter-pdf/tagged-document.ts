import PdfKit from "pdfkit";
import type { MessageLanguage } from "../contract/field-schemas";
import type { LetterFonts } from "./letter-fonts";
import { formatPageNumber } from "./letter-texts";

/** Points of a millimetre. */
export const MM = 72 / 25.4;
export const A4 = { width: 210 * MM, height: 297 * MM };
export const SMALL_SIZE = 9;
export const INK = "#1a1a1a";
export const SOFT_INK = "#4a4a4a";
/** Height of a line, in sizes of the text. */
export const LINE_HEIGHT = 1.45;

export type Document = InstanceType<typeof PdfKit>;
export type Parent = ReturnType<Document["struct"]>;

interface DocumentPlan {
  language: MessageLanguage;
  title: string;
  author: string;
  subject: string;
  /** YYYY-MM-DD */
  createdOn: string;
  /** Size of the pages and their margins, in points. */
  page: { width: number; height: number };
  margins: { left: number; right: number; top: number; bottom: number };
}

/** A document that screen readers can read: what is written into it belongs into its structure or is an artifact. */
export function openTaggedDocument(
  { language, title, author, subject, createdOn, page, margins }: DocumentPlan,
  { regular, bold }: LetterFonts,
): Document {
  const options = {
    size: [page.width, page.height] as [number, number],
    margins,
    pdfVersion: "1.7" as const,
    lang: language,
    tagged: true,
    // Its types do not know this one.
    subset: "PDF/UA" as "PDF/A-1",
    displayTitle: true,
    bufferPages: true,
    // The library's own fonts are files that a Worker has not.
    font: "",
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      // Also the source of the file's ID: both follow from the text alone.
      CreationDate: new Date(createdOn),
    },
  };
  const doc = new PdfKit(options);
  doc.registerFont("regular", regular);
  doc.registerFont("bold", bold);
  escapeMetadata(doc);
  for (const font of ["bold", "regular"]) {
    // Spaces and hyphens of several kinds share a glyph; it is read back as the one that was met first.
    doc.font(font).widthOfString(" -");
  }
  doc.fillColor(INK);
  return doc;
}

/** pdfkit writes its XML with the texts as they are, after the same texts have gone into the file's other metadata. */
function escapeMetadata(doc: Document): void {
  const inner = doc as unknown as { endMetadata(): void };
  const endMetadata = inner.endMetadata.bind(doc);
  inner.endMetadata = () => {
    const { Title = "", Author = "", Subject = "" } = doc.info;
    Object.assign(doc.info, { Title: escapeXml(Title), Author: escapeXml(Author), Subject: escapeXml(Subject) });
    endMetadata();
  };
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The space that makes lines as high as they should be: those of the font are lower. */
export const toLineGap = (doc: Document, size: number) => ({
  lineGap: size * LINE_HEIGHT - doc.currentLineHeight(true),
});

/** Numbers the pages. They are no part of what is read aloud. @param right margin in points */
export function writePageNumbers(doc: Document, language: MessageLanguage, right: number): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.font("regular", SMALL_SIZE).fillColor(SOFT_INK);
    const text = formatPageNumber(language, page + 1, count);
    doc.markContent("Artifact", { type: "Pagination" });
    doc.text(text, doc.page.width - right - doc.widthOfString(text), doc.page.height - 15 * MM, { lineBreak: false });
    doc.endMarkedContent();
  }
}

export function collectBytes(doc: Document): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("error", reject);
    doc.on("end", () => {
      const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece, at);
        at += piece.byteLength;
      }
      resolve(bytes);
    });
  });
}
