import { readFileSync } from "node:fs";
import { prescanPdf } from "../../../worker/account/cv/pdf-prescan.ts";

/*
 * Screens the document named, in a Node of its own whose heap `prove:pdf` keeps small, and tells what became of it and
 * what it took: `{ becomes, ms, growth, live }`, growth of the process at its largest and of what is live after a
 * collection, MiB.
 */

const BYTES_PER_MIB = 1_048_576;
const readLiveMib = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / BYTES_PER_MIB;
};
/** As the kernel tells it: what Node itself tells of a child counts its parent. */
const readProcessMib = (name: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "mu").exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

const bytes = new Uint8Array(readFileSync(process.argv[2] ?? ""));
// The first call reads the code.
prescanPdf(bytes.subarray(0, 1_024));
const [before, memoryBefore, began] = [readLiveMib(), readProcessMib("VmRSS"), performance.now()];
const screened = prescanPdf(bytes);
const becomes = typeof screened === "string" ? screened : "passed";
console.log(
  JSON.stringify({
    becomes,
    ms: performance.now() - began,
    growth: readProcessMib("VmHWM") - memoryBefore,
    live: readLiveMib() - before,
  }),
);
