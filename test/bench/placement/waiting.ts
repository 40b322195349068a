import type { People } from "../scale/inputs.ts";

// How long a person waits for the network, with the Worker near the data and with the Worker near the person.

/** Round trips of a call. The way from a person to the nearest data centre is the same for both, and left out. */
export interface Call {
  name: string;
  /** Round trips from the Worker to D1 and to objects that the person waits for, one after the other. */
  trips: number;
  /** Served without the Worker, from the nearest data centre. */
  isAsset?: true;
  /** How often on a day with a visit. */
  daily: number;
}

export interface Network {
  /** From the data centre nearest to the person to the data, there and back. */
  toDataMs: number;
  /** From the Worker to data in its own region, there and back. */
  nearbyMs: number;
}

export interface Waiting {
  nearPersonMs: number;
  nearDataMs: number;
}

export function computeWaiting({ trips, isAsset }: Pick<Call, "trips" | "isAsset">, network: Network): Waiting {
  const { toDataMs, nearbyMs } = network;
  if (isAsset) return { nearPersonMs: 0, nearDataMs: 0 };
  // Near the data, the request itself makes the long way once.
  return { nearPersonMs: trips * toDataMs, nearDataMs: toDataMs + trips * nearbyMs };
}

/** The waiting of a whole day. */
export function sumWaiting(calls: readonly Call[], network: Network): Waiting {
  return calls.reduce(
    (sum, call) => {
      const { nearPersonMs, nearDataMs } = computeWaiting(call, network);
      return {
        nearPersonMs: sum.nearPersonMs + call.daily * nearPersonMs,
        nearDataMs: sum.nearDataMs + call.daily * nearDataMs,
      };
    },
    { nearPersonMs: 0, nearDataMs: 0 },
  );
}

/** A call that is not answered by D1 alone, with what it waits for instead. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  // The user's object answers a poll.
  "GET /activity": 1,
  "GET /search/status/:id": 1,
  "GET /search/:id/companies": 1,
  // Files of the directory lie in the cache of the Worker's data centre.
  "GET /search/places": 0,
};

/** How often a person makes a call on a day with a visit. */
const listDailyCalls = ({ perActiveDay: day }: People): Record<string, number> => ({
  "POST /auth/login": day.signIns,
  "GET /activity": day.tabMinutes,
  "GET /dashboard/companies": day.dashboards,
  "POST /search/categories": day.searches,
  "GET /search/places": 5 * day.searches,
  "POST /search/run": day.searches,
  "GET /search/status/:id": 15 * day.searches,
  "GET /search/:id/companies": 15 * day.searches,
  "POST /search/add-to-dashboard/:id": day.searches,
  "POST /dashboard/companies/bulk-generate-message": day.letters / 10,
  "GET /dashboard/generations/current": 2 * day.letters,
  "GET /dashboard/companies/:id": day.letters,
  "GET /dashboard/companies/:id/page": day.letters,
  "POST /dashboard/companies/:id/check-message": day.letters,
  "GET /dashboard/companies/:id/preview": day.letters,
  "POST /dashboard/companies/:id/message-read": day.letters,
  "POST /dashboard/companies/bulk-preview": day.mails / 10,
  "POST /outbox": day.mails / 10 + day.followUps,
  "GET /outbox": 2 * day.dashboards,
  "POST /dashboard/companies/:id/follow-up/write": day.followUps,
  "GET /dashboard/companies/:id/follow-up/preview": day.followUps,
  "POST /dashboard/companies/:id/outcome": day.outcomes,
});

/** Pages, whose HTML is an asset or made by the Worker. */
const listPages = ({ perActiveDay: day }: People): Call[] => [
  { name: "the landing page and all other assets", trips: 0, isAsset: true, daily: 1 },
  { name: "the dashboard's page: its first byte", trips: 0, daily: day.dashboards },
  { name: "the dashboard's page: its answers", trips: 1, daily: day.dashboards },
  { name: "a company's page, loaded anew", trips: 0, daily: 1 },
];

/** Pages and calls of a day. @param tripsToD1 of each call of the API, by its method and path */
export function listCalls(people: People, tripsToD1: ReadonlyMap<string, number>): Call[] {
  const calls = Object.entries(listDailyCalls(people)).map(([name, daily]) => {
    const trips = EXCEPTIONS[name] ?? tripsToD1.get(name);
    if (trips === undefined) throw new Error(`there is no ${name}`);
    return { name, trips, daily };
  });
  return [...listPages(people), ...calls];
}
