import type { Language } from "../contract/field-schemas";
import type { Sector } from "../contract/search";
import { findCategory } from "./catalogue";
import { jobSectorRows } from "./job-titles.gen";

/** Tells the ids of sectors from gcids, so that both are translated by one endpoint. */
const SECTOR_ID_PREFIX = "sector_";

const rowsById = new Map(jobSectorRows.map((row) => [SECTOR_ID_PREFIX + row.id, row]));

/** Undefined for anything but the id of a sector. */
export const findSectorName = (id: string, language: Language): string | undefined => rowsById.get(id)?.[language];

/** Sectors by their ids in the table of jobs, with names. */
export const listSectors = (ids: readonly string[], language: Language): Sector[] =>
  ids.flatMap((shortId) => {
    const id = SECTOR_ID_PREFIX + shortId;
    const row = rowsById.get(id);
    if (!row) return [];
    const categories = row.gcids.map((gcid) => ({ gcid, name: findCategory(gcid)?.name[language] ?? gcid }));
    return [{ id, name: row[language], categories }];
  });
