import "../../../tools/node-loader.ts";
import { computeLoad, type Load, moveToObjects, sumMonth } from "./compute-load.ts";
import { computeCosts, MODEL_SERVICE } from "./costs.ts";
import type { OwnSettings, People, Platform } from "./inputs.ts";
import { type LimitOwner, type LimitUse, listLimitUses, type UserStorage } from "./limits.ts";
import { measureCourtesy, measureLaterDays, simulateWeek } from "./simulate-week.ts";
import type { MeasuredUnits } from "./units.ts";

const { LIMITS } = await import("../../../worker/contract/limits");

/** What is known before people come. */
export interface World {
  people: People;
  platform: Platform;
  own: OwnSettings;
  units: MeasuredUnits;
}

export interface ScaleOptions {
  users: number[];
  /** 0: as many as `usersPerShard` asks for. */
  shards: number;
  usersPerShard: number;
  days: number;
  simulated: number;
  seed: number;
}

export interface Scale {
  users: number;
  shards: number;
  /** Share of the mails that companies' weeks have no room for. */
  refusedMails: number;
  /** Share of the sites of a search that nobody's search has read in the last month. */
  freshSites: number;
  /** The most used one first. */
  limits: LimitUse[];
  /** Dollars a month, by service. */
  costs: Record<string, number>;
  /** The same if every series of letters that may wait for a batch does. */
  batchedCosts: Record<string, number>;
  /** Letters and mails of a month. */
  modelCalls: number;
}

export interface ScaleResult {
  options: Omit<ScaleOptions, "users">;
  dailyActive: number;
  measured: { date: string; commit: string };
  /** Share of the mails that leave on a later day than they were approved. */
  laterDays: number;
  scales: Scale[];
  /** Users at which a limit of others, or a setting of ours, is reached. */
  raises: { name: string; owner: LimitOwner; users: number }[];
}

/** Simulates a week, and what it means at each number of users. */
export function simulateScales({ people, platform, own, units }: World, options: ScaleOptions): ScaleResult {
  const { users: counts, shards: wanted, usersPerShard, ...how } = options;
  const week = simulateWeek({ people, settings: own, ...how });
  const companyWeek = { small: LIMITS.companyMailsPerWeek, large: LIMITS.largeCompanyMailsPerWeek };
  const toScale = (users: number): Scale => {
    const shards = wanted > 0 ? wanted : Math.max(1, Math.ceil(users / usersPerShard));
    const refusedMails = measureCourtesy(week, users, people);
    const known = { users, shards, refusedMails, people };
    const load = computeLoad(week, units, known);
    // Further shards are best in objects, which cost less.
    const place = (each: Load) => (shards > 1 ? moveToObjects(each) : each);
    return {
      users,
      shards,
      refusedMails,
      freshSites: load.freshSites,
      limits: listLimitUses(load, platform, own, companyWeek),
      costs: computeCosts(place(load), platform),
      batchedCosts: computeCosts(place(computeLoad(week, units, { ...known, batched: true })), platform),
      modelCalls: sumMonth(load, /^(?:model|batch) calls$/u),
    };
  };
  const scales = counts.map(toScale);
  // Nearly all use grows with the number of users; at the smallest one no mail is refused.
  const [smallest] = scales.toSorted((a, b) => a.users - b.users);
  const raises = (smallest?.limits ?? [])
    .filter(({ owner, share }) => owner !== "cloudflare" && share > 0)
    .map(({ name, owner, share }) => ({ name, owner, users: Math.floor((smallest?.users ?? 0) / share) }));
  return {
    options: { shards: wanted, usersPerShard, ...how },
    dailyActive: people.dailyActive,
    measured: { date: units.date, commit: units.commit },
    laterDays: measureLaterDays(week),
    scales,
    raises: raises.toSorted((a, b) => a.users - b.users),
  };
}

/** Dollars a month and user, without the model. */
export const computeUserDollars = ({ costs, users }: Pick<Scale, "costs" | "users">): number =>
  Object.entries(costs).reduce((sum, [service, dollars]) => sum + (service === MODEL_SERVICE ? 0 : dollars), 0) / users;

/** What is reached first: with the rows of users here or there, and outside of Cloudflare. */
export function listFirsts({ limits }: Pick<Scale, "limits">) {
  const ofCloudflare = (storage: UserStorage) =>
    limits.find(({ owner, where }) => owner === "cloudflare" && (where?.includes(storage) ?? true));
  return {
    one: ofCloudflare("one"),
    d1: ofCloudflare("d1"),
    objects: ofCloudflare("objects"),
    outside: limits.find(({ owner }) => owner === "google" || owner === "model"),
    ours: limits.find(({ owner }) => owner === "ours"),
  };
}
