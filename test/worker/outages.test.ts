import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../worker/contract/endpoint";
import { ErrorBody } from "../../worker/contract/errors";
import { expectConsoleError } from "./console-errors";
import { ENDPOINTS, titleOf } from "./endpoints";
import { CALLBACK, type Called, callWith, grantTokens, requestOf, seedWorld, stateOf } from "./outage-world";
import { sandbox } from "./outside";
import { type Step, steppedEnv } from "./stepped";

// Every call, and one thing it asks of D1, R2, a queue or an object that fails: refused, done but the answer lost, or never
// answered. The user is told 502 or 503, and whoever presses again finds everything as if nothing had been. `npm run prove:outages` tries
// all steps of all calls; the test command some.

const { OUTAGES: wanted } = z.object({ OUTAGES: z.enum(["some", "all"]).default("some") }).parse(env);

const WAYS = ["refused", "lost"] as const;
type Way = (typeof WAYS)[number] | "hangs";

/** Bindings of which the `at`th call goes wrong, and only that one. */
function disturbed(at: number, way: Way) {
  let steps = 0;
  const step: Step = async (work) => {
    steps += 1;
    if (steps !== at) return work();
    if (way === "hangs") return new Promise(() => undefined);
    if (way === "lost") await work();
    throw new Error("Network connection lost.");
  };
  // The outside has its own tests, with faults of the sandbox.
  return { bindings: { ...steppedEnv(env, step), SANDBOX: env.SANDBOX }, steps: () => steps };
}

/** What says, on pressing again, that it was done the first time. */
const DONE: Record<string, string> = {
  "POST /auth/register": "email_taken",
  "DELETE /settings/account": "unauthenticated",
  "DELETE /archive/companies/:id": "not_found",
  "POST /settings/password": "password_wrong",
  "DELETE /settings/sessions/:id": "unauthenticated",
  "DELETE /settings/sessions": "unauthenticated",
  "POST /search/run": "search_in_progress",
  "POST /dashboard/companies/bulk-generate-message": "generation_in_progress",
  "POST /dashboard/companies/:id/send-email": "outcome_unknown in_flight already_sent",
};
/** Whose end comes later: the deletion's by its object (account-deletion-kills.test.ts), a mail's by the sweep (mail-faults.test.ts). */
const LATER = /settings\/account|send-email|send-test|bulk-send/u;
/** A mail that may have gone out is told as that. */
const UNSURE = new Set(["outcome_unknown", "in_flight"]);

/** They go on without what hangs. */
const BESIDE = new Set(["POST /search/categories", "GET /health", "POST /auth/logout"]);

const codeOf = (text: string): string | undefined =>
  text.startsWith("{") ? ErrorBody.safeParse(JSON.parse(text)).data?.code : undefined;

/** @returns what is wrong, in words; null for nothing */
async function tryOne(
  call: Called,
  title: string,
  usual: { status: number; state: string },
  at: number,
  way: Way,
): Promise<string | null> {
  const world = await seedWorld(title);
  const request = await requestOf(call, world);
  const answer = await callWith(disturbed(at, way).bindings, world, request);
  const code = codeOf(answer.text);
  if (answer.text === "cut short" && title.endsWith("/export")) return null;
  const told =
    answer.status === usual.status ||
    UNSURE.has(code ?? "") ||
    ((answer.status === 502 || answer.status === 503) && (call === CALLBACK || code !== undefined));
  if (!told) return `answered ${answer.status} ${answer.text.slice(0, 200)}`;
  if (answer.status < 500) return null;
  const again = await callWith(env, world, await requestOf(call, world));
  if (again.status !== usual.status && !(DONE[title] ?? "").split(" ").includes(codeOf(again.text) ?? "none"))
    return `then ${again.status} ${again.text.slice(0, 200)}`;
  // A file that an upload leaves goes with the first one a minute later, or with the account.
  const linesOf = (state: string) =>
    state.split("\n").filter((line) => title !== "POST /settings/cv" || !line.endsWith(" files"));
  const [is, was] = [linesOf(await stateOf(world)), linesOf(usual.state)];
  if (LATER.test(title) || is.join("\n") === was.join("\n")) return null;
  return `left ${is
    .filter((line) => !was.includes(line))
    .join("; ")
    .slice(0, 1_000)} instead of ${was
    .filter((line) => !is.includes(line))
    .join("; ")
    .slice(0, 1_000)}`;
}

