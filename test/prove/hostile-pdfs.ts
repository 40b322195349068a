import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { defineProof } from "../harness/cli.ts";
import { measureProductHeap, measureWhileBusy } from "../harness/live-heap.ts";
import { loadModule } from "../harness/load-module.ts";
import { drawText, makeCvPdf, makePdf, plainStream } from "../harness/make-pdf.ts";
import { readMemoryMib } from "../harness/process-usage.ts";
import { type Product, startProduct } from "../harness/product.ts";
import type * as HostilePdfs from "../unit/support/hostile-pdfs.ts";
import { seedFuzzUser } from "./fuzzing/fuzz-users.ts";

const MAX_READING_MS = 5_000;
const MAX_GROWTH_MIB = 150;
const MAX_LIVE_GROWTH_MIB = 60;
const SCREEN_HEAP_MB = 64;
/** Growth of a process that screens one document, garbage included. */
const MAX_SCREEN_GROWTH_MIB = 80;
const SCREEN_TIMEOUT_MS = 60_000;
const SAMPLE_INTERVAL_MS = 20;
const PHOTO_BYTES = 4_500_000;

const Settings = z.object({ cv: z.object({ text_status: z.string() }).nullable() });
const Screening = z.object({ becomes: z.string(), ms: z.number(), growth: z.number(), live: z.number() });

/** Nearly as large as an upload may be: with a photo that does not compress. */
function makeLargeCv() {
  const size = "/Width 1200 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8";
  const dictionary = `/Type /XObject /Subtype /Image ${size} /Filter /DCTDecode`;
  const photo = { dictionary, bytes: randomBytes(PHOTO_BYTES) };
  return makePdf([plainStream(drawText(["Ana Martin"]))], { objects: [photo] });
}

/** Uploads documents, each as a new user, and watches the memory of the process meanwhile. */
class PdfUploads {
  readonly #product: Product;
  #userCount = 0;
  peakMib = 0;

  constructor(product: Product) {
    this.#product = product;
  }

  /** @returns once the text was read, or after a generous wait */
  async upload(bytes: Uint8Array<ArrayBuffer>, name: string) {
    const { user } = await seedFuzzUser(this.#product, (this.#userCount += 1));
    const start = Date.now();
    const { status } = await user.uploadCv(new File([bytes], name, { type: "application/pdf" }));
    const answeredMs = Date.now() - start;
    for (;;) {
      this.peakMib = Math.max(this.peakMib, readMemoryMib(this.#product.pid()));
      const { cv } = Settings.parse(await user.call("GET", "/api/settings"));
      const textStatus = cv?.text_status ?? "not taken";
      if (textStatus !== "pending" || status !== 200 || Date.now() - start > 6 * MAX_READING_MS) {
        return { status, answeredMs, textStatus, ms: Date.now() - start };
      }
      await sleep(SAMPLE_INTERVAL_MS);
    }
  }
}

/** Screens a document in a Node with a small heap. @returns null when that died */
async function screenInProcess(bytes: Uint8Array): Promise<z.output<typeof Screening> | null> {
  const folder = mkdtempSync(join(tmpdir(), "candidature-pdf-"));
  const file = join(folder, "cv.pdf");
  const script = join(import.meta.dirname, "pdf/screen-pdf-memory.ts");
  try {
    writeFileSync(file, bytes);
    // Asynchronous: blocked, this process would not see that the server closes a connection.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--max-old-space-size=${SCREEN_HEAP_MB}`, "--expose-gc", script, file],
      { timeout: SCREEN_TIMEOUT_MS },
    );
    return Screening.parse(JSON.parse(stdout));
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Hostile documents are uploaded one after the other. Each upload is answered and each text settled within five
 * seconds, without a 5xx, and an honest CV is read after each. After a collection the product holds at most 60 MiB more
 * than twenty honest CVs of the largest size left; the process, storage included, grows by at most 150 MiB. Each
 * document is also screened in a Node with a heap of 64 MB.
 */
export const command = defineProof({
  options: {
    only: { about: "documents with this in their description", usual: "", short: "letters" },
    honest: { about: "honest CVs uploaded first", usual: 20 },
  },
  prove: async ({ options, print }) => {
    const { hostilePdfs } = await loadModule<typeof HostilePdfs>("../unit/support/hostile-pdfs.ts", import.meta.url);
    const failures: string[] = [];
    const product = await startProduct({ inspected: true });
    const uploads = new PdfUploads(product);
    const readLiveMib = () =>
      measureWhileBusy(
        () => measureProductHeap(product.inspector()),
        async () => (await fetch(`${product.url()}/api/health`)).text(),
      );
    const readProcessMib = () => readMemoryMib(product.pid());
    try {
      // The memory that large uploads and signing up take is not counted: honest CVs come first.
      const largeCv = makeLargeCv();
      for (let n = 0; n < options.honest; n += 1) await uploads.upload(largeCv, "cv.pdf");
      const [beforeMib, idleMib] = [readProcessMib(), await readLiveMib()];
      uploads.peakMib = beforeMib;
      const liveGrowths: number[] = [];
      for (const { what, make, name = "cv.pdf", becomes } of hostilePdfs) {
        if (!what.includes(options.only)) continue;
        const bytes = make();
        const screened = await screenInProcess(bytes);
        const hostile = await uploads.upload(bytes, name);
        const honest = await uploads.upload(makeCvPdf(), "cv.pdf");
        const liveGrowth = (await readLiveMib()) - idleMib;
        liveGrowths.push(liveGrowth);
        const problems = [
          ...(hostile.status === 200 ? [] : [`answered ${hostile.status}`]),
          ...(hostile.answeredMs <= MAX_READING_MS && hostile.ms <= MAX_READING_MS ? [] : ["too slow"]),
          ...(becomes.some((status) => status === hostile.textStatus) ? [] : [`became ${hostile.textStatus}`]),
          ...(honest.textStatus === "ok" ? [] : ["the honest CV after it was not read"]),
          ...(liveGrowth <= MAX_LIVE_GROWTH_MIB ? [] : ["too much memory is live"]),
          ...(screened && screened.growth <= MAX_SCREEN_GROWTH_MIB ? [] : ["the screening takes too much memory"]),
        ];
        print(`${what}: ${Math.ceil(bytes.byteLength / 1024)} KiB`);
        print(
          [
            `    answered in ${hostile.answeredMs} ms, ${hostile.textStatus} after ${hostile.ms} ms`,
            `${liveGrowth.toFixed(0)} MiB live above idle, process ${readProcessMib().toFixed(0)} MiB`,
            `screened: ${screened ? `${screened.becomes}, ${screened.growth.toFixed(0)} MiB` : "died"}`,
          ].join("; "),
        );
        if (problems.length > 0) failures.push(`${what}: ${problems.join(", ")}`);
      }
      const growthMib = uploads.peakMib - beforeMib;
      print(
        [
          `${liveGrowths.length} documents`,
          `process: ${beforeMib.toFixed(0)} MiB before, ${growthMib.toFixed(0)} more at most`,
          `live: ${idleMib.toFixed(0)} MiB idle, ${Math.max(...liveGrowths).toFixed(0)} more at most`,
        ].join("; "),
      );
      if (liveGrowths.length === 0) failures.push("no document was uploaded");
      if (growthMib > MAX_GROWTH_MIB) failures.push(`the process grew by ${growthMib.toFixed(0)} MiB`);
    } finally {
      await product.stop();
    }
    return { failures: [...failures, ...product.loggedErrors] };
  },
});
