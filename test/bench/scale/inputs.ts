import { readFileSync } from "node:fs";
import { z } from "zod";
import { projectRoot } from "../../harness/bundle-worker.ts";

// What the simulation knows beside the measured units: people, the platform, and our own settings.

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

const Published = z.strictObject({ about: z.string(), value: z.number(), source: z.string() });
const Price = z.strictObject({
  service: z.string(),
  dollars: z.number(),
  /** Units that cost so much. */
  of: z.number(),
  /** In the plan, a month. */
  included: z.number(),
  source: z.string(),
});
const LIMIT_IDS = [
  "d1Statements",
  "d1Bytes",
  "d1AccountBytes",
  "d1Bindings",
  "objectRequests",
  "objectBytes",
  "queueMessages",
  "queueConsumers",
  "subrequests",
  "logLines",
  "gmailMinute",
  "gmailDay",
  "modelRequests",
  "modelTokens",
] as const;
const PRICE_IDS = [
  "requests",
  "cpuMs",
  "logLines",
  "d1RowsRead",
  "d1RowsWritten",
  "d1Bytes",
  "objectRequests",
  "objectGbSeconds",
  "objectRowsRead",
  "objectRowsWritten",
  "objectBytes",
  "queueOperations",
  "r2Writes",
  "r2Reads",
  "r2Bytes",
  "modelTokensIn",
  "modelTokensCached",
  "modelTokensWritten",
  "modelTokensOut",
  "batchTokensIn",
  "batchTokensOut",
] as const;
export type PriceId = (typeof PRICE_IDS)[number];

const Platform = z.strictObject({
  read: z.string(),
  how: z.string(),
  limits: z.record(z.enum(LIMIT_IDS), Published),
  planDollars: z.number(),
  prices: z.record(z.enum(PRICE_IDS), Price),
  latencies: z.strictObject({
    source: z.string(),
    sydneyToDataMs: z.number(),
    sydneyToDataAbout: z.string(),
    parisToDataMs: z.number(),
    parisToDataAbout: z.string(),
    sameRegionMs: z.number(),
    sameRegionAbout: z.string(),
  }),
});
export type Platform = z.infer<typeof Platform>;

const People = z.strictObject({
  source: z.string(),
  /** Share of the users of a month who come on a day. */
  dailyActive: z.number(),
  /** Where users are, and the country of the offices they write to. */
  zones: z.array(z.strictObject({ zone: z.string(), country: z.enum(["FR", "GB", "DE"]), share: z.number() })),
  /** When a visit begins, by the hour of the local day. */
  hourWeights: z.array(z.number()).length(24),
  weekendFactor: z.number(),
  perActiveDay: z.strictObject({
    joinings: z.number(),
    signIns: z.number(),
    dashboards: z.number(),
    tabMinutes: z.number(),
    searches: z.number(),
    letters: z.number(),
    mails: z.number(),
    followUps: z.number(),
    answers: z.number(),
    outcomes: z.number(),
  }),
  /** The sandbox's model does not think; a real one does, at low effort. */
  reasoningTokensACall: z.number(),
  /** How much more than on average happens in the busiest second of an hour. */
  busiestSecondToHour: z.number(),
  /** Months of data kept for each user: half of their search, and as much of those who left and kept the account. */
  monthsStored: z.number(),
  /** Companies that are written to, and the share of large ones. */
  companies: z.number(),
  largeCompanyShare: z.number(),
});
export type People = z.infer<typeof People>;

export const readPlatform = (): Platform => Platform.parse(readJson("platform.json"));
export const readPeople = (): People => People.parse(readJson("people.json"));

/** Settings of ours that limit, as in wrangler.toml. */
export interface OwnSettings {
  modelCallsPerDay: number;
  modelSharePercent: number;
  /** `max_concurrency` of a queue, by its name. */
  consumers: Readonly<Record<"generation" | "crawl" | "document", number>>;
}

export function readOwnSettings(): OwnSettings {
  const toml = readFileSync(`${projectRoot}/wrangler.toml`, "utf8");
  const readNumber = (pattern: RegExp): number => {
    const value = Number(pattern.exec(toml)?.[1]);
    if (!Number.isFinite(value)) throw new Error(`wrangler.toml has no ${String(pattern)}`);
    return value;
  };
  const readConsumers = (queue: string) =>
    readNumber(
      new RegExp(
        String.raw`\[\[queues\.consumers\]\]\nqueue = "candidature-${queue}"\n(?:.+\n)*?max_concurrency = (\d+)`,
        "u",
      ),
    );
  return {
    modelCallsPerDay: readNumber(/^MODEL_CALLS_PER_DAY = "(\d+)"/mu),
    modelSharePercent: readNumber(/^MODEL_SHARE_PERCENT = "(\d+)"/mu),
    consumers: {
      generation: readConsumers("generation"),
      crawl: readConsumers("crawl"),
      document: readConsumers("document"),
    },
  };
}
