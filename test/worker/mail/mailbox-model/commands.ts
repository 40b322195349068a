import fc from "fast-check";
import type { Confirmation } from "../../../../worker/contract/mail";
import { either } from "../../../harness/arbitraries";
import { type GmailOutcome, GMAIL_OUTCOMES } from "./gmail-outcomes";

/** An action of another tab during a POST; `post` counts from 0. */
export interface ConcurrentAction {
  post: number;
  when: "before Gmail has it" | "after";
  act: InstantCommand | { do: "press"; company: number; confirm: Confirmation[] };
}

/** Commands that send no mail. */
export type InstantCommand =
  | { do: "archive" | "restore" | "delete"; company: number }
  | { do: "block" | "unblock"; entry: string }
  | { do: "disconnect" };

/** Commands that send mails. A test goes to the user's own mailbox. */
type SendCommand = (
  | { do: "send"; company: number; confirm: Confirmation[] }
  | { do: "bulk"; companies: number[] }
  | { do: "test"; company: number }
) & { outcomes: GmailOutcome[]; meanwhile?: ConcurrentAction | undefined };

/** One step of a story. Companies are numbered; `revoke` happens at Google, unknown to the product. */
export type Command =
  | SendCommand
  | InstantCommand
  | { do: "link" | "revoke" | "tomorrow" }
  | { do: "wait"; seconds: 25 | 90 };
export type { SendCommand as Sending };

export interface Story {
  /** Mails that may still go out today. */
  remainingToday: number;
  linked: boolean;
  commands: Command[];
}

/** The addresses of the companies of a story: two firms share one mailbox, written in two ways. */
export const COMPANY_ADDRESSES = [
  "jobs@mail.group.example",
  "Jobs@Mail.Group.example",
  "contact@second.example",
  "info@third.example;hr@third.example",
];

/** Entries of the do-not-contact list: a parent domain, an address in capitals, a domain. */
const DO_NOT_CONTACT_ENTRIES = ["group.example", "CONTACT@second.example", "third.example"] as const;

const MAX_COMMANDS = 11;
const MAX_OUTCOMES = 7;

const outcomesArbitrary = fc.array(either<GmailOutcome>(55, fc.constant("ok"), fc.constantFrom(...GMAIL_OUTCOMES)), {
  minLength: MAX_OUTCOMES,
  maxLength: MAX_OUTCOMES,
});
const confirmArbitrary = fc
  .tuple(
    either<Confirmation[]>(40, fc.constant(["outcome_unknown"]), fc.constant([])),
    either<Confirmation[]>(40, fc.constant(["already_contacted"]), fc.constant([])),
  )
  .map((confirmations) => confirmations.flat());

const disconnectArbitrary = fc.record({ do: fc.constant("disconnect" as const) });
const blockArbitrary = fc.record({
  do: fc.constantFrom("block" as const, "unblock" as const, "unblock" as const),
  entry: fc.constantFrom(...DO_NOT_CONTACT_ENTRIES),
});

function instantArbitrary(company: fc.Arbitrary<number>): fc.Arbitrary<InstantCommand> {
  const change = fc.record({ do: fc.constantFrom("archive" as const, "restore" as const, "delete" as const), company });
  return fc.oneof(
    { weight: 15, arbitrary: disconnectArbitrary },
    { weight: 20, arbitrary: blockArbitrary },
    { weight: 65, arbitrary: change },
  );
}

function commandArbitrary(company: fc.Arbitrary<number>): fc.Arbitrary<Command> {
  const instant = instantArbitrary(company);
  const press = fc.record({ do: fc.constant("press" as const), company, confirm: confirmArbitrary });
  const meanwhile = fc.record<ConcurrentAction>({
    post: fc.nat({ max: 2 }),
    when: fc.constantFrom("before Gmail has it", "after"),
    act: fc.oneof(instant, press),
  });
  const common = {
    outcomes: outcomesArbitrary,
    meanwhile: either<ConcurrentAction | undefined>(40, meanwhile, fc.constant(undefined)),
  };
  const numbers = COMPANY_ADDRESSES.map((_, number) => number);
  const companies = fc.shuffledSubarray(numbers, { minLength: 1 });
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Command> }[]>(
    {
      weight: 30,
      arbitrary: fc.record({ do: fc.constant("send" as const), company, confirm: confirmArbitrary, ...common }),
    },
    { weight: 28, arbitrary: fc.record({ do: fc.constant("bulk" as const), companies, ...common }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant("test" as const), company, ...common }) },
    { weight: 17, arbitrary: instant },
    { weight: 7, arbitrary: fc.constant({ do: "link" as const }) },
    { weight: 2, arbitrary: fc.constant({ do: "revoke" as const }) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant("wait" as const),
        seconds: fc.constantFrom(25 as const, 90 as const),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ do: "tomorrow" as const }) },
  );
}

const anyCompany = fc.nat({ max: COMPANY_ADDRESSES.length - 1 });

/** Stories. Most of a story is about one company, so that its history builds up. */
export const storyArbitrary: fc.Arbitrary<Story> = anyCompany.chain((hero) =>
  fc.record({
    remainingToday: either(30, fc.nat({ max: 3 }), fc.constant(20)),
    linked: either(90, fc.constant(true), fc.constant(false)),
    commands: fc.array(commandArbitrary(either(60, fc.constant(hero), anyCompany)), {
      minLength: 1,
      maxLength: MAX_COMMANDS,
      size: "max",
    }),
  }),
);
