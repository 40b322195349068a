import type { Numbers, NumbersGroup, NumbersTotal } from "../../contract/numbers";
import { listWeeks } from "../report/report";
import type { CountedGroup, Dimension, NumbersRows } from "./store-numbers";

const WEEKS = 12;
/** An application may still be answered. Most answers come within two weeks. */
const RECENT_MS = 14 * 86_400_000;

/** The weeks that are shown, and since when an application without an answer is recent. */
export const toNumbersSpan = (zone: string, now: Date) => ({
  weeks: listWeeks(zone, now, WEEKS),
  recentSince: new Date(now.getTime() - RECENT_MS).toISOString(),
});

const NOTHING: NumbersTotal = { applied: 0, answered: 0, interviews: 0, offers: 0, refused: 0, recent: 0 };

/** Rows to wire. */
export function toNumbers([groups, [returned]]: NumbersRows): Numbers {
  const listGroups = (wanted: Dimension) => groups.filter(({ dimension }) => dimension === wanted).map(toGroup);
  return {
    total: listGroups("all")[0] ?? NOTHING,
    bounced: returned?.bounced ?? 0,
    activities: listGroups("activity"),
    places: listGroups("place"),
    profiles: listGroups("profile"),
    // Those of earlier weeks have no key.
    weeks: listGroups("week")
      .filter(({ key }) => key !== null)
      .toSorted((a, b) => ((a.key ?? "") < (b.key ?? "") ? 1 : -1)),
  };
}

const toGroup = ({ dimension: _dimension, ...group }: CountedGroup): NumbersGroup => group;
