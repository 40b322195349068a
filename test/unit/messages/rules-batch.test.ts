import { describe, expect, it } from "vitest";
import {
  computePollMs,
  findUrgency,
  isForgotten,
  isUnconfirmed,
  mayStillAppear,
  toBatchName,
} from "../../../worker/messages/batch/rules-batch";
import { ExternalServiceError, type ExternalFailure } from "../../../worker/platform/ports";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const until = 24 * HOUR_MS;

describe("when a batch is looked at", () => {
  it.each([
    [0, 30_000],
    [4 * MINUTE_MS, 30_000],
    [30 * MINUTE_MS, 3 * MINUTE_MS],
    [10 * HOUR_MS, 10 * MINUTE_MS],
    [until - 30 * MINUTE_MS, 10_000],
    [until - 20 * MINUTE_MS, 30_000],
  ])("%d ms after it began, %d ms later", (now, pause) => {
    expect(computePollMs({ begunAt: 0, until }, now)).toBe(pause);
  });
});

describe("when it is given up", () => {
  it.each([
    [0, "none"],
    [until - 30 * MINUTE_MS - 1, "none"],
    [until - 30 * MINUTE_MS, "cancel"],
    [until - 20 * MINUTE_MS - 1, "cancel"],
    [until - 20 * MINUTE_MS, "give_up"],
    [until + HOUR_MS, "give_up"],
  ])("at %d: %s", (now, urgency) => {
    expect(findUrgency({ until }, now)).toBe(urgency);
  });

  it("there is time for the shortest wait that an operator can allow", () => {
    expect(findUrgency({ until: HOUR_MS }, 0)).toBe("none");
  });
});

it("one that was not confirmed may appear for ten minutes, one that was never asked for does not", () => {
  expect(mayStillAppear({ askedAt: 0 }, 10 * MINUTE_MS - 1)).toBe(true);
  expect(mayStillAppear({ askedAt: 0 }, 10 * MINUTE_MS)).toBe(false);
  expect(mayStillAppear({ askedAt: null }, 0)).toBe(false);
});

it("is forgotten only after the service has deleted its files", () => {
  expect(isForgotten({ begunAt: 0 }, 48 * HOUR_MS)).toBe(false);
  expect(isForgotten({ begunAt: 0 }, 48 * HOUR_MS + 1)).toBe(true);
});

it.each<[ExternalFailure, boolean]>([
  ["timeout", true],
  ["unreachable", true],
  ["server_error", true],
  ["bad_answer", true],
  ["refused", false],
  ["misconfigured", false],
  ["rate_limited", false],
])("after the failure %s a batch may have been made: %s", (failure, may) => {
  expect(isUnconfirmed(new ExternalServiceError("writer", failure, "no answer"))).toBe(may);
});

it("names no user", () => {
  expect(toBatchName({ generationId: "g1" })).toBe("letters-g1");
});
