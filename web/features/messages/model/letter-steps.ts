import type { Company } from "../../../../worker/contract/companies";

/** The place of the open letter among those that are read one after the other. */
export interface LetterSteps {
  /** From 1. */
  at: number;
  total: number;
  onMove: (step: 1 | -1) => void;
}

type Row = Pick<Company, "id" | "message" | "email_sent" | "send_status"> & {
  /** The mail that waits in the outbox. */
  queued?: object | undefined;
};

/** The letters that can still be read and sent, in the order of the list. */
export const listLetterIds = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ id, message, email_sent: sent, send_status: status, queued }) =>
    message.trim() === "" || sent || queued || status === "sending" ? [] : [id],
  );

/** The letter after one; undefined after the last one. */
export function findNextLetter(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id);
  return at < 0 ? undefined : ids[at + 1];
}

/** Undefined for a letter that stands alone. */
export function toSteps(ids: readonly string[], id: string, open: (id: string) => void): LetterSteps | undefined {
  const at = ids.indexOf(id);
  if (at < 0 || ids.length < 2) return undefined;
  return {
    at: at + 1,
    total: ids.length,
    onMove: (step) => {
      const next = ids[at + step];
      if (next !== undefined) open(next);
    },
  };
}
