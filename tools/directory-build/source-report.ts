import type { Box } from "../../worker/directory/release/release-format";
import type { Boundary } from "./boundaries";
import type { RawPlace, TownCount } from "./build-places";
import type { Refusal } from "./source-entry";

/** Name, licence and address of a source, as users see them. */
export interface SourceDescription {
  name: string;
  licence: string;
  url: string;
}

interface SourceCounts extends SourceDescription {
  /** YYYY-MM-DD; empty while none is known. */
  date: string;
  read: number;
  refused: Partial<Record<Refusal, number>>;
}

/** Bad rows that are named one by one. */
const MAX_BAD_ROWS = 20;

/** What reading a file found out beside its entries. */
export interface FileReport {
  sources: Record<string, SourceCounts>;
  /** Names of the source's categories that the catalogue does not have, with the places refused for it. */
  unmapped: Record<string, number>;
  badRows: string[];
  towns: TownCount[];
  places: RawPlace[];
  boundaries: Boundary[];
  coverage: Box[];
  entries: number;
}

/** Counts what is read and refused, by source. */
export class SourceReport {
  readonly sources: Record<string, SourceCounts> = {};
  readonly unmapped: Record<string, number> = {};
  readonly badRows: string[] = [];

  describe(source: string, description: SourceDescription): void {
    this.sources[source] ??= { ...description, date: "", read: 0, refused: {} };
  }

  /** @param source described before */
  countRead(source: string): void {
    const counts = this.sources[source];
    if (counts) counts.read += 1;
  }

  refuse(source: string, refusal: Refusal): void {
    const counts = this.sources[source];
    if (counts) counts.refused[refusal] = (counts.refused[refusal] ?? 0) + 1;
  }

  /** @param where file and line */
  refuseRow(source: string, where: string, reason: string): void {
    this.refuse(source, "bad_row");
    if (this.badRows.length < MAX_BAD_ROWS) this.badRows.push(`${where}: ${reason}`);
  }

  /** Bad rows say nothing of their date: they have that of the others. */
  fillDates(): void {
    const dates = Object.values(this.sources).map(({ date }) => date);
    const newest = dates.reduce((one, other) => (one > other ? one : other), "");
    for (const counts of Object.values(this.sources)) if (counts.date === "") counts.date = newest;
  }

  /** The newest of the dates that a source names. */
  noteDate(source: string, date: string | null | undefined): void {
    const day = /^\d{4}-\d{2}-\d{2}/u.exec(date ?? "")?.[0];
    const counts = this.sources[source];
    if (counts && day !== undefined && day > counts.date) counts.date = day;
  }
}
