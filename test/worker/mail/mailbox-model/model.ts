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
 * What the mailbox promises, said a second time and as simply as can be: no database, no lock, no queue. A company's
 * state is read off its mails, and a mail is sent only when none may be on its way already.
 */

interface ModelMail {
  company: number;
  address: string;
  status: "sending" | "sent" | "failed" | "unknown";
  /** Seconds since something last happened to it. */
  age: number;
  today: boolean;
  /** To the user's own mailbox: it takes a place of the day and tells nothing of the company. */
  test: boolean;
}

interface ModelCompany {
  gone: boolean;
  archived: boolean;
}

interface SendPress {
  confirm: Confirmation[];
  /** Companies whose mails moved after the press: a confirmation says nothing about that. */
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
/** Where tests go. */
const OWN_ADDRESS = "camille.martin@mail.example";
const toRecipient = (company: number): string => (COMPANY_ADDRESSES[company] ?? "").split(";")[0]?.toLowerCase() ?? "";

export class MailboxModel {
  readonly #firms: ModelCompany[] = COMPANY_ADDRESSES.map(() => ({ gone: false, archived: false }));
  readonly #mails: ModelMail[] = [];
  readonly #accepted: string[] = [];
  #mailbox: MailboxState["mailbox"];
  /** Google honours the tokens we hold, or held. */
  #granted: boolean;
  #room: number;
  readonly #blocked = new Set<string>();

  constructor(story: Story) {
    this.#mailbox = story.linked ? "linked" : "none";
    this.#granted = story.linked;
    this.#room = story.remainingToday;
  }

  /** @returns the answers the calls of this step must get, that of a press by another tab last */
  apply(command: Command): CallAnswer[] {
    switch (command.do) {
      case "send":
      case "bulk":
      case "test":
        return this.#order(command);
      case "link":
        this.#mailbox = "linked";
        this.#granted = true;
        return ["ok"];
      case "revoke":
        this.#granted = false;
        return ["ok"];
      case "wait":
        this.#pass(command.seconds);
        return ["ok"];
      case "tomorrow":
        this.#pass(86_400);
        for (const mail of this.#mails) mail.today = false;
        this.#room = 50;
        return ["ok"];
      default:
        return [this.#quick(command)];
    }
  }

  observe(): MailboxState {
    return {
      companies: this.#firms.map(({ gone, archived }, number) =>
        gone ? "gone" : `${archived ? "archived" : "dashboard"} ${this.#status(number)}`,
      ),
      mails: this.#mails.map(({ company, status, test }) => `${company} ${status}${test ? " test" : ""}`).sort(),
      mailbox: this.#mailbox,
      accepted: [...this.#accepted],
    };
  }

  #of(company: number): ModelMail[] {
    return this.#mails.filter((mail) => mail.company === company && !mail.test);
  }

  /** What a company shows: the strongest of what its mails say. */
  #status(company: number): string {
    const statuses = this.#of(company).map(({ status }) => status);
    return (["sent", "sending", "unknown", "failed"] as const).find((status) => statuses.includes(status)) ?? "none";
  }

  #pass(seconds: number): void {
    for (const mail of this.#mails) {
      mail.age += seconds;
      if (mail.status === "sending" && mail.age > CUT_OFF_AFTER_S) Object.assign(mail, { status: "unknown", age: 0 });
    }
  }

