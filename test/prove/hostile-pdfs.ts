import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { runnerImport } from "vite";
import { z } from "zod";
import { measureLiveHeaps, PRODUCT_ISOLATE } from "../bench/live-heap.ts";
import { readMemoryMib } from "../bench/process-cost.ts";
import type * as Pdf from "../harness/make-pdf.ts";
import type * as Pdfs from "../unit/support/hostile-pdfs.ts";
import { seedFuzzUser } from "./fuzzing/fuzz-users.ts";
import { startMiniflareServer } from "./sending/miniflare-server.ts";

/*
 * `npm run prove:pdf`: documents made to harm are uploaded one after the other to the production bundle in workerd. Each upload is
 * answered and each text told within five seconds, no answer is a fault, an honest CV is read in between. After each, and after a collection
 * of garbage, the product holds 60 MiB at most above what twenty honest CVs of the largest size have left; the process, storage included,
 * grows by 150 MiB at most on the way. Each is also screened alone, in a Node whose heap is 64 MB.
 *
 *     npm run prove:pdf -- --only letters        those with this word in what they are
 */

const {
  values: { only },
} = parseArgs({ options: { only: { type: "string", default: "" } } });
const MAX_READING_MS = 5_000;
const MAX_GROWTH_MIB = 150;
const MAX_LIVE_GROWTH_MIB = 60;
const SCREEN_HEAP_MB = 64;
/** Growth of a process that screens one document, garbage included. */
const MAX_SCREEN_GROWTH_MIB = 80;
const SAMPLE_INTERVAL_MS = 20;
const HONEST_CV_COUNT = 20;
const Settings = z.object({ cv: z.object({ text_status: z.string() }).nullable() });
const Screening = z.object({ becomes: z.string(), ms: z.number(), growth: z.number(), live: z.number() });

const toPath = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const loadModule = async <T>(file: string) => (await runnerImport<T>(toPath(file), { configFile: false })).module;
const { hostilePdfs } = await loadModule<typeof Pdfs>("../unit/support/hostile-pdfs.ts");
const {
  makeCvPdf: cvPdf,
  drawText: drawing,
  makePdf: pdfOf,
  plainStream: plain,
} = await loadModule<typeof Pdf>("../harness/make-pdf.ts");
/** As large as an upload may be, nearly: with a photo that nothing makes smaller. */
const photo = {
  dictionary:
    "/Type /XObject /Subtype /Image /Width 1200 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
  bytes: randomBytes(4_500_000),
};
const largeCv = pdfOf([plain(drawing(["Ana Martin"]))], { objects: [photo] });

const failures: string[] = [];
const folder = mkdtempSync(join(tmpdir(), "candidature-pdf-"));
const server = await startMiniflareServer("worker/index.ts", {}, true);
const pid = server.pid();

let userCount = 0;
let peakMib = 0;

/** Uploads a document as somebody new, and waits until its text has been read. */
async function uploadAndWait(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const person = await seedFuzzUser(server, (userCount += 1));
  const headers = { cookie: person.cookie() };
  const began = Date.now();
  const form = new FormData();
  form.append("cv", new File([bytes], name, { type: "application/pdf" }));
  const { status } = await fetch(`${server.url()}/api/settings/cv`, { method: "POST", headers, body: form });
  const answered = Date.now() - began;
  for (let becomes = "pending"; ;) {
    peakMib = Math.max(peakMib, readMemoryMib(pid));
    const settings = await fetch(`${server.url()}/api/settings`, { headers });
    if (settings.status !== 200) throw new Error(`the settings answered ${settings.status}`);
    becomes = Settings.parse(await settings.json()).cv?.text_status ?? "not taken";
    if (becomes !== "pending" || status !== 200 || Date.now() - began > 6 * MAX_READING_MS)
      return { status, answered, becomes, ms: Date.now() - began };
    await sleep(SAMPLE_INTERVAL_MS);
  }
}

