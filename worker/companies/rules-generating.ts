import { INTERVALS_MS } from "../contract/limits";
import type { CompanyRow } from "./rules-recipient";

/** A generation older than two minutes is stale: it no longer counts as under way. */
export function isGenerating(row: Pick<CompanyRow, "generatingSince">, now: Date): boolean {
  return row.generatingSince !== null && now.getTime() - Date.parse(row.generatingSince) < INTERVALS_MS.staleGeneration;
}
