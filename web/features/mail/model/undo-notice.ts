import type { Outbox } from "../../../../worker/contract/outbox";
import { formatMailName } from "./rules-outbox";

/** Mails that this tab has just queued, while they can be undone; then what became of that. */
export interface UndoNotice {
  companyIds: readonly string[];
  /** The company, where it is one. */
  name: string;
  /** When undo ends by the clock of this device, milliseconds. */
  until: number;
  /** When the first one leaves; null while nothing can be told. */
  leavesAt: string | null;
  phase: "open" | "undoing" | "undone" | "late" | "failed";
  /** How many were already on their way. */
  lateCount: number;
}

/** Describes mails that were just queued. The server's clock counts only as a length of time. */
export function createUndoNotice(companyIds: readonly string[], { mails }: Outbox, now: number): UndoNotice {
  const queued = mails.filter(({ company_id: id }) => companyIds.includes(id));
  const holds = queued.map(({ undo_until: end, approved_at: begin }) => Date.parse(end) - Date.parse(begin));
  const times = queued.flatMap(({ leaves_at: time }) => (time === null ? [] : [time])).toSorted();
  return {
    companyIds,
    name: queued[0] ? formatMailName(queued[0]) : "",
    until: now + Math.min(...holds),
    leavesAt: times[0] ?? null,
    phase: "open",
    lateCount: 0,
  };
}

/** The notice once some of its mails were taken out by hand; null where none is left. */
export function withoutMails(
  notice: UndoNotice | null,
  companyIds: readonly string[],
  { mails }: Outbox,
): UndoNotice | null {
  const left = notice?.companyIds.filter((id) => !companyIds.includes(id)) ?? [];
  if (!notice || left.length === 0) return null;
  const first = mails.find(({ company_id: id }) => id === left[0]);
  return { ...notice, companyIds: left, name: first ? formatMailName(first) : notice.name };
}

let current: UndoNotice | null = null;
const listeners = new Set<() => void>();

/** The latest notice of this tab: earlier mails are in the outbox. */
export const undoNotice = {
  read: () => current,
  write: (next: UndoNotice | null): void => {
    current = next;
    for (const listen of listeners) listen();
  },
  subscribe: (listen: () => void) => {
    listeners.add(listen);
    return () => void listeners.delete(listen);
  },
};
