import { findBusiestDay, findPeak, type Load, sumSiteCache, sumStored } from "./compute-load.ts";
import type { OwnSettings, Platform } from "./inputs.ts";
import { measureSharedBytes } from "./shared-bytes.ts";

// How much of each limit a load uses.

/** Who sets a limit. */
export type LimitOwner = "cloudflare" | "google" | "model" | "ours";

/** Where the rows of users are: in one D1, or on shards, in D1 or in Durable Objects. */
export type UserStorage = "one" | "d1" | "objects";

export interface LimitUse {
  name: string;
  owner: LimitOwner;
  /** Where the limit holds: with users in one D1, in several, or in objects; undefined for everywhere. */
  where?: readonly UserStorage[];
  used: number;
  limit: number;
  /** used / limit */
  share: number;
}

const SECONDS_A_MINUTE = 60;
/** Objects that share the cache of sites. */
const SITE_CACHE_OBJECTS = 8;
/** Applications that a company gets in a week, a small one and a large one. */
export interface CompanyWeek {
  small: number;
  large: number;
}

/** Every limit with its use; the most used one first. */
export function listLimitUses(load: Load, platform: Platform, own: OwnSettings, week: CompanyWeek): LimitUse[] {
  const { limits } = platform;
  const { shards, people } = load;
  const uses: LimitUse[] = [];
  const add = (name: string, owner: LimitOwner, used: number, limit: number, ...where: UserStorage[]): void =>
    void uses.push({ name, owner, used, limit, share: used / limit, ...(where.length > 0 && { where }) });

  const statements = limits.d1Statements.value;
  const objects = limits.objectRequests.value;
  const d1Bytes = limits.d1Bytes.value;
  add("one D1: statements a second", "cloudflare", findPeak(load, /^d1 \S+ statements$/u), statements, "one");
  add("one D1: bytes", "cloudflare", sumStored(load, /^d1 \S+ bytes$/u), d1Bytes, "one");
  const ofUsers = findPeak(load, /^d1 user statements$/u) / shards;
  add("a shard of users: statements a second", "cloudflare", ofUsers, statements, "d1", "objects");
  const trips = findPeak(load, /^d1 user trips$/u) / shards;
  add("a shard of users in an object: requests a second", "cloudflare", trips, objects, "objects");
  const bytesOfUsers = sumStored(load, /^d1 user bytes$/u) / shards;
  add("a shard of users: bytes", "cloudflare", bytesOfUsers, d1Bytes, "d1", "objects");
  const shared = findPeak(load, /^d1 shared statements$/u);
  add("the shared database: statements a second", "cloudflare", shared, statements, "d1", "objects");
  const { user, slot } = measureSharedBytes();
  // A place in a company's week is kept for that week.
  const sharedBytes = load.users * user + load.mailsAWeek * slot;
  add("the shared database: bytes", "cloudflare", sharedBytes, d1Bytes, "d1", "objects");
  add("databases bound to the Worker", "cloudflare", shards + 1, limits.d1Bindings.value, "d1");
  const allBytes = sumStored(load, /^d1 \S+ bytes$/u);
  add("all D1 of the account: bytes", "cloudflare", allBytes, limits.d1AccountBytes.value, "one", "d1");

  const cache = findPeak(load, /^object SITE_CACHE requests$/u) / SITE_CACHE_OBJECTS;
  add("an object of the cache of sites: requests a second", "cloudflare", cache, objects);
  const cacheBytes = sumSiteCache(load) / SITE_CACHE_OBJECTS;
  add("an object of the cache of sites: bytes", "cloudflare", cacheBytes, limits.objectBytes.value);
  add("the status object: requests a second", "cloudflare", findPeak(load, /^object STATUS requests$/u), objects);
  const budget = findPeak(load, /^object LLM_BUDGET requests$/u);
  add("the object of the model's calls: requests a second", "cloudflare", budget, objects);
  for (const [queue, ownConsumers] of Object.entries(own.consumers)) {
    const messages = findPeak(load, new RegExp(`^queue ${queue} messages$`, "u"));
    add(`queue ${queue}: messages a second`, "cloudflare", messages, limits.queueMessages.value);
    const consumers = findPeak(load, new RegExp(`^queue ${queue} seconds$`, "u"));
    add(`queue ${queue}: consumers at once`, "cloudflare", consumers, limits.queueConsumers.value);
    if (ownConsumers < limits.queueConsumers.value)
      add(`max_concurrency of queue ${queue}`, "ours", consumers, ownConsumers);
  }
  const most = Math.max(...load.hours.map((units) => units["most subrequests"] ?? 0));
  add("subrequests of one invocation", "cloudflare", most, limits.subrequests.value);
  add("log lines a day", "cloudflare", findBusiestDay(load, /^log lines$/u), limits.logLines.value);

  const mailsAMinute = findPeak(load, /^gmail units$/u) * SECONDS_A_MINUTE;
  add("Gmail: units a minute", "google", mailsAMinute, limits.gmailMinute.value);
  add(
    "Gmail: units a day before Google charges",
    "google",
    findBusiestDay(load, /^gmail units$/u),
    limits.gmailDay.value,
  );
  const calls = findPeak(load, /^model calls$/u) * SECONDS_A_MINUTE;
  add("the model: requests a minute", "model", calls, limits.modelRequests.value);
  const tokens = findPeak(load, /^model tokens (?:in|out)$/u) * SECONDS_A_MINUTE;
  add("the model: tokens a minute", "model", tokens, limits.modelTokens.value);
  add("MODEL_CALLS_PER_DAY", "ours", findBusiestDay(load, /^(?:model|batch) calls$/u), own.modelCallsPerDay);

  const room = people.companies * (people.largeCompanyShare * week.large + (1 - people.largeCompanyShare) * week.small);
  add("applications that companies get in a week", "ours", load.mailsAWeek, room);
  return uses.toSorted((a, b) => b.share - a.share);
}
