import "../../../tools/node-loader.ts";
import type { QueuedMail } from "../../../worker/mail/outbox/rules-outbox-plan.ts";
import { seededRandom } from "../../harness/random.ts";
import type { OwnSettings, People } from "./inputs.ts";
import type { Action } from "./units.ts";

/*
 * A week of people on a virtual clock. When mails leave is decided by the product's own rules: office hours, holidays,
 * pauses, the ramp of a new mailbox, the daily limit; how many, by its quotas and by what a company gets in a week.
 */

const { LIMITS, QUOTAS } = await import("../../../worker/contract/limits");
const { toInstant } = await import("../../../worker/lib/time-zone");
const { computeOpeningDelay, createOpeningFinder } = await import("../../../worker/mail/outbox/office-hours");
const { choosePause, getUndoMs, planOutbox } = await import("../../../worker/mail/outbox/rules-outbox-plan");

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday at midnight UTC, without holidays in that week or the one before. */
const MEASURED_FROM = Date.UTC(2027, 1, 8);
/** Outboxes fill, and companies get mails, before what is measured. */
const WARM_UP_DAYS = 7;
/** Letters, and what else a visit holds, come after its begin. */
const LETTERS_AFTER_MIN = 20;
const MAILS_AFTER_MIN = 60;
/** A mailbox has sent on so many days before, at most: some are in their first days. */
const MOST_SENDING_DAYS = 30;

export interface WeekOptions {
  people: People;
  settings: OwnSettings;
  /** People who are simulated one by one. */
  simulated: number;
  days: number;
  seed: number;
}

interface Departure {
  at: number;
  approvedAt: number;
}

export interface Week {
  simulated: number;
  days: number;
  seed: number;
  /**
   * How often an action was done in each hour (UTC), from Monday on, by the simulated people. A letter that may wait
   * for a batch is one of a batch, though whether it waits is the operator's choice.
   */
  hours: Readonly<Partial<Record<Action, readonly number[]>>>;
  /** Mails by the time they left, the week before included. */
  departures: readonly Departure[];
}

/** @param mean of how often something happens */
function choosePoisson(mean: number, random: () => number): number {
  const least = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > least; product *= random()) count += 1;
  return count;
}

function chooseWeighted(weights: readonly number[], random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    weights.findIndex((weight) => (left -= weight) < 0),
  );
}

/** The mails of one person, planned again whenever some are approved. */
class Outbox {
  readonly departures: Departure[] = [];
  readonly #findOpening: ReturnType<typeof createOpeningFinder>;
  readonly #random: () => number;
  readonly #earlierDays: number;
  #waiting: { mail: QueuedMail; approvedAt: number; leavesAt: number }[] = [];
  #count = 0;

  constructor(id: string, random: () => number) {
    this.#findOpening = createOpeningFinder((date) => computeOpeningDelay(id, date));
    this.#random = random;
    this.#earlierDays = Math.floor(random() * MOST_SENDING_DAYS);
  }

