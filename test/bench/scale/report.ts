import { MODEL_SERVICE } from "./costs.ts";
import type { LimitUse } from "./limits.ts";
import { computeUserDollars, listFirsts, type Scale, type ScaleResult, type World } from "./simulate.ts";
import { ACTIONS, sumUnits } from "./units.ts";

// The result as tables, for the screen and for docs/scale.md.

export interface Table {
  /** Its place in docs/scale.md. */
  id: string;
  title: string;
  how: string;
  columns: string[];
  rows: Record<string, string[]>;
}

const formatCount = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Two digits are more than the assumptions are good for. */
function formatShare(share: number): string {
  const percent = share * 100;
  if (percent >= 1_000) return `${formatCount(Number(percent.toPrecision(2)))} %`;
  return `${Number(percent.toPrecision(2))} %`;
}
/** `tabMinutes` as "tab minutes". */
const toWords = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
const formatUnits = (value: number): string => String(Number(value.toPrecision(3)));
const formatCents = (dollars: number): string => `${Number((dollars * 100).toPrecision(2))} ct`;

const toUserColumns = ({ scales }: ScaleResult): string[] => scales.map(({ users }) => `${formatCount(users)} users`);

function toFirsts(result: ScaleResult): Table {
  const describe = (pick: keyof ReturnType<typeof listFirsts>) =>
    result.scales.map((scale) => {
      const use = listFirsts(scale)[pick];
      return use ? `${use.name}: ${formatShare(use.share)}` : "";
    });
  return {
    id: "first",
    title: "What is reached first, and how much of it is used in its busiest second",
    how: "More than 100 % is more than there is.",
    columns: toUserColumns(result),
    rows: {
      "Cloudflare, all users in one D1": describe("one"),
      "Cloudflare, users on shards in D1": describe("d1"),
      "Cloudflare, users on shards in objects": describe("objects"),
      "shards of users": result.scales.map(({ shards }) => formatCount(shards)),
      "Gmail and the model": describe("outside"),
      "our own settings": describe("ours"),
    },
  };
}

const OWNERS = { cloudflare: "Cloudflare", google: "Google", model: "OpenAI", ours: "ours" } as const;
const STORAGES = {
  one: "with all users in one D1",
  d1: "with shards in D1",
  objects: "with shards in objects",
} as const;
const describeStorages = (where: LimitUse["where"]): string =>
  where ? `, ${where.map((storage) => STORAGES[storage]).join(" or ")}`.replace(" or with shards in", " or in") : "";

function toUses(result: ScaleResult): Table {
  const last = result.scales.at(-1);
  return {
    id: "limits",
    title: "How much of each limit is used",
    how: "In the busiest second or on the busiest day; bytes as they lie there.",
    columns: ["whose", "limit", ...toUserColumns(result)],
    rows: Object.fromEntries(
      (last?.limits ?? []).map(({ name, owner, limit, where }) => [
        `${name}${describeStorages(where)}`,
        [
          OWNERS[owner],
          formatCount(limit),
          ...result.scales.map(({ limits }) => formatShare(limits.find((use) => use.name === name)?.share ?? 0)),
        ],
      ]),
    ),
  };
}

function toCosts(result: ScaleResult): Table {
  const services = Object.keys(result.scales[0]?.costs ?? {});
  const sumAll = (costs: Scale["costs"]) => Object.values(costs).reduce((sum, dollars) => sum + dollars, 0);
  const toCents = (toDollars: (scale: Scale) => number) =>
    result.scales.map((scale) => formatCents(toDollars(scale) / scale.users));
  return {
    id: "costs",
    title: "Cost of a user and month, in cents",
    how: "Beyond what Workers Paid includes; more than one shard in objects.",
    columns: toUserColumns(result),
    rows: {
      ...Object.fromEntries(services.map((service) => [service, toCents(({ costs }) => costs[service] ?? 0)])),
      "all of Cloudflare": result.scales.map((scale) => formatCents(computeUserDollars(scale))),
      "with the model": toCents(({ costs }) => sumAll(costs)),
      "the model, if series of ten letters wait for a batch": toCents(
        ({ batchedCosts }) => batchedCosts[MODEL_SERVICE] ?? 0,
      ),
      "all, if they do": toCents(({ batchedCosts }) => sumAll(batchedCosts)),
    },
  };
}

