import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { hostilePdfs } from "../unit/support/hostile-pdfs.ts";

// `npm run prove pdf` checks every hostile document; this one only those that once took several hundred MiB.
const HEAP_MB = 64;
const MAX_GROWTH_MIB = 80;
const COSTLY_PDF_WORDS = ["in letters", "a letter for", "small streams"];

const folder = mkdtempSync(join(tmpdir(), "candidature-pdf-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(
  hostilePdfs
    .filter(({ what }) => COSTLY_PDF_WORDS.some((word) => what.includes(word)))
    .map((pdf) => [pdf.what, pdf] as const),
)(
  "%s: screened with a small heap",
  (_, { make }) => {
    const file = join(folder, "cv.pdf");
    writeFileSync(file, make());
    const screened = spawnSync(
      process.execPath,
      [`--max-old-space-size=${HEAP_MB}`, "--expose-gc", join(import.meta.dirname, "./pdf/screen-pdf-memory.ts"), file],
      { encoding: "utf8" },
    );
    expect(screened.status, screened.stderr).toBe(0);
    expect(z.object({ growth: z.number() }).parse(JSON.parse(screened.stdout)).growth).toBeLessThan(MAX_GROWTH_MIB);
  },
  60_000,
);
