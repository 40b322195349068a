import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../../worker/contract/endpoint";
import { ErrorBody } from "../../../worker/contract/errors";
import { expectConsoleError } from "../support/console-errors";
import { ENDPOINTS, toTitle } from "../support/endpoints";
import { orderFault } from "../support/sandbox-client";
import {
  GMAIL_CALLBACK,
  type TestedCall,
  callWithBindings,
  grantGoogleTokens,
  buildRequest,
  seedUserState,
  dumpUserState,
} from "../support/seeded-user-state";
import { type RunStep, envWithSteps } from "../support/step-through";

// Every call, while one call to D1, R2, a queue or an object is rejected, loses its answer or hangs. The user gets 502
// or 503, and a retry ends as if nothing had failed. `npm run prove outages` tries all steps, the test command a step
// of a third of the calls.

const { OUTAGES: outageSelection } = z.object({ OUTAGES: z.enum(["some", "all"]).default("some") }).parse(env);

const FAILURE_MODES = ["refused", "lost"] as const;
type FailureMode = (typeof FAILURE_MODES)[number] | "hangs";

/** Bindings of which only the `at`th call fails. */
function envFailingAt(at: number, way: FailureMode) {
  let steps = 0;
  const runStep: RunStep = async (work) => {
    steps += 1;
    if (steps !== at) return work();
    if (way === "hangs") return new Promise(() => undefined);
    if (way === "lost") await work();
    throw new Error("Network connection lost.");
  };
  // The outside has its own tests, with faults of the sandbox.
  return { bindings: { ...envWithSteps(env, runStep), SANDBOX: env.SANDBOX }, steps: () => steps };
}

/** Error codes of a retry which mean that the first try succeeded. */
const ACCEPTED_CONFLICTS: Record<string, string> = {
  "POST /auth/register": "email_taken",
  "DELETE /settings/account": "unauthenticated",
  "DELETE /archive/companies/:id": "not_found",
  "POST /dashboard/companies/:id/follow-up/write": "message_changed",
  "DELETE /settings/facts/:id": "not_found",
  "DELETE /settings/profiles/:id": "not_found",
  "DELETE /saved-searches/:id": "not_found",
  "POST /settings/password": "password_wrong",
  "DELETE /settings/sessions/:id": "unauthenticated",
  "DELETE /settings/sessions": "unauthenticated",
  "POST /search/run": "search_in_progress",
  "POST /search/lists": "search_in_progress",
  "POST /search/lists/company": "search_in_progress",
  "POST /search/lists/file": "search_in_progress",
  "POST /search/lists/:id/start": "search_in_progress",
  "POST /saved-searches/:id/run": "search_in_progress",
  "POST /dashboard/companies/bulk-generate-message": "generation_in_progress",
  "POST /dashboard/companies/:id/send-email": "outcome_unknown in_flight already_sent",
};
/** Calls that finish later: a deletion in its object, a mail in the cron (their crash tests cover that). */
const DEFERRED_CALLS = /settings\/account|send-email|send-test|bulk-send/u;
/** Codes of a mail that may have been sent. */
const UNCERTAIN_CODES = new Set(["outcome_unknown", "in_flight"]);

/** Calls that continue without a hanging dependency. */
const SIDE_EFFECT_CALLS = new Set([
  "POST /search/categories",
  "GET /health",
  "POST /auth/logout",
  "POST /auth/reauthenticate/google",
]);

const readErrorCode = (text: string): string | undefined =>
  text.startsWith("{") ? ErrorBody.safeParse(JSON.parse(text)).data?.code : undefined;

