import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { seedJobSeeker } from "../../prove/sending/job-seekers.ts";
import { startServer } from "../../prove/sending/server.ts";
import { SEED } from "../pages/dashboard.ts";
import { type Figure, type Measured, medianOf } from "../report.ts";

const COMPANIES = 1_000;
/** Requests under way at a time. */
const AT_ONCE = 4;

interface Pair {
  name: string;
  ours: string;
  bare: string;
  /** Requests of one side in one round. */
  requests: number;
  atLeast: number;
}

/** @returns requests a second */
async function throughput(url: string, cookie: string, requests: number): Promise<number> {
  const began = performance.now();
  let left = requests;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(url, { headers: { cookie } });
      if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  }));
  return requests / ((performance.now() - began) / 1000);
}

/**
 * Calls of the product beside routes of a bare Hono application with the same statements, in one isolate: the two in turn, in another order every
 * round. What counts is the median of the rounds' own proportions, so that a machine that slows down on the way slows both.
 */
export async function measureSpeed(short: boolean): Promise<Measured> {
  const rounds = short ? 2 : 15;
  const server = await startServer("test/bench/worker/api-entry.ts");
  try {
    const user = "api-speed";
    const { cookie } = await seedJobSeeker(server, user, 0);
    await server.write([{ sql: SEED, values: [user, 0, COMPANIES] }]);
    const hash = createHash("sha256").update(cookie.split(".")[1] ?? "").digest("hex");
    const pairs: Pair[] = [
      { name: "GET /auth/me", ours: "/api/auth/me", bare: `/bare/me/${user}/${hash}`, requests: short ? 20 : 400, atLeast: 0.8 },
      ...[50, 200].map((limit) => ({
        name: `GET /dashboard/companies, ${limit} rows`, ours: `/api/dashboard/companies?limit=${limit}`, bare: `/bare/companies/${user}/${hash}/${limit}`,
        requests: (short ? 400 : 10_000) / limit, atLeast: 0.85,
      })),
    ];
    const figures: Figure[] = [];
    for (const { name, ours, bare, requests, atLeast } of pairs) {
      const [of, than, proportions]: [number[], number[], number[]] = [[], [], []];
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const speed = { ours: 0, bare: 0 };
        for (const side of round % 2 === 0 ? ["ours", "bare"] as const : ["bare", "ours"] as const) speed[side] = await throughput(server.url() + { ours, bare }[side], cookie, requests);
        if (round === 0) continue;
        of.push(speed.ours);
        than.push(speed.bare);
        proportions.push(speed.ours / speed.bare);
      }
      figures.push(
        { name, value: medianOf(of), unit: "a second" },
        { name: `${name}, bare`, value: medianOf(than), unit: "a second" },
        { name: `${name}, to the bare one`, value: medianOf(proportions), unit: "×", target: { atLeast } },
        { name: `${name}, to the bare one, least to most`, value: Math.min(...proportions), unit: `– ${Math.max(...proportions).toFixed(2)}` },
      );
    }
    return {
      title: "Throughput beside a bare Hono route with the same statements",
      how: `${rounds} rounds in turn, ${AT_ONCE} requests at a time, in one isolate; ${COMPANIES} companies on the dashboard. Medians.`, figures,
    };
  } finally {
    await server.stop();
  }
}