/** The steps that are tried: every one, or of one call its first (after that of signing in) and of the next its last. */
function chosen(method: string, steps: number, turn: number): number[] {
  if (wanted === "all") return Array.from({ length: steps }, (_, n) => n + 1);
  return [turn % 2 === 0 ? Math.min(method === "GET" ? 1 : 2, steps) : steps].filter((at) => at > 0);
}

const CALLS: readonly (readonly [title: string, call: Called])[] = [
  ...ENDPOINTS.map((endpoint: Endpoint) => [titleOf(endpoint), endpoint] as const),
  ["GET the way back from Google", CALLBACK],
];
const roomOf = (title: string) =>
  /search|objections/u.test(title)
    ? "searching"
    : /generat|improve/u.test(title)
      ? "writing"
      : /send|gmail|Google|preview|emails|do-not/u.test(title)
        ? "sending"
        : /companies/u.test(title)
          ? "companies"
          : "the account";

const expectFaults = () =>
  expectConsoleError(
    /"event":"(?:request_failed|later_failed|deletion_unfinished|export_failed|cv_\w+|message_watch_failed|mail_\w+|generation_\w+|claim_not_released|search_end_unwritten|session_not_renewed|objections_not_asked|activity_not_told|session_end_not_told|crawl_not_woken|status_not_read|status_not_told|service_failing)"/u,
  );

it.for(["the account", "companies", "searching", "writing", "sending"])(
  "whatever fails under a call of %s, it is told, and pressing again makes it whole",
  { timeout: 600_000 },
  async (room, { task }) => {
    expectFaults();
    // A search that runs stays where it is.
    await sandbox("/sandbox/faults", "POST", { service: "overpass", kind: "hang" });
    await grantTokens();
    const wrong: string[] = [];
    let tried = 0;
    for (const [turn, [title, call]] of CALLS.filter(([each]) => roomOf(each) === room).entries()) {
      const calm = disturbed(0, "refused");
      const world = await seedWorld(title);
      const answer = await callWith(calm.bindings, world, await requestOf(call, world));
      const usual = { status: answer.status, state: await stateOf(world) };
      if (answer.status !== 200) wrong.push(`${title} undisturbed: ${answer.status} ${answer.text.slice(0, 200)}`);
      for (const at of chosen(call.method, calm.steps(), turn)) {
        for (const way of wanted === "all" ? WAYS : [WAYS[Math.floor(tried / 2) % 2] ?? "lost"]) {
          tried += 1;
          const what = await tryOne(call, title, usual, at, way);
          if (what !== null) wrong.push(`${title}, step ${at} of ${calm.steps()} ${way}: ${what}`);
        }
      }
    }
    task.meta.figures = { [`outages tried, ${room}`]: tried };
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(5);
  },
);

it("what never answers is given up, and told", { timeout: 600_000 }, async () => {
  expectFaults();
  await sandbox("/sandbox/faults", "POST", { service: "overpass", kind: "hang" });
  await grantTokens();
  // All at once, as all they do is wait. A fourth of them in the test command.
  const calls = CALLS.filter(([title], n) => !LATER.test(title) && (wanted === "all" || n % 4 === 0));
  const wrong = await Promise.all(
    calls.map(async ([title, call]) => {
      const world = await seedWorld(title);
      const { bindings, steps } = disturbed(call.method === "GET" ? 1 : 2, "hangs");
      const { status, text } = await callWith(bindings, world, await requestOf(call, world));
      const hung = steps() >= (call.method === "GET" ? 1 : 2);
      const told = status === 503 && (call === CALLBACK || codeOf(text) === "unavailable");
      return told || (status === 200 && (!hung || BESIDE.has(title)))
        ? []
        : [`${title}: ${status} ${text.slice(0, 200)}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});
