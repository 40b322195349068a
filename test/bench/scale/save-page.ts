import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../harness/bundle-worker.ts";
import { drawChart } from "./draw-chart.ts";
import { type Table, toTables } from "./report.ts";
import type { ScaleResult, World } from "./simulate.ts";

const toPath = (name: string): string => join(projectRoot, "docs", name);
export const PAGE = toPath("scale.md");
export const CHART = toPath("scale.svg");
export const RESULT = toPath("scale.json");

/** A table of Markdown, its columns aligned as the formatter wants them. */
function toMarkdown({ columns, rows }: Table): string {
  const cells = [["", ...columns], ...Object.entries(rows).map(([name, row]) => [name, ...row])];
  const widths = cells[0]?.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0))) ?? [];
  const toLine = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [toLine(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(toLine)].join("\n");
}

/** The page with these tables between its marks. */
export function fillPage(page: string, tables: readonly Table[]): string {
  let filled = page;
  for (const table of tables) {
    const [begin, end] = [`<!-- ${table.id} -->`, `<!-- end of ${table.id} -->`];
    const [from, to] = [filled.indexOf(begin), filled.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/scale.md has no place for ${table.id}`);
    filled = `${filled.slice(0, from + begin.length)}\n\n${toMarkdown(table)}\n\n${filled.slice(to)}`;
  }
  return filled;
}

/** Writes the result, its chart and the tables of the page. */
export async function savePage(result: ScaleResult, world: World): Promise<void> {
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(CHART, drawChart(result));
  writeFileSync(PAGE, fillPage(readFileSync(PAGE, "utf8"), toTables(result, world)));
}
