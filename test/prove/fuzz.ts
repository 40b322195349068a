import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { type FuzzUser, seedFuzzUser } from "./fuzzing/fuzz-users.ts";
import type * as Requests from "./fuzzing/generate-requests.ts";
import { sendRequest, type FuzzAnswer, closeConnections } from "./fuzzing/send-request.ts";
import { seededRandom } from "./random.ts";
import { startMiniflareServer } from "./sending/miniflare-server.ts";

/*
 * `npm run prove:fuzz`: requests made from the contract's schemas, valid, nearly valid and hostile, by people who are signed in, against
 * the production bundle in workerd. No answer may be a fault, none slow, and every refusal has the agreed shape.
 *
 *     npm run prove:fuzz -- --requests 20000 --seed 7
 */

const { values } = parseArgs({ options: { requests: { type: "string", default: "20000" }, seed: { type: "string" } } });
const requests = Number(values.requests);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error("--requests and --seed are whole numbers");

const SLOWEST_MS = 10_000;
const CONCURRENT_REQUESTS = 6;
/** Requests of one person: quotas and a closed account must not make all the rest of the proof one refusal. */
const REQUESTS_PER_USER = 200;

const path = fileURLToPath(new URL("fuzzing/generate-requests.ts", import.meta.url));
const {
  module: { generateRequest: nextRequest, findFault: faultOf },
} = await runnerImport<typeof Requests>(path, { configFile: false });

const statuses = new Map<number, number>();
const titles = new Set<string>();
const times: number[] = [];
const failures: string[] = [];
const countStatus = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

const server = await startMiniflareServer();
console.log(`seed ${seed}, ${requests} requests`);
let sent = 0;
let userCount = 0;

async function sendOne(person: FuzzUser, random: () => number): Promise<void> {
  const request = nextRequest(person.known, random);
  titles.add(request.title);
  const shown = `${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 200)} ${String(request.body ?? "").slice(0, 300)}`;
  let answer: FuzzAnswer;
  try {
    answer = await sendRequest(server.url(), request, person.cookie());
  } catch (error) {
    failures.push(`${shown}: ${String(error)}`);
    return;
  }
  countStatus(answer.status);
  times.push(answer.ms);
  person.learn(answer);
  const fault = faultOf(request, answer) ?? (answer.ms > SLOWEST_MS ? `${answer.ms.toFixed(0)} ms` : null);
  if (fault !== null) failures.push(`${shown}: ${fault} ${answer.text.slice(0, 300)}`);
}

async function runWorker(): Promise<void> {
  while (sent < requests) {
    userCount += 1;
    // Each has dice of their own, so that who comes first changes nothing.
    const random = seededRandom(seed + userCount);
    const person = await seedFuzzUser(server, userCount);
    for (let n = 0; n < REQUESTS_PER_USER && sent < requests && !person.isGone(); n += 1) {
      sent += 1;
      await sendOne(person, random);
    }
  }
}

const began = performance.now();
try {
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, runWorker));
  const { status } = await fetch(`${server.url()}/api/health`);
  if (status !== 200) failures.push(`the server answered ${status} afterwards`);
} finally {
  closeConnections();
  await server.stop();
}
times.sort((a, b) => a - b);
const percentileMs = (share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
console.log(
  `${titles.size} calls, ${userCount} people, ${((performance.now() - began) / 1000).toFixed(0)} s; answered in ${percentileMs(0.5)} ms at the median, ${percentileMs(0.99)} at the 99th percentile, ${percentileMs(1)} at most`,
);
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, number]) => `${number} × ${status}`)
    .join(", "),
);
for (const failure of failures.slice(0, 20)) console.error(`FAILED ${failure}`);
for (const line of new Set(server.loggedErrors.map((fault) => fault.slice(0, 500)))) console.error(`logged: ${line}`);
console.log(
  failures.length + server.loggedErrors.length === 0
    ? "no fault, none slow, every refusal as agreed"
    : `${failures.length} failures, ${server.loggedErrors.length} faults logged`,
);
process.exitCode = failures.length + server.loggedErrors.length > 0 ? 1 : 0;
