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
import { liveHeaps, PRODUCT } from "../bench/live-heap.ts";
import { memoryOf } from "../bench/process-cost.ts";
import type * as Pdfs from "../worker/hostile-pdfs.ts";
import type * as Pdf from "../worker/pdf.ts";
import { seedPerson } from "./fuzzing/people.ts";
import { startServer } from "./sending/server.ts";

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
const MOST_MS = 5_000;
const MOST_MIB = 150;
const MOST_LIVE_MIB = 60;
const SCREEN_HEAP_MB = 64;
/** Growth of a process that screens one document, garbage included. */
const MOST_SCREEN_MIB = 80;
const LOOK_EVERY = 20;
const HONEST = 20;
const Settings = z.object({ cv: z.object({ text_status: z.string() }).nullable() });
const Screening = z.object({ becomes: z.string(), ms: z.number(), growth: z.number(), live: z.number() });

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const load = async <T>(file: string) => (await runnerImport<T>(path(file), { configFile: false })).module;
const { hostilePdfs } = await load<typeof Pdfs>("../worker/hostile-pdfs.ts");
const { cvPdf, drawing, pdfOf, plain } = await load<typeof Pdf>("../worker/pdf.ts");
/** As large as an upload may be, nearly: with a photo that nothing makes smaller. */
const photo = {
  dictionary:
    "/Type /XObject /Subtype /Image /Width 1200 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
  bytes: randomBytes(4_500_000),
};
const largeCv = pdfOf([plain(drawing(["Ana Martin"]))], { objects: [photo] });

const failures: string[] = [];
const folder = mkdtempSync(join(tmpdir(), "candidature-pdf-"));
const server = await startServer("worker/index.ts", {}, true);
const pid = server.pid();

let people = 0;
let most = 0;

/** Uploads a document as somebody new, and waits until its text has been read. */
async function read(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const person = await seedPerson(server, (people += 1));
  const headers = { cookie: person.cookie() };
  const began = Date.now();
  const form = new FormData();
  form.append("cv", new File([bytes], name, { type: "application/pdf" }));
  const { status } = await fetch(`${server.url()}/api/settings/cv`, { method: "POST", headers, body: form });
  const answered = Date.now() - began;
  for (let becomes = "pending"; ;) {
    most = Math.max(most, memoryOf(pid));
    const settings = await fetch(`${server.url()}/api/settings`, { headers });
    if (settings.status !== 200) throw new Error(`the settings answered ${settings.status}`);
    becomes = Settings.parse(await settings.json()).cv?.text_status ?? "not taken";
    if (becomes !== "pending" || status !== 200 || Date.now() - began > 6 * MOST_MS)
      return { status, answered, becomes, ms: Date.now() - began };
    await sleep(LOOK_EVERY);
  }
}

/** What the product holds after a collection, MiB. An isolate collects only while it is asked. */
async function live(): Promise<number> {
  let collected = false;
  const goesOn = () => !collected;
  const [heaps] = await Promise.all([
    liveHeaps(server.inspector(), PRODUCT).finally(() => (collected = true)),
    (async () => {
      while (goesOn()) await (await fetch(`${server.url()}/api/health`)).text();
    })(),
  ]);
  const held = heaps.get(PRODUCT);
  if (held === undefined) throw new Error("the product's isolate has not collected");
  return held;
}

/** Screens a document alone, in a Node with a small heap. @returns null when that died */
async function screenAlone(bytes: Uint8Array): Promise<z.output<typeof Screening> | null> {
  const file = join(folder, "cv.pdf");
  writeFileSync(file, bytes);
  // Not in one go with this process, which would not see that the server has closed a connection meanwhile.
  const screened = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${SCREEN_HEAP_MB}`, "--expose-gc", path("pdf-heap.ts"), file],
    { timeout: 60_000 },
  ).catch(() => null);
  return screened && Screening.parse(JSON.parse(screened.stdout));
}

const mib = (value: number) => `${value.toFixed(0).padStart(4)} MiB`;
try {
  // What large uploads and signing up cost at all is no part of it: honest people come first.
  for (let n = 0; n < HONEST; n += 1) await read(largeCv, "cv.pdf");
  const [before, idle] = [memoryOf(pid), await live()];
  most = before;
  let mostLive = idle;
  let mostAlone = 0;
  console.log(
    `${"".padEnd(66)}size    answered   told as                  live above idle   process   screened alone, heap ${SCREEN_HEAP_MB} MB: growth`,
  );
  for (const { what, make, name = "cv.pdf", becomes } of hostilePdfs.filter((pdf) => pdf.what.includes(only))) {
    const bytes = make();
    const alone = await screenAlone(bytes);
    const told = await read(bytes, name);
    const honest = await read(cvPdf(), "cv.pdf");
    const held = await live();
    mostLive = Math.max(mostLive, held);
    mostAlone = Math.max(mostAlone, alone?.growth ?? Number.POSITIVE_INFINITY);
    const inTime = told.status === 200 && told.answered <= MOST_MS && told.ms <= MOST_MS;
    const bad =
      !inTime ||
      !becomes.some((one) => one === told.becomes) ||
      honest.becomes !== "ok" ||
      held - idle > MOST_LIVE_MIB ||
      !(alone && alone.growth <= MOST_SCREEN_MIB);
    if (bad) failures.push(what);
    console.log(
      `${what.padEnd(62)}${String(Math.ceil(bytes.byteLength / 1024)).padStart(6)} KiB  ${told.status} in ${String(told.answered).padStart(4)} ms  ${told.becomes.padEnd(12)}${String(told.ms).padStart(5)} ms ${mib(held - idle)}  ${mib(memoryOf(pid))}   ${alone ? `${alone.becomes.padEnd(12)}${mib(alone.growth)}` : "died"}${bad ? "  TOO MUCH" : ""}`,
    );
  }
  console.log(
    `process: ${before.toFixed(0)} MiB before, ${most.toFixed(0)} at most, ${memoryOf(pid).toFixed(0)} at the end; live: ${idle.toFixed(0)} MiB idle, ${(mostLive - idle).toFixed(0)} more at most after a document; screened alone: ${mostAlone.toFixed(0)} MiB at most`,
  );
  if (most - before > MOST_MIB) failures.push(`memory grew by ${(most - before).toFixed(0)} MiB`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of server.faults) failures.push(fault);
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
