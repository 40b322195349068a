import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { z } from "zod";
import { childrenNamed, memoryOf } from "../bench/process-cost.ts";
import type * as Pdfs from "../worker/hostile-pdfs.ts";
import type * as Pdf from "../worker/pdf.ts";
import { seedPerson } from "./fuzzing/people.ts";
import { startServer } from "./sending/server.ts";

/*
 * `npm run prove:pdf`: documents made to harm are uploaded one after the other to the production bundle in workerd. Each upload is
 * answered and each text told within five seconds, no answer is a fault, an honest CV is read in between, and the memory that the server
 * holds, storage included, grows by 150 MiB at most over what twenty honest CVs of the largest size have made of it.
 */

const MOST_MS = 5_000;
const MOST_MIB = 150;
const LOOK_EVERY = 20;
const HONEST = 20;
const Settings = z.object({ cv: z.object({ text_status: z.string() }).nullable() });

const load = async <T>(file: string) => (await runnerImport<T>(fileURLToPath(new URL(file, import.meta.url)), { configFile: false })).module;
const { hostilePdfs } = await load<typeof Pdfs>("../worker/hostile-pdfs.ts");
const { cvPdf, drawing, pdfOf, plain } = await load<typeof Pdf>("../worker/pdf.ts");
/** As large as an upload may be, nearly: with a photo that nothing makes smaller. */
const photo = { dictionary: "/Type /XObject /Subtype /Image /Width 1200 /Height 1200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode", bytes: randomBytes(4_500_000) };
const largeCv = pdfOf([plain(drawing(["Ana Martin"]))], { objects: [photo] });

const failures: string[] = [];
const server = await startServer();
const [pid] = childrenNamed("workerd");
if (pid === undefined) throw new Error("workerd is not to be found among the children of this process");

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
  for (let becomes = "pending"; ; ) {
    most = Math.max(most, memoryOf(pid ?? 0));
    const settings = await fetch(`${server.url()}/api/settings`, { headers });
    if (settings.status !== 200) throw new Error(`the settings answered ${settings.status}`);
    becomes = Settings.parse(await settings.json()).cv?.text_status ?? "not taken";
    if (becomes !== "pending" || status !== 200 || Date.now() - began > 6 * MOST_MS) return { status, answered, becomes, ms: Date.now() - began };
    await sleep(LOOK_EVERY);
  }
}

try {
  // What large uploads and signing up cost at all is no part of it: honest people come first.
  for (let n = 0; n < HONEST; n += 1) await read(largeCv, "cv.pdf");
  const before = memoryOf(pid);
  most = before;
  for (const { what, make, name = "cv.pdf", becomes } of hostilePdfs) {
    const bytes = make();
    const told = await read(bytes, name);
    const honest = await read(cvPdf(), "cv.pdf");
    const bad = told.status !== 200 || told.answered > MOST_MS || told.ms > MOST_MS || !becomes.some((one) => one === told.becomes) || honest.becomes !== "ok";
    if (bad) failures.push(what);
    console.log(`${what.padEnd(62)}${String(Math.ceil(bytes.byteLength / 1024)).padStart(6)} KiB  ${told.status} in ${String(told.answered).padStart(4)} ms  ${told.becomes.padEnd(12)}${String(told.ms).padStart(6)} ms  ${memoryOf(pid).toFixed(0).padStart(4)} MiB${bad ? "  TOO MUCH" : ""}`);
  }
  console.log(`${hostilePdfs.length} documents; ${before.toFixed(0)} MiB before, ${most.toFixed(0)} at most, ${memoryOf(pid).toFixed(0)} at the end`);
  if (most - before > MOST_MIB) failures.push(`memory grew by ${(most - before).toFixed(0)} MiB`);
} finally {
  await server.stop();
}
for (const fault of server.faults) failures.push(fault);
for (const failure of failures) console.error(`FAILED ${failure}`);
console.log(`${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
