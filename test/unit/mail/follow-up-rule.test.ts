import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventStatus, Outcome } from "../../../worker/contract/companies";
import type { FollowUpStep, MailStatus, MailStep } from "../../../worker/contract/mail";
import { createUserDatabase } from "../../../worker/db/client";
import { outcomeEvents } from "../../../worker/db/schema/applications";
import { companies } from "../../../worker/db/schema/companies";
import { mails } from "../../../worker/db/schema/mail";
import { followUps } from "../../../worker/db/schema/messages";
import { findRowBlock } from "../../../worker/mail/follow-ups/follow-up-state";
import {
  findFollowUpBlock,
  findNextStep,
  type FollowUpFacts,
  toContactCutoff,
  toDueTime,
} from "../../../worker/mail/follow-ups/rules-follow-up";
import {
  dueFollowUpsQuery,
  followUpStatesQuery,
  isFollowUpDueSql,
} from "../../../worker/mail/follow-ups/store-follow-ups";
import { openMigratedDatabase, toD1 } from "./outbox-model/sqlite-adapters";

const NOW = new Date("2031-06-17T08:00:00.000Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

describe("a follow-up", () => {
  const facts: FollowUpFacts = {
    isArchived: false,
    locks: { 0: "sent", 1: null, 2: null },
    isCalled: { 1: false, 2: false },
    lastContactAt: daysAgo(7),
    outcome: null,
    hasProposal: false,
  };

  it("may leave seven days after the application, and not a moment before", () => {
    expect(findFollowUpBlock(facts, 1, NOW)).toBeNull();
    expect(findFollowUpBlock(facts, 1, new Date(NOW.getTime() - 1))).toBe("follow_up_too_early");
    expect(toDueTime(facts)).toBe(NOW.toISOString());
  });

  it.each<[string, Partial<FollowUpFacts>, FollowUpStep, string]>([
    ["of an archived company", { isArchived: true }, 1, "not_found"],
    ["before an application", { locks: { 0: null, 1: null, 2: null } }, 1, "not_applied"],
    ["of an application that may not have left", { locks: { 0: "unknown", 1: null, 2: null } }, 1, "not_applied"],
    ["after an answer", { outcome: "answered" }, 1, "answer_known"],
    ["after the user has given up waiting", { outcome: "no_answer" }, 1, "answer_known"],
    ["while what may be an answer is unread", { hasProposal: true }, 1, "answer_unread"],
    ["that was sent", { locks: { 0: "sent", 1: "sent", 2: null } }, 1, "followed_up"],
    ["in whose place the user has called", { isCalled: { 1: true, 2: false } }, 1, "followed_up"],
    ["that is on its way", { locks: { 0: "sent", 1: "sending", 2: null } }, 1, "in_flight"],
    ["before the first one", {}, 2, "follow_up_too_early"],
    [
      "six days after the first one",
      { locks: { 0: "sent", 1: "sent", 2: null }, lastContactAt: daysAgo(6) },
      2,
      "follow_up_too_early",
    ],
  ])("%s is refused", (_, values, step, block) => {
    expect(findFollowUpBlock({ ...facts, ...values }, step, NOW)).toBe(block);
  });

  it("comes at most twice", () => {
    const { locks } = facts;
    expect(findNextStep(facts)).toBe(1);
    expect(findNextStep({ ...facts, isCalled: { 1: true, 2: false } })).toBe(2);
    expect(findNextStep({ ...facts, locks: { ...locks, 1: "unknown" } })).toBe(1);
    expect(findNextStep({ ...facts, locks: { ...locks, 1: "sent", 2: "sent" } })).toBeNull();
  });
});

/** What the database may hold of a company; days ago. */
interface World {
  archived: boolean;
  appliedBy: number | null;
  mails: { step: MailStep; status: MailStatus; days: number; released: boolean; test: boolean }[];
  called: (number | null)[];
  outcome: Outcome | null;
  events: EventStatus[];
}

const days = fc.constantFrom(0, 3, 6.99, 7, 7.01, 30);
const worldArbitrary: fc.Arbitrary<World> = fc.record({
  archived: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  appliedBy: fc.option(days, { freq: 2 }),
  mails: fc
    .tuple(
      fc.array(
        fc.record({
          step: fc.constantFrom<MailStep[]>(0, 1, 1, 2),
          status: fc.constantFrom<MailStatus[]>("sent", "sent", "sent", "sending", "unknown", "failed", "bounced"),
          days,
          released: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
          test: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        }),
        { maxLength: 3 },
      ),
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom(7, 7.01, 8, 30),
    )
    .map(([others, missing, ago]) => {
      const application = { step: 0 as const, status: "sent" as const, days: ago, released: false, test: false };
      return missing === 0 ? others : [application, ...others];
    }),
  called: fc.array(fc.option(days, { freq: 1 }), { minLength: 2, maxLength: 2 }),
  outcome: fc.option(fc.constantFrom<Outcome[]>("answered", "refused", "no_answer", "bounced"), { freq: 1 }),
  events: fc.array(fc.constantFrom<EventStatus[]>("proposed", "confirmed", "dismissed"), { maxLength: 1 }),
});

const WORLDS = 800;
const USER = "user";

/** All rows of many companies of one user. */
function toRows(worlds: readonly World[]) {
  const all = worlds.map((world, n) => ({ world, key: { userId: USER, companyId: `company-${n}` } }));
  return {
    companies: all.map(({ world, key: { userId, companyId } }) => ({
      userId,
      id: companyId,
      identity: companyId,
      name: "Firm",
      website: "",
      businessType: "",
      city: "",
      country: "FR",
      email: `rh@${companyId}.example`,
      phone: "",
      contacts: [],
      language: "fr" as const,
      message: "Bonjour",
      createdAt: daysAgo(40),
      source: "",
      sendStatus: world.mails.some(({ step, status }) => step === 0 && status === "sent")
        ? ("sent" as const)
        : ("none" as const),
      appliedAt: world.appliedBy === null ? null : daysAgo(world.appliedBy),
      outcome: world.outcome,
      archivedAt: world.archived ? daysAgo(1) : null,
    })),
    mails: all.flatMap(({ world, key }) =>
      world.mails.map((mail, n) => ({
        ...mail,
        ...key,
        id: `${key.companyId} ${n}`,
        recipient: `rh@${key.companyId}.example`,
        subject: "S",
        body: "B",
        createdAt: daysAgo(mail.days),
        updatedAt: daysAgo(mail.days),
      })),
    ),
    followUps: all.flatMap(({ world, key }) =>
      world.called.map((called, n) => ({
        ...key,
        step: n === 0 ? (1 as const) : (2 as const),
        language: "fr" as const,
        updatedAt: daysAgo(0),
        calledAt: called === null ? null : daysAgo(called),
      })),
    ),
    events: all.flatMap(({ world, key }) =>
      world.events.map((status, n) => ({
        ...key,
        id: `${key.companyId} ${n}`,
        companyName: "Firm",
        outcome: "answered" as const,
        how: "forwarded" as const,
        status,
        createdAt: daysAgo(0),
      })),
    ),
  };
}

it("the claim says of every company what the rule says, for each follow-up and for the next one", async () => {
  const db = createUserDatabase(toD1(openMigratedDatabase("user"), new Map(), async (work) => work()));
  const worlds = fc.sample(worldArbitrary, { seed: 1, numRuns: WORLDS });
  const rows = toRows(worlds);
  await db.insert(companies).values(rows.companies);
  // A second mail that would hold the lock of a step is left out.
  await db.insert(mails).values(rows.mails).onConflictDoNothing();
  await db.insert(followUps).values(rows.followUps);
  await db.insert(outcomeEvents).values(rows.events);
  const ids = rows.companies.map(({ id }) => id);
  const cutoff = toContactCutoff(NOW);
  const readStates = (step: FollowUpStep | null) =>
    followUpStatesQuery(
      db,
      USER,
      ids.map((companyId) => ({ companyId, step })),
    );
  for (const step of [1, 2] as const) {
    const claimable = await db
      .select({ id: companies.id })
      .from(companies)
      .where(sql`companies.user_id = ${USER} AND ${isFollowUpDueSql(sql`${step}`, cutoff)}`);
    const allowed = (await readStates(step)).filter((row) => findRowBlock(row, NOW) === null);
    expect(new Set(claimable.map(({ id }) => id))).toEqual(new Set(allowed.map(({ company }) => company.id)));
    expect(allowed.length).toBeGreaterThan(20);
  }
  const next = (await readStates(null)).filter((row) => row.step !== null && findRowBlock(row, NOW) === null);
  const listed = await dueFollowUpsQuery(db, USER, cutoff, WORLDS);
  expect(new Map(listed.map(({ company, step }) => [company.id, step]))).toEqual(
    new Map(next.map(({ company, step }) => [company.id, step])),
  );
  expect(listed[0]?.total).toBe(next.length);
}, 60_000);
