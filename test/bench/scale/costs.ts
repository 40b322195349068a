import { type Load, sumMonth, sumSiteCache, sumStored } from "./compute-load.ts";
import type { Platform, PriceId } from "./inputs.ts";

// What a load costs a month.

/** A Durable Object is billed for so many GB while it is busy. */
const OBJECT_GB = 0.128;
/** A message is written, read and deleted. */
const OPERATIONS_A_MESSAGE = 3;

/** What is billed, from the units of a month. */
const BILLED: Record<PriceId, (load: Load) => number> = {
  requests: (load) => sumMonth(load, /^requests$/u),
  cpuMs: (load) => sumMonth(load, /^cpu ms$/u),
  logLines: (load) => sumMonth(load, /^log lines$/u),
  d1RowsRead: (load) => sumMonth(load, /^d1 \S+ rows read$/u),
  d1RowsWritten: (load) => sumMonth(load, /^d1 \S+ rows written$/u),
  d1Bytes: (load) => sumStored(load, /^d1 \S+ bytes$/u),
  objectRequests: (load) => sumMonth(load, /^object \S+ requests$/u),
  objectGbSeconds: (load) => sumMonth(load, /^object \S+ seconds$/u) * OBJECT_GB,
  objectRowsRead: (load) => sumMonth(load, /^object rows read$/u),
  objectRowsWritten: (load) => sumMonth(load, /^object rows written$/u),
  objectBytes: (load) => sumStored(load, /^object (?!SITE_CACHE)\S+ bytes$/u) + sumSiteCache(load),
  queueOperations: (load) => sumMonth(load, /^queue \S+ messages$/u) * OPERATIONS_A_MESSAGE,
  r2Writes: (load) => sumMonth(load, /^r2 writes$/u),
  r2Reads: (load) => sumMonth(load, /^r2 reads$/u),
  r2Bytes: (load) => sumStored(load, /^r2 \S+ bytes$/u),
  modelTokensIn: (load) =>
    sumMonth(load, /^model tokens in$/u) - sumMonth(load, /^model tokens (?:cached|written to the cache)$/u),
  modelTokensCached: (load) => sumMonth(load, /^model tokens cached$/u),
  modelTokensWritten: (load) => sumMonth(load, /^model tokens written to the cache$/u),
  batchTokensIn: (load) => sumMonth(load, /^batch tokens in$/u),
  batchTokensOut: (load) => sumMonth(load, /^batch tokens out$/u),
  modelTokensOut: (load) => sumMonth(load, /^model tokens out$/u),
};

export const MODEL_SERVICE = "The model";

/** Dollars a month by service; what the plan includes is taken off, its price is a service of its own. */
export function computeCosts(load: Load, { prices, planDollars }: Platform): Record<string, number> {
  const costs: Record<string, number> = { "Workers Paid": planDollars };
  for (const [id, { service, dollars, of, included }] of Object.entries(prices)) {
    const billed = Math.max(0, BILLED[id as PriceId](load) - included);
    costs[service] = (costs[service] ?? 0) + (billed / of) * dollars;
  }
  return costs;
}
