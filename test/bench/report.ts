/** One figure of the bench. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it must be, if anything. */
  target?: { atLeast: number } | { atMost: number };
}

export interface Measured {
  title: string;
  /** How it was measured, in a sentence or two. */
  how: string;
  figures: Figure[];
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
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

/** Whether a figure is what it must be; undefined when nothing is asked of it. */
export function isMet({ value, target }: Figure): boolean | undefined {
  if (!target) return undefined;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

const formatValue = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1);

export function formatTable({ title, how, figures }: Measured): string {
  const lines = figures.map((figure) => {
    const { name, value, unit, target } = figure;
    const wanted = !target
      ? ""
      : "atLeast" in target
        ? `at least ${formatValue(target.atLeast)}`
        : `at most ${formatValue(target.atMost)}`;
    const met = isMet(figure);
    return `  ${name.padEnd(58)}${formatValue(value).padStart(10)} ${unit.padEnd(9)} ${wanted.padEnd(16)}${met === undefined ? "" : met ? "ok" : "MISSED"}`.trimEnd();
  });
  return `\n${title}\n  ${how}\n${lines.join("\n")}`;
}