const toRaises = ({ raises }: ScaleResult): Table => ({
  id: "raises",
  title: "At how many users something has to be raised",
  how: "With Google or OpenAI, or in wrangler.toml.",
  columns: ["whose", "reached at users"],
  rows: Object.fromEntries(raises.map(({ name, owner, users }) => [name, [OWNERS[owner], formatCount(users)]])),
});

const UNIT_COLUMNS = {
  requests: /^requests$/u,
  "CPU, ms": /^cpu ms$/u,
  "D1 statements": /^d1 \S+ statements$/u,
  "D1 rows read": /^d1 \S+ rows read$/u,
  "D1 rows written": /^d1 \S+ rows written$/u,
  "object calls": /^object \S+ requests$/u,
  "object seconds": /^object \S+ seconds$/u,
  "object rows written": /^object rows written$/u,
  "queue messages": /^queue \S+ messages$/u,
  "R2 calls": /^r2 (?:reads|writes)$/u,
  "log lines": /^log lines$/u,
  "model tokens": /^(?:model|batch) tokens (?:in|out)$/u,
};

const toUnits = ({ units }: World): Table => ({
  id: "units",
  title: `What an action uses (${units.date}, ${units.commit}; a search found ${units.companiesASearch} companies)`,
  how: units.how,
  columns: Object.keys(UNIT_COLUMNS),
  rows: Object.fromEntries(
    ACTIONS.map((action) => [
      action,
      Object.values(UNIT_COLUMNS).map((name) => formatUnits(sumUnits(units.actions[action], name))),
    ]),
  ),
});

function toAssumptions({ people, platform }: World, { options, laterDays, scales }: ScaleResult): Table {
  const zones = people.zones.map(({ zone, share }) => `${zone} ${formatShare(share)}`).join(", ");
  const fresh = scales.map(({ users, freshSites }) => `${formatCount(users)}: ${formatShare(freshSites)}`);
  const refused = scales.map(({ users, refusedMails }) => `${formatCount(users)}: ${formatShare(refusedMails)}`);
  return {
    id: "assumptions",
    title: "Assumed",
    how: people.source,
    columns: ["value"],
    rows: {
      "users who come on a day": [formatShare(people.dailyActive)],
      "time zones": [zones],
      "a visit begins": [`by the hour of the local day; at weekends ${formatShare(people.weekendFactor)} as often`],
      ...Object.fromEntries(
        Object.entries(people.perActiveDay).map(([name, mean]) => [`on such a day: ${toWords(name)}`, [String(mean)]]),
      ),
      "busiest second of an hour, to its mean": [`${people.busiestSecondToHour} ×`],
      "months of data kept of a user": [String(people.monthsStored)],
      "users of a shard": [formatCount(options.usersPerShard)],
      "companies that are written to": [
        `${formatCount(people.companies)}, ${formatShare(people.largeCompanyShare)} of them large`,
      ],
      "tokens that the model thinks, a call": [String(people.reasoningTokensACall)],
      "a statement takes": ["1 ms"],
      "simulated one by one": [`${formatCount(options.simulated)} people, ${options.days} days, seed ${options.seed}`],
      "follows: mails that leave on a later day": [formatShare(laterDays)],
      "follows: mails that wait for their company's week": [refused.join(", ")],
      "follows: sites of a search that nobody has read for a month, all equally wanted": [fresh.join(", ")],
      "published values and prices": [`read on ${platform.read}: test/bench/scale/platform.json`],
    },
  };
}

export const toTables = (result: ScaleResult, world: World): Table[] => [
  toFirsts(result),
  toUses(result),
  toRaises(result),
  toCosts(result),
  toUnits(world),
  toAssumptions(world, result),
];
