import type { Context } from "hono";

/** What a browser's own viewer needs to show a PDF, and no more: no script, no frame around it. */
const PDF_VIEWER_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A PDF to be shown by the browser. @param fileName ASCII */
export const answerPdf = (c: Context, bytes: Uint8Array, fileName: string): Response =>
  c.body(new Uint8Array(bytes), 200, {
    "content-type": "application/pdf",
    "content-disposition": `inline; filename="${fileName}"`,
    "content-security-policy": PDF_VIEWER_POLICY,
  });
