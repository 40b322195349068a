import { defineProof } from "../harness/cli.ts";
import { loadModule } from "../harness/load-module.ts";
import { startProduct } from "../harness/product.ts";
import { type FuzzUser, seedFuzzUser } from "./fuzzing/fuzz-users.ts";
import type * as Requests from "./fuzzing/generate-requests.ts";
import type { FuzzRequest } from "./fuzzing/generate-requests.ts";
import { closeConnections, type FuzzAnswer, sendRequest } from "./fuzzing/send-request.ts";

const MAX_ANSWER_MS = 10_000;
const CONCURRENT_USERS = 6;
/** Quotas and deleted accounts must not make all later requests one refusal. */
const REQUESTS_PER_USER = 200;

const describeRequest = ({ method, path, headers, body }: FuzzRequest): string =>
  [`${method} ${path.slice(0, 200)}`, JSON.stringify(headers).slice(0, 200), String(body ?? "").slice(0, 300)].join(
    " ",
  );

/**
 * Requests made from the contract's schemas, valid, nearly valid and hostile, by signed-in users. No answer is a 5xx or
 * slow, and every refusal has the agreed shape. A request follows from the seed, its user and what the server answered
 * before.
 */
export const command = defineProof({
  options: { requests: { about: "requests", usual: 20_000, short: 600 } },
  prove: async ({ options: { requests }, seed, print }) => {
    const { generateRequest, findFault } = await loadModule<typeof Requests>(
      "./fuzzing/generate-requests.ts",
      import.meta.url,
    );
    const statuses: number[] = [];
    const times: number[] = [];
    const titles = new Set<string>();
    const accepted = new Set<string>();
    const failures: string[] = [];
    let sentCount = 0;
    let userCount = 0;
    const server = await startProduct();

    const sendOne = async ({ user, known, learn }: FuzzUser, requestSeed: number): Promise<void> => {
      const request = generateRequest(known, requestSeed);
      titles.add(request.title);
      let answer: FuzzAnswer;
      try {
        answer = await sendRequest(server.url(), request, user.cookie());
      } catch (error) {
        failures.push(`${describeRequest(request)}: ${String(error)}`);
        return;
      }
      statuses.push(answer.status);
      if (answer.status === 200) accepted.add(request.title);
      times.push(answer.ms);
      learn(answer);
      const slow = answer.ms > MAX_ANSWER_MS ? `${answer.ms.toFixed(0)} ms` : null;
      const fault = findFault(request, answer) ?? slow;
      if (fault !== null) failures.push(`${describeRequest(request)}: ${fault} ${answer.text.slice(0, 300)}`);
    };
    const runUsers = async (): Promise<void> => {
      while (sentCount < requests) {
        const number = (userCount += 1);
        const fuzzUser = await seedFuzzUser(server, number);
        for (let n = 0; n < REQUESTS_PER_USER && sentCount < requests && !fuzzUser.isGone(); n += 1) {
          sentCount += 1;
          await sendOne(fuzzUser, seed + number * REQUESTS_PER_USER + n);
        }
      }
    };

    try {
      await Promise.all(Array.from({ length: CONCURRENT_USERS }, runUsers));
      const { status } = await fetch(`${server.url()}/api/health`);
      if (status !== 200) failures.push(`the server answered ${status} afterwards`);
    } finally {
      closeConnections();
      await server.stop();
    }
    times.sort((a, b) => a - b);
    const [median, slow, slowest] = [0.5, 0.99, 1].map((share) =>
      (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(0),
    );
    const counts = Object.entries(Object.groupBy(statuses, String)).map(
      ([status, list]) => `${list?.length} × ${status}`,
    );
    print(`${titles.size} calls by ${userCount} users: ${counts.join(", ")}`);
    print(`never accepted: ${[...titles.difference(accepted)].join(", ") || "none"}`);
    print(`answered in ${median} ms at the median, ${slow} at the 99th percentile, ${slowest} at most`);
    const logged = new Set(server.loggedErrors.map((line) => `logged: ${line.slice(0, 500)}`));
    return { failures: [...failures, ...logged], figures: { requests: sentCount, calls: titles.size } };
  },
});
