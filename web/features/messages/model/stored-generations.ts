import * as z from "zod/mini";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { textSchema, createStoredValue } from "../../../lib/stored-value";

/** Generations of this tab, stored across reloads. All keys start with `generation`: signing in or out clears them. */
const storedStartTimes = createStoredValue<Record<string, number>>(
  "session",
  "generationStartedAt",
  z.record(z.string(), z.number()),
  {},
);
const storedBulkId = createStoredValue<string | null>("session", "generationBulkId", textSchema, null);
const storedBulkCancelled = createStoredValue<boolean>("session", "generationBulkCancelled", z.boolean(), false);

/** Single messages: company id and start time. */
export const singleGenerations = {
  ids: (): string[] => Object.keys(storedStartTimes.read()),
  begin: (id: string, now: number): void => storedStartTimes.write({ ...storedStartTimes.read(), [id]: now }),
  end: (id: string): void => storedStartTimes.write(omit(storedStartTimes.read(), (other) => other === id)),
  /**
   * Drops those older than two minutes.
   * @returns the ids still tracked
   */
  sweep(now: number): string[] {
    storedStartTimes.write(omit(storedStartTimes.read(), (_, since) => now - since >= INTERVALS_MS.staleGeneration));
    return singleGenerations.ids();
  },
};

/** The bulk generation that this tab tracks until its end was announced. */
export const bulkGenerationState = {
  id: (): string | null => storedBulkId.read(),
  isCancelled: (): boolean => storedBulkCancelled.read(),
  begin(id: string): void {
    storedBulkId.write(id);
    storedBulkCancelled.write(false);
  },
  cancel: (): void => storedBulkCancelled.write(true),
  /** After a failed cancellation. */
  uncancel: (): void => storedBulkCancelled.write(false),
  end(): void {
    storedBulkId.clear();
    storedBulkCancelled.clear();
  },
};

const omit = (entries: Record<string, number>, drop: (id: string, since: number) => boolean): Record<string, number> =>
  Object.fromEntries(Object.entries(entries).filter(([id, since]) => !drop(id, since)));
