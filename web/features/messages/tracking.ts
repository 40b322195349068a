import * as z from "zod/mini";
import { RHYTHM } from "../../../worker/contract/limits";
import { anyText, stored } from "../../lib/storage";

/** What this tab remembers of its generations through a reload. All keys begin with `generation`: signing in or out forgets them. */
const started = stored<Record<string, number>>("session", "generationStartedAt", z.record(z.string(), z.number()), {});
const bulk = stored<string | null>("session", "generationBulkId", anyText, null);
const cancelled = stored<boolean>("session", "generationBulkCancelled", z.boolean(), false);

/** Messages written one by one: company id and when it was asked for. */
export const singles = {
  ids: (): string[] => Object.keys(started.read()),
  begin: (id: string, now: number): void => started.write({ ...started.read(), [id]: now }),
  end: (id: string): void => started.write(omit(started.read(), (other) => other === id)),
  /** Forgets those older than two minutes. @returns the ids still followed */
  sweep(now: number): string[] {
    started.write(omit(started.read(), (_, since) => now - since >= RHYTHM.staleGeneration));
    return singles.ids();
  },
};

/** The bulk generation this tab started and has not yet told the end of. */
export const bulkTracking = {
  id: (): string | null => bulk.read(),
  isCancelled: (): boolean => cancelled.read(),
  begin(id: string): void {
    bulk.write(id);
    cancelled.write(false);
  },
  cancel: (): void => cancelled.write(true),
  /** For a cancellation that was refused. */
  uncancel: (): void => cancelled.write(false),
  end(): void {
    bulk.clear();
    cancelled.clear();
  },
};

const omit = (entries: Record<string, number>, drop: (id: string, since: number) => boolean): Record<string, number> =>
  Object.fromEntries(Object.entries(entries).filter(([id, since]) => !drop(id, since)));