/** What the product holds after a collection, MiB. An isolate collects only while it is asked. */
async function readLiveMib(): Promise<number> {
  let collected = false;
  const goesOn = () => !collected;
  const [heaps] = await Promise.all([
    measureLiveHeaps(server.inspector(), PRODUCT_ISOLATE).finally(() => (collected = true)),
    (async () => {
      while (goesOn()) await (await fetch(`${server.url()}/api/health`)).text();
    })(),
  ]);
  const held = heaps.get(PRODUCT_ISOLATE);
  if (held === undefined) throw new Error("the product's isolate has not collected");
  return held;
}

/** Screens a document alone, in a Node with a small heap. @returns null when that died */
async function screenInProcess(bytes: Uint8Array): Promise<z.output<typeof Screening> | null> {
  const file = join(folder, "cv.pdf");
  writeFileSync(file, bytes);
  // Not in one go with this process, which would not see that the server has closed a connection meanwhile.
  const screened = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${SCREEN_HEAP_MB}`, "--expose-gc", toPath("pdf/screen-pdf-memory.ts"), file],
    { timeout: 60_000 },
  ).catch(() => null);
  return screened && Screening.parse(JSON.parse(screened.stdout));
}

const formatMib = (value: number) => `${value.toFixed(0).padStart(4)} MiB`;
try {
  // What large uploads and signing up cost at all is no part of it: honest people come first.
  for (let n = 0; n < HONEST_CV_COUNT; n += 1) await uploadAndWait(largeCv, "cv.pdf");
  const [before, idle] = [readMemoryMib(pid), await readLiveMib()];
  peakMib = before;
  let mostLive = idle;
  let mostAlone = 0;
  console.log(
    `${"".padEnd(66)}size    answered   told as                  live above idle   process   screened alone, heap ${SCREEN_HEAP_MB} MB: growth`,
  );
  for (const { what, make, name = "cv.pdf", becomes } of hostilePdfs.filter((pdf) => pdf.what.includes(only))) {
    const bytes = make();
    const alone = await screenInProcess(bytes);
    const told = await uploadAndWait(bytes, name);
    const honest = await uploadAndWait(cvPdf(), "cv.pdf");
    const held = await readLiveMib();
    mostLive = Math.max(mostLive, held);
    mostAlone = Math.max(mostAlone, alone?.growth ?? Number.POSITIVE_INFINITY);
    const inTime = told.status === 200 && told.answered <= MAX_READING_MS && told.ms <= MAX_READING_MS;
    const bad =
      !inTime ||
      !becomes.some((one) => one === told.becomes) ||
      honest.becomes !== "ok" ||
      held - idle > MAX_LIVE_GROWTH_MIB ||
      !(alone && alone.growth <= MAX_SCREEN_GROWTH_MIB);
    if (bad) failures.push(what);
    console.log(
      `${what.padEnd(62)}${String(Math.ceil(bytes.byteLength / 1024)).padStart(6)} KiB  ${told.status} in ${String(told.answered).padStart(4)} ms  ${told.becomes.padEnd(12)}${String(told.ms).padStart(5)} ms ${formatMib(held - idle)}  ${formatMib(readMemoryMib(pid))}   ${alone ? `${alone.becomes.padEnd(12)}${formatMib(alone.growth)}` : "died"}${bad ? "  TOO MUCH" : ""}`,
    );
  }
  console.log(
    `process: ${before.toFixed(0)} MiB before, ${peakMib.toFixed(0)} at most, ${readMemoryMib(pid).toFixed(0)} at the end; live: ${idle.toFixed(0)} MiB idle, ${(mostLive - idle).toFixed(0)} more at most after a document; screened alone: ${mostAlone.toFixed(0)} MiB at most`,
  );
  if (peakMib - before > MAX_GROWTH_MIB) failures.push(`memory grew by ${(peakMib - before).toFixed(0)} MiB`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of server.loggedErrors) failures.push(fault);
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