/** The lines of a user's state that two runs of a call have in common. */
function toComparedLines(title: string, state: string): string[] {
  const lines = state.split("\n");
  // An orphaned file of an upload is deleted a minute later, or with the account.
  if (title === "POST /settings/cv") return lines.filter((line) => !line.endsWith(" files"));
  // A session whose cookie was lost ends by its age.
  if (title === "POST /auth/login") return [...new Set(lines)];
  // A letter's words are chosen by the company's id, which is random here.
  if (title.endsWith("/generate-message")) {
    const letters = lines.map((line) => line.replace(/"message":"[^"]+"/u, "a letter"));
    // Asking again after a lost answer writes another version; the one before is kept.
    return letters.filter((line) => !/"version":2,"author":"assistant"/u.test(line));
  }
  if (title.endsWith("/follow-up/write"))
    return lines.map((line) => line.replace(/"message":"[^"]+"/u, "a letter").replace(/"claims":\[.*\],/u, ""));
  return lines;
}

/** @returns a description of what is wrong, or null */
async function tryOutage(
  call: TestedCall,
  title: string,
  usual: { status: number; state: string },
  at: number,
  way: FailureMode,
): Promise<string | null> {
  const world = await seedUserState(title);
  const request = await buildRequest(call, world);
  const answer = await callWithBindings(envFailingAt(at, way).bindings, world, request);
  const code = readErrorCode(answer.text);
  if (answer.text === "cut short" && title.endsWith("/export")) return null;
  const isReported =
    answer.status === usual.status ||
    UNCERTAIN_CODES.has(code ?? "") ||
    ((answer.status === 502 || answer.status === 503) && (call === GMAIL_CALLBACK || code !== undefined));
  if (!isReported) return `answered ${answer.status} ${answer.text.slice(0, 200)}`;
  if (answer.status < 500) return null;
  const again = await callWithBindings(env, world, await buildRequest(call, world));
  if (
    again.status !== usual.status &&
    !(ACCEPTED_CONFLICTS[title] ?? "").split(" ").includes(readErrorCode(again.text) ?? "none")
  )
    return `then ${again.status} ${again.text.slice(0, 200)}`;
  const [is, was] = [toComparedLines(title, await dumpUserState(world)), toComparedLines(title, usual.state)];
  if (DEFERRED_CALLS.test(title) || is.join("\n") === was.join("\n")) return null;
  return `left ${is
    .filter((line) => !was.includes(line))
    .join("; ")
    .slice(0, 1_000)} instead of ${was
    .filter((line) => !is.includes(line))
    .join("; ")
    .slice(0, 1_000)}`;
}

/** All steps, or in turn the first after the session's and the last. */
function chooseSteps(method: string, steps: number, turn: number): number[] {
  if (outageSelection === "all") return Array.from({ length: steps }, (_, n) => n + 1);
  return [turn % 2 === 0 ? Math.min(method === "GET" ? 1 : 2, steps) : steps].filter((at) => at > 0);
}

const TESTED_CALLS: readonly (readonly [title: string, call: TestedCall])[] = [
  ...ENDPOINTS.map((endpoint: Endpoint) => [toTitle(endpoint), endpoint] as const),
  ["GET the way back from Google", GMAIL_CALLBACK],
];
const findGroup = (title: string) =>
  /search|objections/u.test(title)
    ? "searching"
    : /generat|improve/u.test(title)
      ? "writing"
      : /send|gmail|Google|preview|emails|do-not|outbox/u.test(title)
        ? "sending"
        : /companies/u.test(title)
          ? "companies"
          : "the account";

const EXPECTED_EVENTS = [
  "request_failed",
  "later_failed",
  "deletion_unfinished",
  "export_failed",
  "cv_\\w+",
  "message_watch_failed",
  "letter_not_revoked",
  "mail_\\w+",
  "generation_\\w+",
  "claim_not_released",
  "search_end_unwritten",
  "session_not_renewed",
  "objections_not_asked",
  "activity_not_told",
  "activity_not_read",
  "tabs_not_told",
  "answer_left_out",
  "outbox_\\w+",
  "session_end_not_told",
  "crawl_not_woken",
  "line_not_left",
  "status_not_read",
  "status_not_told",
  "release_unread",
  "service_failing",
];
const expectFaultLines = () => expectConsoleError(new RegExp(`"event":"(?:${EXPECTED_EVENTS.join("|")})"`, "u"));

it.for(["the account", "companies", "searching", "writing", "sending"])(
  "any failure under a call of %s is reported, and a retry completes it",
  { timeout: 600_000 },
  async (group, { task }) => {
    expectFaultLines();
    // A running search makes no progress here.
    await orderFault("overpass", "hang");
    // Letters to two companies are compared.
    await orderFault("openai", "repeat", { call: "write" });
    await grantGoogleTokens();
    const wrong: string[] = [];
    let tried = 0;
    const calls = TESTED_CALLS.filter(([each]) => findGroup(each) === group);
    for (const [turn, [title, call]] of calls.entries()) {
      if (outageSelection === "some" && turn % 3 > 0) continue;
      const calm = envFailingAt(0, "refused");
      const world = await seedUserState(title);
      const answer = await callWithBindings(calm.bindings, world, await buildRequest(call, world));
      const usual = { status: answer.status, state: await dumpUserState(world) };
      if (answer.status !== 200) wrong.push(`${title} undisturbed: ${answer.status} ${answer.text.slice(0, 200)}`);
      for (const at of chooseSteps(call.method, calm.steps(), turn)) {
        for (const way of outageSelection === "all"
          ? FAILURE_MODES
          : [FAILURE_MODES[Math.floor(tried / 2) % 2] ?? "lost"]) {
          tried += 1;
          const what = await tryOutage(call, title, usual, at, way);
          if (what !== null) wrong.push(`${title}, step ${at} of ${calm.steps()} ${way}: ${what}`);
        }
      }
    }
    task.meta.figures = { [`outages tried, ${group}`]: tried };
    expect(wrong, wrong.join("\n")).toEqual([]);
    expect(tried).toBeGreaterThan(2);
  },
);

it("a call that never answers times out with an error", { timeout: 600_000 }, async () => {
  expectFaultLines();
  await orderFault("overpass", "hang");
  await grantGoogleTokens();
  // Concurrently, as they only wait; an eighth of them in the test command.
  const calls = TESTED_CALLS.filter(
    ([title], n) => !DEFERRED_CALLS.test(title) && (outageSelection === "all" || n % 8 === 0),
  );
  const wrong = await Promise.all(
    calls.map(async ([title, call]) => {
      const world = await seedUserState(title);
      const { bindings, steps } = envFailingAt(call.method === "GET" ? 1 : 2, "hangs");
      const { status, text } = await callWithBindings(bindings, world, await buildRequest(call, world));
      const hung = steps() >= (call.method === "GET" ? 1 : 2);
      const code = readErrorCode(text);
      const isReported =
        (status === 503 && (call === GMAIL_CALLBACK || code === "unavailable")) ||
        (status === 502 && code === "directory_unavailable");
      return isReported || (status === 200 && (!hung || SIDE_EFFECT_CALLS.has(title)))
        ? []
        : [`${title}: ${status} ${text.slice(0, 200)}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});