  #quick(act: InstantCommand): CallAnswer {
    if (act.do === "disconnect") {
      // A mailbox that Google has let go holds nothing to give back.
      if (this.#mailbox === "linked") this.#granted = false;
      this.#mailbox = "none";
      return "ok";
    }
    if ("entry" in act) {
      this.#blocked[act.do === "block" ? "add" : "delete"](act.entry.toLowerCase());
      return "ok";
    }
    const firm = this.#firms[act.company];
    if (!firm || firm.gone) return "not_found";
    if (act.do === "delete") {
      if (!firm.archived) return "not_archived";
      if (this.#status(act.company) === "sending") return "in_flight";
      firm.gone = true;
    } else firm.archived = act.do === "archive";
    return "ok";
  }

  #order(command: Sending): CallAnswer[] {
    const course: BatchRun = {
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
        ? this.#test(command.company, course)
        : this.#deliver(companies, { confirm, moved: new Set() }, course, command.do === "send");
    const { press } = course;
    // A crash takes the presses with it that were waiting for their turn.
    const second = press ? [course.crashed ? "unavailable" : this.#deliver([press.company], press, course, true)] : [];
    return [first, ...course.answers, ...second];
  }

  #test(company: number, course: BatchRun): CallAnswer {
    if (this.#absent(company)) return "not_found";
    if (this.#mailbox !== "linked") return this.#mailbox === "none" ? "gmail_required" : "gmail_disconnected";
    if (this.#full()) return "daily_limit";
    return this.#mail(company, true, course).reason ?? "ok";
  }

  #deliver(companies: number[], press: SendPress, course: BatchRun, lone: boolean): CallAnswer {
    const sent: number[] = [];
    const failed: Record<number, string> = {};
    const refused = new Map(companies.map((company) => [company, this.#against(company, press)]));
    const closed = this.#mailbox !== "linked";
    let stop = false;
    for (const company of companies) {
      const reason = refused.get(company);
      if (reason) failed[company] = reason;
      else if (closed) failed[company] = lone && this.#mailbox === "none" ? "gmail_required" : "gmail_disconnected";
      else if (stop) failed[company] = "batch_stopped";
      else {
        const end = this.#deliverOne(company, press, course);
        if (course.crashed) return "unavailable";
        if (end.reason === null) sent.push(company);
        else failed[company] = end.reason;
        stop = end.stop;
      }
    }
    return lone ? (failed[companies[0] ?? 0] ?? "ok") : { sent, failed };
  }

  /** Why a company may not be written to by this press. */
  #against(company: number, { confirm, moved }: SendPress): string | null {
    if (this.#absent(company)) return "not_found";
    const status = this.#status(company);
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

  #deliverOne(company: number, press: SendPress, course: BatchRun): { reason: string | null; stop: boolean } {
    // Another tab may have changed things since the order was looked at.
    if (this.#mailbox !== "linked") return { reason: "gmail_disconnected", stop: true };
    const reason = this.#against(company, press);
    if (reason) return { reason, stop: false };
    if (this.#full()) return { reason: "daily_limit", stop: false };
    return this.#mail(company, false, course);
  }

  /** Archived companies are not there for sending. */
  #absent(company: number): boolean {
    const firm = this.#firms[company];
    return !firm || firm.gone || firm.archived;
  }

  /** The places of the day are taken. */
  #full(): boolean {
    return this.#mails.filter(({ today, status }) => today && status !== "failed").length >= this.#room;
  }

  #mail(company: number, test: boolean, course: BatchRun): { reason: string | null; stop: boolean } {
    const mail: ModelMail = {
      company,
      address: test ? OWN_ADDRESS : toRecipient(company),
      status: "sending",
      age: 0,
      today: true,
      test,
    };
    this.#mails.push(mail);
    const end = this.#post(mail, course);
    if (course.crashed) return { reason: "unavailable", stop: true };
    if (!test) course.press?.moved.add(company);
    mail.status = end.reason === null ? "sent" : end.reason === "outcome_unknown" ? "unknown" : "failed";
    return end;
  }

  /** One mail to Gmail. Only "who are you" is answered by another POST. */
  #post(mail: ModelMail, course: BatchRun, refreshed = false): { reason: string | null; stop: boolean } {
    const outcome = course.outcomes.shift() ?? "ok";
    const meanwhile = course.meanwhile?.post === course.posts ? course.meanwhile : undefined;
    course.posts += 1;
    if (meanwhile?.when === "before Gmail has it") this.#meanwhile(meanwhile, course);
    const stranger = outcome === "401" || (REACHES_GMAIL.has(outcome) && !this.#granted);
    if (REACHES_GMAIL.has(outcome) && this.#granted) this.#accepted.push(mail.address);
    if (meanwhile?.when === "after") this.#meanwhile(meanwhile, course);
    if (outcome === "crash" || (outcome === "accept and crash" && !stranger)) {
      course.crashed = true;
      return { reason: "unavailable", stop: true };
    }
    if (stranger) {
      if (refreshed) return { reason: "provider_error", stop: true };
      if (this.#granted) return this.#post(mail, course, true);
      if (this.#mailbox === "linked") this.#mailbox = "dead";
      return { reason: "gmail_disconnected", stop: true };
    }
    if (UNKNOWN_OUTCOMES.has(outcome)) return { reason: "outcome_unknown", stop: true };
    if (outcome === "403:insufficientPermissions" && this.#mailbox === "linked") this.#mailbox = "dead";
    return REFUSALS[outcome] ?? { reason: null, stop: false };
  }

  #meanwhile({ act }: ConcurrentAction, course: BatchRun): void {
    if (act.do === "press") course.press = { ...act, moved: new Set() };
    else course.answers.push(this.#quick(act));
  }
}
