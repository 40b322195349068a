import { type Company, Outcome } from "../../../../worker/contract/companies";
import { isApplied, OUTCOME_KEYS, TAKE_BACK_KEY } from "./outcomes";

/** The columns of the board, in the order in which an application goes on. */
export const BOARD_COLUMNS = ["to_write", "ready", "waiting", ...Outcome.options] as const;
export type BoardColumn = (typeof BOARD_COLUMNS)[number];

/** Null for a company that no mail can go to, which stays in the list. */
export function toBoardColumn(company: Company): BoardColumn | null {
  if (company.outcome !== null) return company.outcome;
  if (isApplied(company)) return "waiting";
  if (company.recipient === null) return null;
  return company.message.trim() === "" ? "to_write" : "ready";
}

/** The key that moves a card there. */
export const findColumnKey = (column: BoardColumn): string | undefined =>
  column === "waiting" ? TAKE_BACK_KEY : Object.keys(OUTCOME_KEYS).find((key) => OUTCOME_KEYS[key] === column);

/** Companies by column. */
export function groupByColumn(companies: readonly Company[]): Record<BoardColumn, Company[]> {
  const groups = Object.fromEntries(BOARD_COLUMNS.map((column) => [column, [] as Company[]])) as Record<
    BoardColumn,
    Company[]
  >;
  for (const company of companies) {
    const column = toBoardColumn(company);
    if (column !== null) groups[column].push(company);
  }
  return groups;
}

/**
 * What moving a card means: an outcome to note, or null to take the last one back. Undefined where a card cannot go:
 * whether a message is written or sent is no matter of moving it.
 */
export function toMove(company: Company, column: BoardColumn): Outcome | null | undefined {
  if (!isApplied(company) || column === "to_write" || column === "ready") return undefined;
  if (column === "waiting") return company.outcome === null ? undefined : null;
  return company.outcome === column ? undefined : column;
}