  /** Lets mails leave until a time. */
  advance(until: number): void {
    for (const { leavesAt, approvedAt } of this.#waiting.filter((each) => each.leavesAt <= until))
      this.departures.push({ at: leavesAt, approvedAt });
    this.#waiting = this.#waiting.filter(({ leavesAt }) => leavesAt > until);
  }

  approve(now: number, mails: number, country: QueuedMail["country"]): void {
    this.advance(now);
    const room = Math.max(0, LIMITS.outboxMails - this.#waiting.length);
    for (let each = 0; each < Math.min(mails, room); each += 1)
      this.#waiting.push({
        mail: {
          companyId: String((this.#count += 1)),
          country,
          heldUntil: now + getUndoMs("usual"),
          sendAt: null,
          freeAt: 0,
          pauseMs: choosePause(this.#random(), "usual"),
        },
        approvedAt: now,
        leavesAt: 0,
      });
    const dayBegan = now - (now % DAY_MS);
    const sentDays = new Set(this.departures.map(({ at }) => Math.floor(at / DAY_MS)));
    sentDays.delete(dayBegan / DAY_MS);
    const plan = planOutbox(
      this.#waiting.map(({ mail }) => mail),
      {
        now,
        isStopped: false,
        isConnected: true,
        nextTurnAt: (this.departures.at(-1)?.at ?? 0) + choosePause(this.#random(), "usual"),
        retry: null,
        sentToday: this.departures.filter(({ at }) => at >= dayBegan).length,
        sendingDays: this.#earlierDays + sentDays.size,
        dailyLimit: LIMITS.mailsPerDay,
      },
      this.#findOpening,
    );
    for (const waiting of this.#waiting)
      waiting.leavesAt = plan.get(waiting.mail.companyId)?.leavesAt ?? Number.POSITIVE_INFINITY;
    this.#waiting.sort((a, b) => a.leavesAt - b.leavesAt);
  }
}

/** Simulates the week. */
export function simulateWeek({ people, settings, simulated, days, seed }: WeekOptions): Week {
  const random = seededRandom(seed);
  const hourCount = days * 24;
  const counts = new Map<Action, number[]>();
  const add = (action: Action, at: number, count = 1): void => {
    const hour = Math.floor((at - MEASURED_FROM) / HOUR_MS);
    if (hour < 0 || hour >= hourCount || count === 0) return;
    const hours = counts.get(action) ?? Array.from({ length: hourCount }, () => 0);
    hours[hour] = (hours[hour] ?? 0) + count;
    counts.set(action, hours);
  };
  const departures: Departure[] = [];
  /** So that a mean day has the wanted share of people. */
  const weekdayShare = (7 * people.dailyActive) / (5 + 2 * people.weekendFactor);
  const mostLetters = Math.min(
    QUOTAS.generation,
    Math.floor((settings.modelCallsPerDay * settings.modelSharePercent) / 100),
  );
  for (let person = 0; person < simulated; person += 1) {
    const home =
      people.zones[
        chooseWeighted(
          people.zones.map(({ share }) => share),
          random,
        )
      ];
    if (!home) throw new Error("people live nowhere");
    const outbox = new Outbox(`${seed} ${person}`, random);
    for (let day = -WARM_UP_DAYS; day < days; day += 1) {
      const date = MEASURED_FROM + day * DAY_MS;
      const isWeekend = new Date(date).getUTCDay() % 6 === 0;
      if (random() >= weekdayShare * (isWeekend ? people.weekendFactor : 1)) continue;
      const minuteOfDay = chooseWeighted(people.hourWeights, random) * 60 + random() * 60;
      const arrivedAt = toInstant(home.zone, date + minuteOfDay * MINUTE_MS);
      const { perActiveDay: means } = people;
      const times = (mean: number) => choosePoisson(mean, random);
      add("join", arrivedAt, times(means.joinings));
      add("sign in", arrivedAt, times(means.signIns));
      const minutes = means.tabMinutes * (0.5 + random());
      for (let minute = 0; minute < minutes; minute += 1) add("idle minute", arrivedAt + minute * MINUTE_MS);
      const withinVisit = () => arrivedAt + random() * minutes * MINUTE_MS;
      for (let n = times(means.dashboards); n > 0; n -= 1) add("open the dashboard", withinVisit());
      for (let n = times(means.searches); n > 0; n -= 1) add("search", withinVisit());
      const letters = Math.min(times(means.letters), mostLetters);
      // At the hour of their order, though they would be written later and be no part of its busiest second.
      const mayWait = letters >= LIMITS.waitingLetters;
      add(mayWait ? "letter of a batch" : "letter", arrivedAt + LETTERS_AFTER_MIN * MINUTE_MS, letters);
      for (let n = letters; n > 0; n -= 1) add("read a letter", withinVisit());
      const mails = times(means.mails);
      const approvedAt = arrivedAt + MAILS_AFTER_MIN * MINUTE_MS;
      add("queue a mail", approvedAt, mails);
      outbox.approve(approvedAt, mails, home.country);
      for (let n = times(means.followUps); n > 0; n -= 1) add("follow-up", withinVisit());
      // Companies answer when they have mail, which is in the daytime as well.
      for (let n = times(means.answers); n > 0; n -= 1) add("answer arrives", withinVisit());
      for (let n = times(means.outcomes); n > 0; n -= 1) add("record an outcome", withinVisit());
    }
    outbox.advance(MEASURED_FROM + days * DAY_MS);
    departures.push(...outbox.departures);
  }
  departures.sort((a, b) => a.at - b.at);
  for (const { at } of departures) add("mail leaves", at);
  return { simulated, days, seed, hours: Object.fromEntries(counts), departures };
}

/**
 * The share of the week's mails that their company's week had no room for, where there are so many users. Companies are
 * chosen evenly, which is the best case.
 */
export function measureCourtesy({ departures, simulated, seed }: Week, users: number, people: People): number {
  const random = seededRandom(seed);
  const companies = Math.max(1, Math.round((people.companies * simulated) / users));
  const weeks = new Map<number, number[]>();
  let [all, refused] = [0, 0];
  for (const { at } of departures) {
    const company = Math.floor(random() * companies);
    const isLarge = company < companies * people.largeCompanyShare;
    const limit = isLarge ? LIMITS.largeCompanyMailsPerWeek : LIMITS.companyMailsPerWeek;
    const taken = (weeks.get(company) ?? []).filter((time) => time > at - 7 * DAY_MS);
    const isRefused = taken.length >= limit;
    if (!isRefused) taken.push(at);
    weeks.set(company, taken);
    if (at < MEASURED_FROM) continue;
    all += 1;
    if (isRefused) refused += 1;
  }
  return all === 0 ? 0 : refused / all;
}

/** The mails in the busiest minute of each hour. */
export function listBusiestMailMinutes({ departures, days }: Pick<Week, "departures" | "days">): number[] {
  const minutes = Array.from({ length: days * 24 * 60 }, () => 0);
  for (const { at } of departures) {
    const minute = Math.floor((at - MEASURED_FROM) / MINUTE_MS);
    if (minute in minutes) minutes[minute] = (minutes[minute] ?? 0) + 1;
  }
  return Array.from({ length: days * 24 }, (_, hour) => Math.max(...minutes.slice(hour * 60, (hour + 1) * 60)));
}

/** The share of the mails that left on a later day (UTC) than they were approved. */
export function measureLaterDays({ departures }: Pick<Week, "departures">): number {
  const later = departures.filter(({ at, approvedAt }) => Math.floor(at / DAY_MS) > Math.floor(approvedAt / DAY_MS));
  return departures.length === 0 ? 0 : later.length / departures.length;
}
