import type { Confirmation } from "../../../../worker/contract/mail";
import {
  COMPANY_ADDRESSES,
  type Command,
  type ConcurrentAction,
  type InstantCommand,
  type Sending,
  type Story,
} from "./commands";
import { type GmailOutcome, REACHES_GMAIL, REFUSALS, UNKNOWN_OUTCOMES } from "./gmail-outcomes";
import type { CallAnswer, MailboxState } from "./observed-state";

/*
 * What the mailbox promises, as simply as possible: no database, no lock, no queue. A company's state follows from its
 * mails, and a mail is sent only when no other may be under way.
 */

interface ModelMail {
  company: number;
  address: string;
  status: "sending" | "sent" | "failed" | "unknown";
  /** Seconds since its last change. */
  age: number;
  today: boolean;
  /** To the user's own mailbox: it counts for the day, not for the company. */
  test: boolean;
}

interface ModelCompany {
  deleted: boolean;
  archived: boolean;
}

interface SendPress {
  confirm: Confirmation[];
  /** Companies whose mails changed after the press, which no confirmation covers. */
  moved: Set<number>;
}

interface BatchRun {
  outcomes: GmailOutcome[];
  posts: number;
  meanwhile: ConcurrentAction | undefined;
  press: (SendPress & { company: number }) | undefined;
  answers: CallAnswer[];
  crashed: boolean;
}

const CUT_OFF_AFTER_S = 60;
/** Recipient of tests. */
const OWN_ADDRESS = "camille.martin@mail.example";
const toRecipient = (company: number): string => (COMPANY_ADDRESSES[company] ?? "").split(";")[0]?.toLowerCase() ?? "";

export class MailboxModel {
  readonly #companies: ModelCompany[] = COMPANY_ADDRESSES.map(() => ({ deleted: false, archived: false }));
  readonly #mails: ModelMail[] = [];
  readonly #accepted: string[] = [];
  #mailbox: MailboxState["mailbox"];
  /** Google accepts the tokens. */
  #granted: boolean;
  #remainingToday: number;
  readonly #blocked = new Set<string>();

  constructor(story: Story) {
    this.#mailbox = story.linked ? "linked" : "none";
    this.#granted = story.linked;
    this.#remainingToday = story.remainingToday;
  }

  /** @returns the answers that the calls of this step must get, that of a press by another tab last */
  apply(command: Command): CallAnswer[] {
    switch (command.do) {
      case "send":
      case "bulk":
      case "test":
        return this.#send(command);
      case "link":
        this.#mailbox = "linked";
        this.#granted = true;
        return ["ok"];
      case "revoke":
        this.#granted = false;
        return ["ok"];
      case "wait":
        this.#passTime(command.seconds);
        return ["ok"];
      case "tomorrow":
        this.#passTime(86_400);
        for (const mail of this.#mails) mail.today = false;
        this.#remainingToday = 50;
        return ["ok"];
      default:
        return [this.#act(command)];
    }
  }

  observe(): MailboxState {
    return {
      companies: this.#companies.map(({ deleted, archived }, number) =>
        deleted ? "gone" : `${archived ? "archived" : "dashboard"} ${this.#getStatus(number)}`,
      ),
      mails: this.#mails.map(({ company, status, test }) => `${company} ${status}${test ? " test" : ""}`).sort(),
      mailbox: this.#mailbox,
      accepted: [...this.#accepted],
    };
  }

  #listMails(company: number): ModelMail[] {
    return this.#mails.filter((mail) => mail.company === company && !mail.test);
  }

  /** The status of a company: the strongest of its mails. */
  #getStatus(company: number): string {
    const statuses = this.#listMails(company).map(({ status }) => status);
    return (["sent", "sending", "unknown", "failed"] as const).find((status) => statuses.includes(status)) ?? "none";
  }

