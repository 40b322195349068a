import type { Confirmation } from "../../../worker/contract/mail";
import { randomOf } from "../../prove/random";
import { type Outcome, OUTCOMES } from "./outcomes";

/** What another tab does while a POST is under way; `post` counts from 0. */
export interface Meanwhile {
  post: number;
  when: "before Gmail has it" | "after";
  act: Quick | { do: "press"; company: number; confirm: Confirmation[] };
}

/** What is done at once, with no mail going out. */
export type Quick =
  | { do: "archive" | "restore" | "delete"; company: number }
  | { do: "block" | "unblock"; entry: string }
  | { do: "disconnect" };

/** What has mails go out. A test goes to the user's own mailbox. */
type Sending = (
  | { do: "send"; company: number; confirm: Confirmation[] }
  | { do: "bulk"; companies: number[] }
  | { do: "test"; company: number }
) & { outcomes: Outcome[]; meanwhile?: Meanwhile };

/** One step of a story. Companies are numbered; `revoke` is done at Google, behind our back; `wait` is in seconds. */
export type Command = Sending | Quick | { do: "link" | "revoke" | "tomorrow" } | { do: "wait"; seconds: 25 | 90 };
export type { Sending };

export interface Story {
  /** Mails that may still go out today. */
  room: number;
  linked: boolean;
  commands: Command[];
}

/** The addresses of the companies of a story: two firms share one mailbox, written in two ways. */
export const ADDRESSES = [
  "jobs@mail.group.example",
  "Jobs@Mail.Group.example",
  "contact@second.example",
  "info@third.example;hr@third.example",
];

/** What is put on the list of those not to write to: a domain above one of theirs, an address in capitals, a domain. */
const ENTRIES = ["group.example", "CONTACT@second.example", "third.example"] as const;

/** A story by chance. */
export function tell(seed: number): Story {
  const random = randomOf(seed);
  const below = (count: number) => Math.floor(random() * count);
  const chance = (part: number) => random() < part;
  const one = <T>(of: readonly [T, ...T[]]): T => of[below(of.length)] ?? of[0];
  // Most of a story is about one company, so that what happens to it builds up.
  const hero = below(ADDRESSES.length);
  const company = () => (chance(0.6) ? hero : below(ADDRESSES.length));
  const confirm = (): Confirmation[] => [
    ...(chance(0.4) ? ["outcome_unknown" as const] : []),
    ...(chance(0.4) ? ["already_contacted" as const] : []),
  ];
  const outcomes = (count: number): Outcome[] =>
    Array.from({ length: count }, () => (chance(0.55) ? "ok" : one(OUTCOMES)));
  const quick = (): Quick => {
    const dice = random();
    if (dice < 0.15) return { do: "disconnect" };
    if (dice < 0.35) return { do: one(["block", "unblock", "unblock"]), entry: one(ENTRIES) };
    return { do: one(["archive", "archive", "restore", "restore", "delete", "delete"]), company: company() };
  };
  const meanwhile = (): { meanwhile?: Meanwhile } => {
    if (chance(0.6)) return {};
    const act = chance(0.5) ? quick() : { do: "press" as const, company: company(), confirm: confirm() };
    return { meanwhile: { post: below(3), when: one(["before Gmail has it", "after"]), act } };
  };
  const shuffled = () =>
    ADDRESSES.map((_, number) => ({ number, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ number }) => number);
  const command = (): Command => {
    const dice = random();
    if (dice < 0.3)
      return { do: "send", company: company(), confirm: confirm(), outcomes: outcomes(4), ...meanwhile() };
    if (dice < 0.58)
      return {
        do: "bulk",
        companies: shuffled().slice(0, 1 + below(ADDRESSES.length)),
        outcomes: outcomes(7),
        ...meanwhile(),
      };
    if (dice < 0.63) return { do: "test", company: company(), outcomes: outcomes(3), ...meanwhile() };
    if (dice < 0.8) return quick();
    if (dice < 0.87) return { do: "link" };
    if (dice < 0.89) return { do: "revoke" };
    if (dice < 0.97) return { do: "wait", seconds: one([25, 90]) };
    return { do: "tomorrow" };
  };
  return {
    room: chance(0.3) ? below(4) : 20,
    linked: chance(0.9),
    commands: Array.from({ length: 3 + below(7) }, command),
  };
}
