import "../../tools/node-loader.ts";
import { defineBench } from "../harness/cli.ts";
import type { Measured } from "../harness/report.ts";
import { computeWaiting, listCalls, type Network, sumWaiting, type Waiting } from "./placement/waiting.ts";
import { readPeople, readPlatform } from "./scale/inputs.ts";

const { findEndpointCase } = await import("../worker/support/endpoint-cases");
const { ENDPOINTS, toTitle } = await import("../worker/support/endpoints");

/** Round trips to D1 of each call, as the tests hold them. */
const tripsToD1 = new Map(
  ENDPOINTS.map((endpoint) => {
    const usual = endpoint.method === "GET" ? 1 : 2;
    return [toTitle(endpoint), findEndpointCase(endpoint).trips ?? usual];
  }),
);

function compare(place: string, network: Network): Measured {
  const calls = listCalls(readPeople(), tripsToD1);
  const toRow = (name: string, { nearPersonMs, nearDataMs }: Waiting): [string, number[]] => [
    name,
    [Math.round(nearPersonMs), Math.round(nearDataMs), Math.round(nearDataMs - nearPersonMs)],
  ];
  const day = sumWaiting(calls, network);
  const withoutPolls = sumWaiting(
    calls.filter(({ name }) => !POLLS.has(name)),
    network,
  );
  return {
    title: `Waiting in ${place}, milliseconds: the Worker near the person, near the data, and the difference`,
    how: `${network.toDataMs} ms to the data, there and back; ${network.nearbyMs} ms within their region.`,
    figures: [],
    table: {
      columns: ["near person", "near data", "difference"],
      rows: Object.fromEntries([
        ...calls.map((call) => toRow(`${call.name} (${call.trips})`, computeWaiting(call, network))),
        toRow("all of a day", day),
        toRow("all of a day, without polls that nobody waits for", withoutPolls),
      ]),
    },
  };
}

const POLLS: ReadonlySet<string> = new Set([
  "GET /activity",
  "GET /search/status/:id",
  "GET /search/:id/companies",
  "GET /dashboard/generations/current",
]);

/**
 * Where the Worker should run: near the data (`placement = smart`) or near each person, for somebody in Paris and
 * somebody in Sydney with the data in Frankfurt. Figures in brackets: round trips to the data.
 */
export const command = defineBench({
  open: async () => undefined,
  close: () => undefined,
  parts: {
    placement: async () => {
      const { latencies } = readPlatform();
      const nearbyMs = latencies.sameRegionMs;
      return [
        compare("Paris", { toDataMs: latencies.parisToDataMs, nearbyMs }),
        compare("Sydney", { toDataMs: latencies.sydneyToDataMs, nearbyMs }),
      ];
    },
  },
});