  #passTime(seconds: number): void {
    for (const mail of this.#mails) {
      mail.age += seconds;
      if (mail.status === "sending" && mail.age > CUT_OFF_AFTER_S) Object.assign(mail, { status: "unknown", age: 0 });
    }
  }

  #act(act: InstantCommand): CallAnswer {
    if (act.do === "disconnect") {
      // A mailbox that Google closed has no token to revoke.
      if (this.#mailbox === "linked") this.#granted = false;
      this.#mailbox = "none";
      return "ok";
    }
    if ("entry" in act) {
      this.#blocked[act.do === "block" ? "add" : "delete"](act.entry.toLowerCase());
      return "ok";
    }
    const state = this.#companies[act.company];
    if (!state || state.deleted) return "not_found";
    if (act.do === "delete") {
      if (!state.archived) return "not_archived";
      if (this.#getStatus(act.company) === "sending") return "in_flight";
      state.deleted = true;
    } else state.archived = act.do === "archive";
    return "ok";
  }

  #send(command: Sending): CallAnswer[] {
    const run: BatchRun = {
      outcomes: [...command.outcomes],
      posts: 0,
      meanwhile: command.meanwhile,
      press: undefined,
      answers: [],
      crashed: false,
    };
    if (command.do === "bulk" && this.#mailbox === "none") return ["gmail_required"];
    const [companies, confirm] =
      command.do === "bulk"
        ? [command.companies, []]
        : [[command.company], command.do === "send" ? command.confirm : []];
    const first =
      command.do === "test"
        ? this.#test(command.company, run)
        : this.#deliver(companies, { confirm, moved: new Set() }, run, command.do === "send");
    const { press } = run;
    // A crash also ends the presses that were waiting.
    const second = press ? [run.crashed ? "unavailable" : this.#deliver([press.company], press, run, true)] : [];
    return [first, ...run.answers, ...second];
  }

  #test(company: number, run: BatchRun): CallAnswer {
    if (this.#isAbsent(company)) return "not_found";
    if (this.#mailbox !== "linked") return this.#mailbox === "none" ? "gmail_required" : "gmail_disconnected";
    if (this.#isDayFull()) return "daily_limit";
    return this.#mail(company, true, run).reason ?? "ok";
  }

  #deliver(companies: number[], press: SendPress, run: BatchRun, isSingle: boolean): CallAnswer {
    const sent: number[] = [];
    const failed: Record<number, string> = {};
    const refused = new Map(companies.map((company) => [company, this.#findRefusal(company, press)]));
    const closed = this.#mailbox !== "linked";
    let stop = false;
    for (const company of companies) {
      const reason = refused.get(company);
      if (reason) failed[company] = reason;
      else if (closed) failed[company] = isSingle && this.#mailbox === "none" ? "gmail_required" : "gmail_disconnected";
      else if (stop) failed[company] = "batch_stopped";
      else {
        const end = this.#deliverOne(company, press, run);
        if (run.crashed) return "unavailable";
        if (end.reason === null) sent.push(company);
        else failed[company] = end.reason;
        stop = end.stop;
      }
    }
    return isSingle ? (failed[companies[0] ?? 0] ?? "ok") : { sent, failed };
  }

  /** Why this press may not write to a company; null when it may. */
  #findRefusal(company: number, { confirm, moved }: SendPress): string | null {
    if (this.#isAbsent(company)) return "not_found";
    const status = this.#getStatus(company);
    if (status === "sent") return "already_sent";
    if (status === "sending") return "in_flight";
    const address = toRecipient(company);
    if (
      [...this.#blocked].some(
        (entry) => address === entry || address.endsWith(`@${entry}`) || address.endsWith(`.${entry}`),
      )
    )
      return "do_not_contact";
    if (status === "unknown" && (moved.has(company) || !confirm.includes("outcome_unknown"))) return "outcome_unknown";
    if (moved.has(company)) return "in_flight";
    const contacted = this.#mails.some(
      (mail) => !mail.test && mail.company !== company && mail.address === address && mail.status !== "failed",
    );
    return contacted && !confirm.includes("already_contacted") ? "already_contacted" : null;
  }

  #deliverOne(company: number, press: SendPress, run: BatchRun): { reason: string | null; stop: boolean } {
    // Another tab may have changed things since the press.
    if (this.#mailbox !== "linked") return { reason: "gmail_disconnected", stop: true };
    const reason = this.#findRefusal(company, press);
    if (reason) return { reason, stop: false };
    if (this.#isDayFull()) return { reason: "daily_limit", stop: false };
    return this.#mail(company, false, run);
  }

  /** Archived companies cannot be written to. */
  #isAbsent(company: number): boolean {
    const state = this.#companies[company];
    return !state || state.deleted || state.archived;
  }

  /** The daily limit is reached. */
  #isDayFull(): boolean {
    return this.#mails.filter(({ today, status }) => today && status !== "failed").length >= this.#remainingToday;
  }

  #mail(company: number, test: boolean, run: BatchRun): { reason: string | null; stop: boolean } {
    const mail: ModelMail = {
      company,
      address: test ? OWN_ADDRESS : toRecipient(company),
      status: "sending",
      age: 0,
      today: true,
      test,
    };
    this.#mails.push(mail);
    const end = this.#post(mail, run);
    if (run.crashed) return { reason: "unavailable", stop: true };
    if (!test) run.press?.moved.add(company);
    mail.status = end.reason === null ? "sent" : end.reason === "outcome_unknown" ? "unknown" : "failed";
    return end;
  }

  /** One mail to Gmail. Only a 401 is retried, with a new token. */
  #post(mail: ModelMail, run: BatchRun, refreshed = false): { reason: string | null; stop: boolean } {
    const outcome = run.outcomes.shift() ?? "ok";
    const meanwhile = run.meanwhile?.post === run.posts ? run.meanwhile : undefined;
    run.posts += 1;
    if (meanwhile?.when === "before Gmail has it") this.#actMeanwhile(meanwhile, run);
    const isUnauthorized = outcome === "401" || (REACHES_GMAIL.has(outcome) && !this.#granted);
    if (REACHES_GMAIL.has(outcome) && this.#granted) this.#accepted.push(mail.address);
    if (meanwhile?.when === "after") this.#actMeanwhile(meanwhile, run);
    if (outcome === "crash" || (outcome === "accept and crash" && !isUnauthorized)) {
      run.crashed = true;
      return { reason: "unavailable", stop: true };
    }
    if (isUnauthorized) {
      if (this.#granted && !refreshed) return this.#post(mail, run, true);
      if (this.#mailbox === "linked") this.#mailbox = "dead";
      return { reason: "gmail_disconnected", stop: true };
    }
    if (UNKNOWN_OUTCOMES.has(outcome)) return { reason: "outcome_unknown", stop: true };
    if (outcome === "403:insufficientPermissions" && this.#mailbox === "linked") this.#mailbox = "dead";
    return REFUSALS[outcome] ?? { reason: null, stop: false };
  }

  #actMeanwhile({ act }: ConcurrentAction, run: BatchRun): void {
    if (act.do === "press") run.press = { ...act, moved: new Set() };
    else run.answers.push(this.#act(act));
  }
}
