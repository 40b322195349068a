import { deflateSync } from "node:zlib";

/** A stream of a PDF: its bytes, and its dictionary without the length. */
interface PdfStream {
  dictionary: string;
  bytes: Uint8Array;
}

const encodeLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const escapeText = (text: string): string => text.replace(/[\\()]/gu, "\\$&");

/** Compressed as most writers do. */
export const deflateStream = (bytes: Uint8Array, more = ""): PdfStream => ({
  dictionary: `/Filter /FlateDecode ${more}`,
  bytes: new Uint8Array(deflateSync(bytes)),
});
export const plainStream = (bytes: Uint8Array): PdfStream => ({ dictionary: "", bytes });

/** The drawing of lines of text, top down. */
export const drawText = (lines: string[]): Uint8Array =>
  encodeLatin1(`BT /F1 12 Tf 50 780 Td 16 TL ${lines.map((line) => `(${escapeText(line)}) Tj T*`).join("\n")} ET`);

/**
 * A small, valid PDF: one page a content stream, and any further objects.
 * @param resources joins those of every page
 * @param trailer joins the trailer's dictionary
 */
export function makePdf(
  contents: PdfStream[],
  { objects = [], trailer = "", resources = "" }: { objects?: PdfStream[]; trailer?: string; resources?: string } = {},
): Uint8Array<ArrayBuffer> {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const bodies: (string | PdfStream)[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...contents.flatMap((stream, index) => [
      [
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]",
        `/Resources << /Font << /F1 3 0 R >> ${resources} >> /Contents ${5 + 2 * index} 0 R >>`,
      ].join(" "),
      stream,
    ]),
    ...objects,
  ];
  const parts: Uint8Array[] = [encodeLatin1("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n")];
  let size = parts[0]?.byteLength ?? 0;
  const addPart = (part: Uint8Array) => {
    parts.push(part);
    size += part.byteLength;
  };
  const offsets = bodies.map((body, index) => {
    const at = size;
    addPart(encodeLatin1(`${index + 1} 0 obj\n`));
    if (typeof body === "string") addPart(encodeLatin1(body));
    else {
      addPart(encodeLatin1(`<< ${body.dictionary} /Length ${body.bytes.byteLength} >>\nstream\n`));
      addPart(body.bytes);
      addPart(encodeLatin1("\nendstream"));
    }
    addPart(encodeLatin1("\nendobj\n"));
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  addPart(
    encodeLatin1(
      [
        `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${table}trailer\n`,
        `<< /Size ${bodies.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF\n`,
      ].join(""),
    ),
  );
  const file = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.byteLength;
  }
  return file;
}

export const CV_LINES = ["Ana Martin", "D\u00e9veloppeuse TypeScript, 6 ans", "Lyon (France)"];

/** A CV of one page with real text, compressed. */
export const makeCvPdf = (lines: string[] = CV_LINES): Uint8Array<ArrayBuffer> =>
  makePdf([deflateStream(drawText(lines))]);

/** The same as the file a browser uploads. */
export const makeCvFile = (bytes: Uint8Array = makeCvPdf(), name = "CV Ana.pdf", type = "application/pdf"): File =>
  new File([new Uint8Array(bytes)], name, { type });

/** Bytes as ASCII85, end mark included. */
export function toAscii85(data: Uint8Array): string {
  let out = "";
  for (let at = 0; at < data.length; at += 4) {
    const group = data.subarray(at, at + 4);
    let value = [...group, 0, 0, 0].slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value === 0 && group.length === 4) {
      out += "z";
      continue;
    }
    const digits: number[] = [];
    for (let digit = 0; digit < 5; digit++, value = Math.floor(value / 85)) digits.unshift(value % 85);
    out += String.fromCharCode(...digits.slice(0, group.length + 1).map((digit) => digit + 33));
  }
  return `${out}~>`;
}
