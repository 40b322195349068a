import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "./bundle-worker.ts";

/** One figure of a bench. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  target?: { atLeast: number } | { atMost: number };
}

export interface Measured {
  title: string;
  /** How it was measured, in a sentence or two. */
  how: string;
  figures: Figure[];
  /** A short run judges these figures too: counts, and times that follow from fixed pauses. It only prints others. */
  judgedWhenShort?: boolean;
  /** Rows of counts, printed before the figures. */
  table?: { columns: string[]; rows: Record<string, (number | string)[]> };
  /** Failed checks that no figure shows. */
  failures?: string[];
}

export const computeMedian = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** @param part 0.95 for the 95th percentile */
export const computePercentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN;

/** Whether a figure meets its target; undefined without a target. */
function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

/** Names of the figures that miss their target, and the failed checks. */
export const listMissed = ({ figures, failures = [] }: Measured): string[] => [
  ...figures.filter((figure) => isMet(figure) === false).map(({ name }) => name),
  ...failures,
];

const formatValue = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);

function formatTarget({ target }: Figure): string {
  if (!target) return "";
  return "atLeast" in target ? `at least ${formatValue(target.atLeast)}` : `at most ${formatValue(target.atMost)}`;
}

function formatFigure(figure: Figure): string {
  const { name, value, unit } = figure;
  const verdict = { true: "ok", false: "MISSED", undefined: "" }[String(isMet(figure))];
  const columns = [name.padEnd(58), formatValue(value).padStart(10), " ", unit.padEnd(9), " "];
  return `  ${columns.join("")}${formatTarget(figure).padEnd(16)}${verdict}`.trimEnd();
}

export function formatMeasured({ title, how, figures, table, failures = [] }: Measured): string {
  const toRow = (name: string, cells: (string | number)[]) =>
    `  ${name.padEnd(52)}${cells.map((cell) => String(cell).padStart(14)).join("")}`;
  const rows = table && [
    toRow("", table.columns),
    ...Object.entries(table.rows).map(([name, cells]) => toRow(name, cells)),
  ];
  return ["", title, `  ${how}`, ...(rows ?? []), ...figures.map(formatFigure), ...failures].join("\n");
}

const readVersion = (name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8"))).version;

/** Of the checkout; an unpacked archive has none. */
function readCommit(): string {
  const git = spawnSync("git", ["describe", "--always", "--dirty"], { cwd: projectRoot, encoding: "utf8" });
  return git.status === 0 ? git.stdout.trim() : "none";
}

/** What figures depend on. @param packages whose versions count too */
export const describeMachine = (packages: readonly string[]): Record<string, string | number> => ({
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  "memory GiB": Math.round(totalmem() / 2 ** 30),
  load: Number(loadavg()[0]?.toFixed(1)),
  node: process.version,
  workerd: readVersion("workerd"),
  ...Object.fromEntries(packages.map((name) => [name, readVersion(name)])),
  commit: readCommit(),
});
