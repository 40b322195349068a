import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { z } from "zod";
import type { CvTextStatus } from "../../contract/account";
import { log } from "../../lib/log";
import { joinPages } from "./cv-pages";
import { hasPdfHeader } from "./cv-validation";
import { prescanPdf } from "./pdf-prescan";

const MAX_PAGES = 30;
/** pdf.js gives a page's text in chunks of about a hundred pieces. */
const MAX_CHUNKS_PER_PAGE = 2_000;
const MAX_TEXT_LENGTH = 60_000;
/**
 * Longest extraction, milliseconds; one chunk cannot be interrupted, so the invocation's own limit applies beyond that.
 * The timer includes time that the machine spends on others. Only a busy machine is that slow with a document of the
 * size of a CV, which must not count as complex for it; the scan and the counts above stop hostile documents.
 */
const LARGE_PDF_TIMEOUT_MS = 4_000;
const SMALL_PDF_TIMEOUT_MS = 20_000;
/** Largest file in bytes. A CV with its fonts is a few hundred kilobytes. */
const SMALL_PDF_BYTES = 2 * 1024 * 1024;
/** pdf.js runs from promise to promise and lets no timer run by itself. */
const CHUNKS_PER_YIELD = 10;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export interface PdfText {
  status: Exclude<CvTextStatus, "pending">;
  /** Empty unless `ok`; at most 60,000 characters, with a mark where each page begins. */
  text: string;
}

/**
 * Extracts the text of a PDF, in an invocation of its own. Never throws for the content of the file.
 * @param time milliseconds after which it counts as too complex; by default from its size
 */
export async function extractPdfText(bytes: Uint8Array, time?: number): Promise<PdfText> {
  if (!hasPdfHeader(bytes)) return { status: "invalid", text: "" };
  const screened = prescanPdf(bytes);
  if (typeof screened === "string") return { status: screened, text: "" };
  // Loaded before the timer starts: a new instance loads slowly.
  await getResolvedPDFJS();
  let opened: Pdf | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<PdfText>((resolve) => {
    timer = setTimeout(
      () => resolve({ status: "too_complex", text: "" }),
      time ?? (screened.volume <= SMALL_PDF_BYTES ? SMALL_PDF_TIMEOUT_MS : LARGE_PDF_TIMEOUT_MS),
    );
  });
  try {
    const reading = getDocumentProxy(screened.pdf, { verbosity: 0, disableFontFace: true }).then((pdf) =>
      toPdfText((opened = pdf)),
    );
    return await Promise.race([reading, tooLong]);
  } catch (error) {
    const name = error instanceof Error ? error.name : "Error";
    log("cv_unreadable", { error: name });
    return { status: name === "PasswordException" ? "encrypted" : "invalid", text: "" };
  } finally {
    clearTimeout(timer);
    // Also stops what would run on after its time.
    await opened?.loadingTask.destroy();
  }
}

async function toPdfText(pdf: Pdf): Promise<PdfText> {
  const text = joinPages((await readPages(pdf)).map(normalizeText))
    .slice(0, MAX_TEXT_LENGTH)
    .trimEnd()
    .toWellFormed();
  return /\p{L}{2}/u.test(text) ? { status: "ok", text } : { status: "no_text", text: "" };
}

async function readPages(pdf: Pdf): Promise<string[]> {
  const pages: string[] = [];
  let left = MAX_TEXT_LENGTH;
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && left > 0; number++) {
    // A page without text has no chunk to stop at.
    await scheduler.wait(0);
    const page = await readPage(pdf, number, left);
    left -= page.length;
    pages.push(page);
  }
  return pages;
}

const Chunk = z.object({
  items: z.array(z.object({ str: z.string().default(""), hasEOL: z.boolean().default(false) })),
});

async function readPage(pdf: Pdf, number: number, characters: number): Promise<string> {
  const page = await pdf.getPage(number);
  const reader: ReadableStreamDefaultReader<unknown> = page.streamTextContent().getReader();
  let text = "";
  for (let chunks = 0; ; chunks++) {
    const { done, value } = await reader.read();
    if (done) break;
    if (chunks % CHUNKS_PER_YIELD === 0) await scheduler.wait(0);
    for (const { str, hasEOL } of Chunk.parse(value).items) text += hasEOL ? `${str}\n` : str;
    if (chunks < MAX_CHUNKS_PER_PAGE && text.length < characters) continue;
    // pdf.js accepts only an Error as reason.
    await reader.cancel(new Error("enough"));
    break;
  }
  page.cleanup();
  return text;
}

/** Without control characters, with single spaces, and never more than one empty line. */
const normalizeText = (text: string): string =>
  text
    .replace(/[^\S\n]+/gu, " ")
    .replace(/[\p{Cc}\p{Co}\p{Cn}]/gu, (char) => (char === "\n" ? char : ""))
    .replace(/ ?\n ?/gu, "\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
