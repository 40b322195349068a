import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { seedJobSeeker } from "../../harness/job-seeker.ts";
import { readCpuMs } from "../../harness/process-usage.ts";
import { startProduct } from "../../harness/product.ts";
import { type Figure, type Measured, computeMedian } from "../../harness/report.ts";
import { SEED_COMPANIES_SQL } from "../dashboard-queries/seed-dashboard.ts";

const COMPANY_COUNT = 1_000;
const CONCURRENT_REQUESTS = 4;

interface Pair {
  name: string;
  ours: string;
  bare: string;
  /** Requests of one side in one round: a second's, as one collection of garbage would decide a shorter round. */
  requests: number;
  atLeast: number;
}

const NO_SPEED: Speed = { rate: Number.NaN, cpu: Number.NaN };

interface Speed {
  /** Requests a second. */
  rate: number;
  /** CPU of workerd a request, D1's included; milliseconds. */
  cpu: number;
}

async function measureRate(url: string, cookie: string, requests: number, pid: number): Promise<Speed> {
  const [began, cpuBefore] = [performance.now(), readCpuMs(pid)];
  let left = requests;
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (left > 0) {
        left -= 1;
        const response = await fetch(url, { headers: { cookie } });
        if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      }
    }),
  );
  return { rate: requests / ((performance.now() - began) / 1000), cpu: (readCpuMs(pid) - cpuBefore) / requests };
}

/**
 * Calls of the product beside routes of a bare Hono application with the same statements, in one isolate: the two in
 * turn, in another order every round. What counts is the median of the rounds' own proportions, so that a machine that
 * slows down on the way slows both.
 */
export async function measureSpeed(short: boolean): Promise<Measured> {
  const rounds = short ? 4 : 15;
  const server = await startProduct({ entry: "test/bench/worker/api-entry.ts" });
  const pid = server.pid();
  try {
    const user = "api-speed";
    const { cookie } = await seedJobSeeker(server, user, 0);
    await server.write([{ sql: SEED_COMPANIES_SQL, values: [user, 0, COMPANY_COUNT] }]);
    const hash = createHash("sha256")
      .update(cookie.split(".")[1] ?? "")
      .digest("hex");
    const pairs: Pair[] = [
      {
        name: "GET /auth/me",
        ours: "/api/auth/me",
        bare: `/bare/me/${user}/${hash}`,
        requests: short ? 40 : 1_000,
        atLeast: 0.8,
      },
      ...[50, 200].map((limit) => ({
        name: `GET /dashboard/companies, ${limit} rows`,
        ours: `/api/dashboard/companies?limit=${limit}`,
        bare: `/bare/companies/${user}/${hash}/${limit}`,
        requests: (short ? 1_000 : 10_000) / limit,
        atLeast: 0.85,
      })),
    ];
    const figures: Figure[] = [];
    for (const { name, ours, bare, requests, atLeast } of pairs) {
      const speeds: { ours: Speed; bare: Speed }[] = [];
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const speed = { ours: NO_SPEED, bare: NO_SPEED };
        for (const side of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const))
          speed[side] = await measureRate(server.url() + { ours, bare }[side], cookie, requests, pid);
        if (round > 0) speeds.push(speed);
      }
      const proportions = speeds.map((speed) => speed.ours.rate / speed.bare.rate);
      figures.push(
        { name, value: computeMedian(speeds.map((speed) => speed.ours.rate)), unit: "a second" },
        { name: `${name}, bare`, value: computeMedian(speeds.map((speed) => speed.bare.rate)), unit: "a second" },
        { name: `${name}, to the bare one`, value: computeMedian(proportions), unit: "×", target: { atLeast } },
        { name: `${name}, to the bare one, least`, value: Math.min(...proportions), unit: "×" },
        { name: `${name}, to the bare one, most`, value: Math.max(...proportions), unit: "×" },
        { name: `${name}, CPU`, value: computeMedian(speeds.map((speed) => speed.ours.cpu)), unit: "ms" },
        { name: `${name}, CPU, bare`, value: computeMedian(speeds.map((speed) => speed.bare.cpu)), unit: "ms" },
      );
    }
    return {
      title: "Throughput beside a bare Hono route with the same statements",
      how: [
        `${rounds} rounds in turn, ${CONCURRENT_REQUESTS} requests at a time, in one isolate.`,
        `${COMPANY_COUNT} companies on the dashboard. Medians.`,
      ].join(" "),
      figures,
    };
  } finally {
    await server.stop();
  }
}
