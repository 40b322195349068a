import { readdirSync, readFileSync } from "node:fs";

/** Linux gives times in ticks of a hundredth of a second. */
const CLOCK_TICK_MS = 10;

const readStat = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may hold blanks.
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** User and system time a process has used, milliseconds; its children are not counted. */
export function readCpuMs(pid: number): number {
  const fields = readStat(pid);
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

/** Memory a process holds, MiB. */
export function readMemoryMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

/** The most memory a process has held, MiB. */
export function readPeakMemoryMib(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) / 1024;
}

/** Children of this process that run a program of this name. */
export function findChildren(name: string): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/u.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readStat(pid)[1]) === process.pid && readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name;
      } catch {
        return false; // It ended after the listing.
      }
    });
}
