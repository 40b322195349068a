import { readFileSync } from "node:fs";
import { prescanPdf } from "../../../worker/account/cv/pdf-prescan.ts";

/*
 * Screens a document, in a Node that `npm run prove pdf` starts with a small heap, and prints `{ becomes, ms, growth,
 * live }`: the largest growth of the process and that of the live heap, MiB.
 */

const BYTES_PER_MIB = 1_048_576;
const readLiveMib = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / BYTES_PER_MIB;
};
/** From the kernel: Node's own figure of a child includes its parent. */
const readProcessMib = (name: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "mu").exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;

const bytes = new Uint8Array(readFileSync(process.argv[2] ?? ""));
// The first call compiles the code.
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
