import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { EntryIndex } from "./entry-index";
import type { SourceEntry } from "./source-entry";
import { TownCounts } from "./town-counts";

const BUFFER_CHARACTERS = 1_000_000;

/** Entries of a source on disk: one JSON a line, and what merging needs of each in a file beside. */
export class EntryWriter {
  readonly towns = new TownCounts();
  count = 0;
  private readonly index = new EntryIndex();
  private readonly file: number;
  private readonly indexPath: string;
  private readonly rank: number;
  private lines: string[] = [];
  private length = 0;

  constructor(paths: { entries: string; index: string }, rank: number) {
    this.file = openSync(paths.entries, "w");
    this.indexPath = paths.index;
    this.rank = rank;
  }

  add(entry: SourceEntry): void {
    const line = JSON.stringify(entry);
    this.lines.push(line);
    this.length += line.length;
    this.index.add(entry, this.rank);
    this.towns.add(entry);
    this.count += 1;
    if (this.length >= BUFFER_CHARACTERS) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.file);
    writeFileSync(this.indexPath, this.index.toBytes(0));
  }

  private flush(): void {
    if (this.lines.length > 0) writeSync(this.file, `${this.lines.join("\n")}\n`);
    [this.lines, this.length] = [[], 0];
  }
}
