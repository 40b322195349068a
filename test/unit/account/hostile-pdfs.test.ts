import { expect, it } from "vitest";
import { extractPdfText } from "../../../worker/account/cv/pdf-text";
import { hostilePdfs } from "../support/hostile-pdfs";

/** Milliseconds, generous for a loaded machine. */
const READING_TIMEOUT_MS = 30_000;

it.each(hostilePdfs.filter(({ isLong }) => !isLong).map((pdf) => [pdf.what, pdf] as const))(
  "%s gets the right error quickly",
  async (_, { make, becomes }) => {
    const bytes = make();
    const began = Date.now();
    // What can be read is not too complex because other tests slow the machine down.
    const isReadable = becomes.every((each) => each === "ok");
    const { status, text } = await extractPdfText(bytes, isReadable ? READING_TIMEOUT_MS : undefined);
    await scheduler.wait(1);
    expect(becomes).toContain(status);
    expect(status === "ok" || text === "").toBe(true);
    expect(text).not.toMatch(/[\p{Cc}--[\n\f]]/v);
    expect(Date.now() - began).toBeLessThan(READING_TIMEOUT_MS);
  },
  60_000,
);
