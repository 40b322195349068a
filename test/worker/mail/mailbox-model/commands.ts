import type { Confirmation } from "../../../../worker/contract/mail";
import { seededRandom } from "../../../prove/random";
import { type GmailOutcome, GMAIL_OUTCOMES } from "./gmail-outcomes";

/** What another tab does while a POST is under way; `post` counts from 0. */
export interface ConcurrentAction {
  post: number;
  when: "before Gmail has it" | "after";
  act: InstantCommand | { do: "press"; company: number; confirm: Confirmation[] };
}

/** What is done at once, with no mail going out. */
export type InstantCommand =
  | { do: "archive" | "restore" | "delete"; company: number }
  | { do: "block" | "unblock"; entry: string }
  | { do: "disconnect" };

/** What has mails go out. A test goes to the user's own mailbox. */
type SendCommand = (
  | { do: "send"; company: number; confirm: Confirmation[] }
  | { do: "bulk"; companies: number[] }
  | { do: "test"; company: number }
) & { outcomes: GmailOutcome[]; meanwhile?: ConcurrentAction };

/** One step of a story. Companies are numbered; `revoke` is done at Google, behind our back; `wait` is in seconds. */
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

/** What is put on the list of those not to write to: a domain above one of theirs, an address in capitals, a domain. */
const DO_NOT_CONTACT_ENTRIES = ["group.example", "CONTACT@second.example", "third.example"] as const;

/** A story by chance. */
export function generateStory(seed: number): Story {
  const random = seededRandom(seed);
  const randomBelow = (count: number) => Math.floor(random() * count);
  const isLikely = (part: number) => random() < part;
  const pickOne = <T>(of: readonly [T, ...T[]]): T => of[randomBelow(of.length)] ?? of[0];
  // Most of a story is about one company, so that what happens to it builds up.
  const hero = randomBelow(COMPANY_ADDRESSES.length);
  const pickCompany = () => (isLikely(0.6) ? hero : randomBelow(COMPANY_ADDRESSES.length));
  const pickConfirmations = (): Confirmation[] => [
    ...(isLikely(0.4) ? ["outcome_unknown" as const] : []),
    ...(isLikely(0.4) ? ["already_contacted" as const] : []),
  ];
  const pickOutcomes = (count: number): GmailOutcome[] =>
    Array.from({ length: count }, () => (isLikely(0.55) ? "ok" : pickOne(GMAIL_OUTCOMES)));
  const pickInstantCommand = (): InstantCommand => {
    const dice = random();
    if (dice < 0.15) return { do: "disconnect" };
    if (dice < 0.35) return { do: pickOne(["block", "unblock", "unblock"]), entry: pickOne(DO_NOT_CONTACT_ENTRIES) };
    return { do: pickOne(["archive", "archive", "restore", "restore", "delete", "delete"]), company: pickCompany() };
  };
  const pickConcurrentAction = (): { meanwhile?: ConcurrentAction } => {
    if (isLikely(0.6)) return {};
    const act = isLikely(0.5)
      ? pickInstantCommand()
      : { do: "press" as const, company: pickCompany(), confirm: pickConfirmations() };
    return { meanwhile: { post: randomBelow(3), when: pickOne(["before Gmail has it", "after"]), act } };
  };
  const shuffleCompanies = () =>
    COMPANY_ADDRESSES.map((_, number) => ({ number, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ number }) => number);
  const pickCommand = (): Command => {
    const dice = random();
    if (dice < 0.3)
      return {
        do: "send",
        company: pickCompany(),
        confirm: pickConfirmations(),
        outcomes: pickOutcomes(4),
        ...pickConcurrentAction(),
      };
    if (dice < 0.58)
      return {
        do: "bulk",
        companies: shuffleCompanies().slice(0, 1 + randomBelow(COMPANY_ADDRESSES.length)),
        outcomes: pickOutcomes(7),
        ...pickConcurrentAction(),
      };
    if (dice < 0.63)
      return { do: "test", company: pickCompany(), outcomes: pickOutcomes(3), ...pickConcurrentAction() };
    if (dice < 0.8) return pickInstantCommand();
    if (dice < 0.87) return { do: "link" };
    if (dice < 0.89) return { do: "revoke" };
    if (dice < 0.97) return { do: "wait", seconds: pickOne([25, 90]) };
    return { do: "tomorrow" };
  };
  return {
    remainingToday: isLikely(0.3) ? randomBelow(4) : 20,
    linked: isLikely(0.9),
    commands: Array.from({ length: 3 + randomBelow(7) }, pickCommand),
  };
}
