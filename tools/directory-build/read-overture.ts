import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { CommandError, describeError } from "../command-error";
import type { EntryWriter } from "./entry-writer";
import { parseOvertureCategories } from "./overture-categories";
import { OVERTURE_COLUMNS, OvertureRow, readOvertureSource, toOvertureEntry } from "./overture-entry";
import { formatCount, Progress } from "./print-progress";
import { checkEntry } from "./source-entry";
import type { SourceReport } from "./source-report";

/** DuckDB's share of a build's memory; it spills to the work directory beyond. */
const DUCKDB_MEMORY = "700MB";

const quoteSql = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const readCategories = () =>
  parseOvertureCategories(readFileSync(new URL("data/overture-categories.tsv", import.meta.url), "utf8"));

/**
 * Reads companies from Overture's places (GeoParquet), in the order of the file. Columns are looked up, because its
 * releases differ.
 * @param spillFolder where DuckDB may write
 */
export async function readOverture(
  path: string,
  spillFolder: string,
  writer: EntryWriter,
  report: SourceReport,
  print: (line: string) => void,
): Promise<void> {
  const progress = new Progress(print, `read ${basename(path)}`);
  const categories = readCategories();
  const file = `read_parquet(${quoteSql(path)})`;
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: DUCKDB_MEMORY,
    temp_directory: spillFolder,
    // With several threads the rows of a stream may change places.
    threads: "1",
  });
  const connection = await instance.connect();
  let rows = 0;
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${file}`);
    const columns = new Set(described.getRows().map(([name]) => String(name)));
    const missing = ["id", "names", "bbox"].filter((column) => !columns.has(column));
    if (missing.length > 0)
      throw new CommandError(`${path}: no column ${missing.join(", ")}: it does not hold Overture's places`);
    const fields = [
      ...OVERTURE_COLUMNS.filter((column) => columns.has(column)).map((column) => `${column}: ${column}`),
      "lat: (bbox.ymin::DOUBLE + bbox.ymax::DOUBLE) / 2",
      "lon: (bbox.xmin::DOUBLE + bbox.xmax::DOUBLE) / 2",
    ];
    const result = await connection.stream(`SELECT to_json({${fields.join(", ")}})::VARCHAR FROM ${file}`);
    for await (const batch of result.yieldRows()) {
      for (const [text] of batch) {
        rows += 1;
        readRow(String(text), `${basename(path)} row ${rows}`, { writer, report, categories });
      }
      progress.tell(() => `${formatCount(rows)} places, ${formatCount(Math.round(rows / progress.seconds))} a second`);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${path}: ${describeError(error)}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  progress.finish(
    `${formatCount(rows)} places, ${formatCount(writer.count)} companies, ` +
      `${formatCount(Math.round(rows / progress.seconds))} a second`,
  );
}

function readRow(
  text: string,
  where: string,
  {
    writer,
    report,
    categories,
  }: {
    writer: EntryWriter;
    report: SourceReport;
    categories: ReturnType<typeof readCategories>;
  },
): void {
  const row = OvertureRow.safeParse(JSON.parse(text));
  if (!row.success) {
    report.describe("overture", readOvertureSource({ sources: [] }));
    report.countRead("overture");
    const [issue] = row.error.issues;
    report.refuseRow("overture", where, `${issue?.path.join(".")}: ${issue?.message}`);
    return;
  }
  const { id: source, date, ...description } = readOvertureSource(row.data);
  report.describe(source, description);
  report.countRead(source);
  report.noteDate(source, date);
  const { raw, unmapped } = toOvertureEntry(row.data, source, categories);
  if (unmapped !== undefined) report.unmapped[unmapped] = (report.unmapped[unmapped] ?? 0) + 1;
  const { entry, refusal } = checkEntry(raw, false);
  if (entry) writer.add(entry);
  else report.refuse(source, refusal);
}
