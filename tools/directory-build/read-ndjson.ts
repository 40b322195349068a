import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { catalogue } from "../../worker/catalogue/catalogue";
import { toCityKey } from "../../worker/directory/place-keys";
import { CommandError, describeError } from "../command-error";
import type { RawPlace } from "./build-places";
import type { EntryWriter } from "./entry-writer";
import { parseNdjsonLine, parseSourceName } from "./ndjson-entry";
import { formatCount, Progress } from "./print-progress";
import { readLines } from "./read-lines";
import { checkEntry } from "./source-entry";
import type { SourceReport } from "./source-report";

const gcids = new Set(catalogue.map(({ gcid }) => gcid));
/** Lines that say nothing of their source. */
const UNKNOWN_SOURCE = "(no source)";

interface NdjsonOptions {
  /** "Name (licence)", for lines without a source. */
  source: string | undefined;
  /** YYYY-MM-DD. */
  date: string;
  /** Places of the build's other sources, with the country of each. */
  places: (RawPlace & { country: string })[];
}

/** Reads companies from a file with one JSON object a line. */
export async function readNdjson(
  path: string,
  { source, date, places }: NdjsonOptions,
  writer: EntryWriter,
  report: SourceReport,
  print: (line: string) => void,
): Promise<void> {
  const progress = new Progress(print, `read ${basename(path)}`);
  const towns = new Map<string, RawPlace>();
  for (const place of places)
    for (const name of [place.name, ...Object.values(place.names), ...place.otherNames]) {
      const key = `${place.country}|${toCityKey(name)}`;
      if ((towns.get(key)?.population ?? -1) < (place.population ?? 0)) towns.set(key, place);
    }
  const describe = (text: string): string => {
    const { id, name, licence } = parseSourceName(text);
    report.describe(id, { name, licence, url: "" });
    report.noteDate(id, date);
    report.countRead(id);
    return id;
  };
  let lines = 0;
  try {
    for await (const { number, text } of readLines(createReadStream(path, { encoding: "utf8" }))) {
      lines += 1;
      const parsed =
        text === null
          ? { reason: "too long for one company" }
          : parseNdjsonLine(text.replace(/^\uFEFF/u, ""), {
              source,
              isCategory: (gcid) => gcids.has(gcid),
              findTown: (town, country) => towns.get(`${country}|${toCityKey(town)}`),
            });
      if ("reason" in parsed) {
        report.refuseRow(describe(source ?? UNKNOWN_SOURCE), `${basename(path)} line ${number}`, parsed.reason);
        continue;
      }
      const id = describe(parsed.source);
      const { entry, refusal } = checkEntry(parsed.raw, false);
      if (entry) writer.add(entry);
      else report.refuse(id, refusal);
      progress.tell(() => `${formatCount(lines)} lines`);
    }
  } catch (error) {
    throw new CommandError(`${path}: ${describeError(error)}`);
  }
  progress.finish(`${formatCount(lines)} lines, ${formatCount(writer.count)} companies`);
}
