import fc from "fast-check";
import { either } from "../../../harness/arbitraries";

/** How the process dies: at which call of something outside, and whether its last writes are lost. */
export interface Kill {
  step: number;
  when: "before" | "after";
  losesWrites: boolean;
}

/** Something that the user, or a company, does. Companies are numbered. */
export type Act =
  | { do: "queue"; companies: number[]; inMinutes: number | null }
  | { do: "undo"; companies: number[] }
  | { do: "edit" | "change recipient" | "object" | "block" | "send"; company: number }
  | { do: "archive" | "restore" | "archive and restore" | "apply"; company: number }
  /** After an application: an answer that the user notes, or that is read in a mail; a call to follow up. */
  | { do: "answer" | "take answer back" | "propose" | "dismiss" | "call"; company: number }
  | { do: "change signature" | "change cv" | "disconnect" | "link" | "link another" | "delete account" }
  | { do: "stop" | "resume" | "look" }
  | { do: "reorder"; companies: number[] }
  | { do: "schedule"; companies: number[]; inMinutes: number | null };

/** What Gmail does with a POST. */
const GMAIL_OUTCOMES = ["ok", "400", "429", "quota", "500", "drop", "accept and drop", "no permission"] as const;
export type GmailOutcome = (typeof GMAIL_OUTCOMES)[number];

interface Meanwhile {
  step: number;
  when: "before" | "after";
  act: Act;
}

export type Command = (Act | { do: "pass"; minutes: number }) & {
  kill?: Kill | undefined;
  /** Done by another tab before a call of something outside, or before its answer arrives. */
  meanwhile?: Meanwhile | undefined;
};

export interface Story {
  /** ISO 8601 UTC. */
  begins: string;
  language: "fr" | "en";
  /** One a company; empty for an unknown one. */
  countries: string[];
  /** How many days ago the application to each company left; null for none yet. */
  applied: (number | null)[];
  dailyLimit: number;
  /** Days before on which the mailbox has sent mails. */
  sendingDays: number;
  /** Mails sent earlier today. */
  sentToday: number;
  outcomes: GmailOutcome[];
  /** The pauses between mails follow from it. */
  chance: number;
  commands: Command[];
}

/** Before Easter and summer time, before winter time and All Saints, before Ascension, Bastille Day, Christmas. */
const BEGINNINGS = [
  "2031-04-10T08:00:00Z",
  "2031-03-28T14:40:00Z",
  "2031-10-24T13:30:00Z",
  "2031-10-31T15:00:00Z",
  "2031-05-21T15:30:00Z",
  "2031-05-05T06:50:00Z",
  "2031-07-11T15:55:00Z",
  "2031-12-23T10:00:00Z",
  "2031-06-17T22:30:00Z",
];
const COMPANY_COUNT = 6;
const ALL = Array.from({ length: COMPANY_COUNT }, (_, number) => number);

const company = fc.nat({ max: COMPANY_COUNT - 1 });
const companies = fc.shuffledSubarray(ALL, { minLength: 1 });
const inMinutes = either<number | null>(60, fc.constant(null), fc.constantFrom(0, 3, 90, 700, 2_900, 5_000));

const of = <A extends fc.Arbitrary<Act>>(weight: number, arbitrary: A) => ({ weight, arbitrary });
const act: fc.Arbitrary<Act> = fc.oneof(
  of(26, fc.record({ do: fc.constant("queue" as const), companies, inMinutes })),
  of(12, fc.record({ do: fc.constant("undo" as const), companies })),
  of(8, fc.record({ do: fc.constant("edit" as const), company })),
  of(
    12,
    fc.record({ do: fc.constantFrom("change recipient", "archive", "restore", "object", "block", "send"), company }),
  ),
  of(2, fc.record({ do: fc.constantFrom("archive and restore", "apply"), company })),
  of(5, fc.record({ do: fc.constantFrom("answer", "propose", "call"), company })),
  of(6, fc.record({ do: fc.constantFrom("take answer back", "dismiss"), company })),
  of(6, fc.record({ do: fc.constantFrom("change signature", "change cv", "disconnect", "link another") })),
  of(8, fc.record({ do: fc.constant("link" as const) })),
  of(1, fc.record({ do: fc.constant("delete account" as const) })),
  of(4, fc.record({ do: fc.constant("stop" as const) })),
  of(8, fc.record({ do: fc.constant("resume" as const) })),
  of(4, fc.record({ do: fc.constant("look" as const) })),
  of(4, fc.record({ do: fc.constant("reorder" as const), companies })),
  of(6, fc.record({ do: fc.constant("schedule" as const), companies, inMinutes })),
);

const pass = fc.record({
  do: fc.constant("pass" as const),
  // Up to a week, after which the next follow-up may leave; seldom more than a month, in which approvals end.
  minutes: either(98, fc.constantFrom(0.1, 0.2, 1, 4, 12, 12, 60, 300, 900, 1_500, 4_000, 10_090), fc.constant(46_000)),
});
const kill: fc.Arbitrary<Kill> = fc.record({
  step: fc.integer({ min: 1, max: 14 }),
  when: fc.constantFrom("before", "after"),
  losesWrites: fc.boolean(),
});
const meanwhile: fc.Arbitrary<Meanwhile> = fc.record({
  step: fc.integer({ min: 1, max: 12 }),
  when: fc.constantFrom("before", "after"),
  act,
});
const command: fc.Arbitrary<Command> = fc
  .record({
    what: fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Act | { do: "pass"; minutes: number }> }[]>(
      { weight: 58, arbitrary: act },
      { weight: 42, arbitrary: pass },
    ),
    kill: either<Kill | undefined>(12, kill, fc.constant(undefined)),
    meanwhile: either(25, meanwhile, fc.constant(undefined)),
  })
  .map(({ what, ...rest }) => ({ ...what, ...rest }));

/** Stories that begin with a press on some companies. */
export const storyArbitrary: fc.Arbitrary<Story> = fc.record({
  begins: fc.constantFrom(...BEGINNINGS),
  language: fc.constantFrom("fr", "en"),
  countries: fc.array(fc.constantFrom("FR", "FR", "GB", "GB", "DE", "PT", "", "XX"), {
    minLength: COMPANY_COUNT,
    maxLength: COMPANY_COUNT,
  }),
  applied: fc.array(either<number | null>(50, fc.constant(null), fc.constantFrom(2, 6.99, 7, 8, 8, 20)), {
    minLength: COMPANY_COUNT,
    maxLength: COMPANY_COUNT,
  }),
  dailyLimit: fc.constantFrom(2, 3, 50, 50),
  sendingDays: fc.constantFrom(0, 0, 1, 2, 5),
  sentToday: fc.constantFrom(0, 0, 8, 18, 38, 48),
  outcomes: fc.array(either<GmailOutcome>(75, fc.constant("ok"), fc.constantFrom(...GMAIL_OUTCOMES)), {
    minLength: 12,
    maxLength: 12,
  }),
  chance: fc.nat(),
  commands: fc
    .tuple(
      companies.map((first): Command[] => [{ do: "queue", companies: first, inMinutes: null }]),
      fc.array(command, { minLength: 2, maxLength: 14, size: "max" }),
    )
    .map((parts) => parts.flat()),
});
